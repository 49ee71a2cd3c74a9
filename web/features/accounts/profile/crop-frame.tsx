import { type PointerEvent, useId, useRef } from 'react';
import { type Crop, cropSquare, dragCrop, type PictureSize, ZOOM_MAX } from './crop.ts';

interface CropFrameProps {
	url: string;
	size: PictureSize;
	crop: Crop;
	onCrop: (change: (crop: Crop) => Crop) => void;
}

/** A preview of the cropped picture, which can be dragged, or moved and zoomed with the sliders. */
export function CropFrame({ url, size, crop, onCrop }: CropFrameProps) {
	const { side } = cropSquare(size, crop);
	const percent = (pixels: number) => `${(pixels / side) * 100}%`;
	/**
	 * The last position of the dragging pointer. Used instead of `movementX`, whose units differ between browsers, above
	 * all for touch.
	 */
	const lastPosition = useRef({ pointerId: 0, x: 0, y: 0 });

	function begin({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLDivElement>) {
		currentTarget.setPointerCapture(pointerId);
		lastPosition.current = { pointerId, x: clientX, y: clientY };
	}

	function handleDrag(event: PointerEvent<HTMLDivElement>) {
		const { currentTarget: frame, pointerId, clientX, clientY } = event;
		const from = lastPosition.current;
		if (!frame.hasPointerCapture(pointerId) || pointerId !== from.pointerId) return;
		lastPosition.current = { pointerId, x: clientX, y: clientY };
		const by = {
			x: (clientX - from.x) / frame.clientWidth,
			y: (clientY - from.y) / frame.clientWidth,
		};
		onCrop((before) => dragCrop(size, before, by));
	}

	return (
		<div className="grid gap-4">
			<div
				role="img"
				aria-label="How others will see you"
				onPointerDown={begin}
				onPointerMove={handleDrag}
				className="mx-auto aspect-square w-full max-w-60 cursor-move touch-none rounded-full bg-sunken select-none"
				style={{
					backgroundImage: `url("${url}")`,
					backgroundSize: `${percent(size.width)} ${percent(size.height)}`,
					backgroundPosition: `${crop.x * 100}% ${crop.y * 100}%`,
				}}
			/>
			<div className="grid gap-1">
				<Slider
					label="Zoom"
					min={1}
					max={ZOOM_MAX}
					value={crop.zoom}
					onSlide={(zoom) => onCrop((before) => ({ ...before, zoom }))}
				/>
				<Slider
					label="Left and right"
					min={0}
					max={1}
					value={crop.x}
					disabled={size.width <= side}
					onSlide={(x) => onCrop((before) => ({ ...before, x }))}
				/>
				<Slider
					label="Up and down"
					min={0}
					max={1}
					value={crop.y}
					disabled={size.height <= side}
					onSlide={(y) => onCrop((before) => ({ ...before, y }))}
				/>
			</div>
		</div>
	);
}

interface SliderProps {
	label: string;
	min: number;
	max: number;
	value: number;
	disabled?: boolean;
	onSlide: (value: number) => void;
}

function Slider({ label, min, max, value, disabled = false, onSlide }: SliderProps) {
	const id = useId();
	const percent = Math.round(((value - min) / (max - min)) * 100);

	return (
		<div className="flex flex-wrap items-center gap-x-3">
			<label htmlFor={id} className="w-28 text-sm font-semibold">
				{label}
			</label>
			<input
				id={id}
				type="range"
				min={min}
				max={max}
				step={(max - min) / 50}
				value={value}
				disabled={disabled}
				aria-valuetext={`${percent} %`}
				onChange={(event) => onSlide(event.target.valueAsNumber)}
				className="min-h-11 min-w-0 flex-1 basis-32 cursor-pointer accent-link disabled:cursor-default"
			/>
		</div>
	);
}
