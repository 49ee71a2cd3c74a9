import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ShownPhoto } from '#web/lib/shown-photo.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useModal } from '#web/ui/use-modal.ts';

export interface PhotoDialogProps {
	open: boolean;
	onClose: () => void;
	photo: ShownPhoto | undefined;
	/** Name of the dialog. */
	label: string;
	alt: string;
	/** '1 / 3'. */
	position: string;
	/** Undefined if there is only one photo. */
	onStep: ((by: 1 | -1) => void) | undefined;
}

/** The minimum length of a swipe, in pixels. */
const SWIPE_MIN = 48;

/**
 * A dialog with one photo in full screen, which can be zoomed. Buttons and swipes call `onStep` to show another photo;
 * the parent element handles the arrow keys.
 */
export function PhotoDialog(props: PhotoDialogProps) {
	const modal = useModal(props.open, props.onClose);

	return (
		<dialog
			{...modal}
			aria-label={props.label}
			className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-scrim text-on-scrim"
		>
			{props.open && <Viewer {...props} />}
		</dialog>
	);
}

function Viewer({ onClose, photo, alt, position, onStep }: PhotoDialogProps) {
	/** The URL of the zoomed photo; other photos are shown whole. */
	const [zoomed, setZoomed] = useState<string>();
	const isZoomed = photo !== undefined && zoomed === photo.url;
	const frame = useRef<HTMLElement>(null);
	const swipe = useSwipe(onStep);
	const Zoom = isZoomed ? ZoomOut : ZoomIn;

	// Scrolls a zoomed photo to its middle, where the item usually is.
	useLayoutEffect(() => {
		const { current } = frame;
		if (!current || !isZoomed) return;
		current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
		current.scrollTop = (current.scrollHeight - current.clientHeight) / 2;
	}, [isZoomed]);

	return (
		<div className="grid h-full grid-rows-[auto_1fr_auto]">
			<div className="flex items-center gap-2 p-2 pl-4">
				<p role="status" className="flex-1 text-sm font-semibold tabular-nums">
					{onStep && position}
				</p>
				<DarkButton
					label={isZoomed ? 'Zoom out' : 'Zoom in'}
					icon={Zoom}
					onClick={() => setZoomed(isZoomed ? undefined : photo?.url)}
				/>
				<DarkButton label="Close photo" icon={X} onClick={onClose} />
			</div>
			{/* The frame of a zoomed photo scrolls by touch, wheel and arrow keys; then the keys do not switch photos. */}
			<section
				ref={frame}
				aria-label="Photo"
				tabIndex={isZoomed ? 0 : undefined}
				onKeyDown={isZoomed ? (event) => event.stopPropagation() : undefined}
				{...(isZoomed ? undefined : swipe)}
				className={`min-h-0 overflow-auto focus-visible:-outline-offset-2 ${isZoomed ? '' : 'touch-pinch-zoom'}`}
			>
				<div className={isZoomed ? 'size-[200%]' : 'size-full'}>
					<Picture
						key={photo?.url}
						photo={photo}
						alt={alt}
						sizes={isZoomed ? '200vw' : '100vw'}
						fit="contain"
						isEager
						hasThumb={false}
					/>
				</div>
			</section>
			{onStep && (
				<div className="flex justify-center gap-6 p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
					<DarkButton label="Previous photo" icon={ChevronLeft} onClick={() => onStep(-1)} />
					<DarkButton label="Next photo" icon={ChevronRight} onClick={() => onStep(1)} />
				</div>
			)}
		</div>
	);
}

/** Pointer handlers of an element on which a horizontal swipe shows the next or previous photo. */
function useSwipe(onStep: PhotoDialogProps['onStep']) {
	const start = useRef<{ pointerId: number; x: number; y: number }>(undefined);
	return {
		onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
			const isFinger = pointerType === 'touch' && isPrimary;
			start.current = isFinger ? { pointerId, x: clientX, y: clientY } : undefined;
		},
		onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
			if (start.current?.pointerId !== pointerId) return;
			const movedX = clientX - start.current.x;
			const movedY = clientY - start.current.y;
			start.current = undefined;
			if (Math.abs(movedX) < SWIPE_MIN || Math.abs(movedX) < Math.abs(movedY)) return;
			onStep?.(movedX < 0 ? 1 : -1);
		},
		onPointerCancel: () => {
			start.current = undefined;
		},
	};
}

interface DarkButtonProps {
	label: string;
	icon: typeof X;
	onClick: () => void;
}

function DarkButton({ label, icon: Icon, onClick }: DarkButtonProps) {
	return (
		<IconButton
			label={label}
			icon={<Icon aria-hidden="true" className="size-6" />}
			onClick={onClick}
			className="hover:bg-white/15 focus-visible:outline-current"
		/>
	);
}
