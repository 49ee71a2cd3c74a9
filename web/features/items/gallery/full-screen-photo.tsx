import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ShownPhoto } from '#web/lib/photo-list.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useModal } from '#web/ui/use-modal.ts';

export interface FullScreenPhotoProps {
	open: boolean;
	onClose: () => void;
	photo: ShownPhoto | undefined;
	title: string;
	/** '1 / 3'. */
	position: string;
	/** Undefined if there is only one photo. */
	onStep: ((by: 1 | -1) => void) | undefined;
}

/** A dialog with one photo in full screen, which can be zoomed. */
export function FullScreenPhoto(props: FullScreenPhotoProps) {
	const modal = useModal(props.open, props.onClose);

	return (
		<dialog
			{...modal}
			aria-label={`Photo of ${props.title}`}
			className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-scrim text-on-scrim"
		>
			{props.open && <Viewer {...props} />}
		</dialog>
	);
}

function Viewer({ onClose, photo, title, position, onStep }: FullScreenPhotoProps) {
	/** The URL of the zoomed photo; other photos are shown whole. */
	const [zoomed, setZoomed] = useState<string>();
	const isZoomed = photo !== undefined && zoomed === photo.url;
	const frame = useRef<HTMLElement>(null);
	const Zoom = isZoomed ? ZoomOut : ZoomIn;

	// Start zoomed in on the middle, where the item usually is.
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
				className="min-h-0 overflow-auto focus-visible:-outline-offset-2"
			>
				<div className={isZoomed ? 'size-[200%]' : 'size-full'}>
					<Picture
						key={photo?.url}
						photo={photo}
						alt={`${title}, photo ${position.replace('/', 'of')}`}
						sizes={isZoomed ? '200vw' : '100vw'}
						fit="contain"
						isFirst
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
