import { GalleryArrows } from './gallery-arrows.tsx';
import { GalleryDots, type GalleryDotsProps } from './gallery-dots.tsx';

interface GalleryWaysProps extends GalleryDotsProps {
	onStep: (by: 1 | -1) => void;
}

/** Ways through an item's photos for who does not swipe, and which of them is shown. */
export function GalleryWays({ count, shown, onShow, onStep }: GalleryWaysProps) {
	return (
		<>
			<GalleryArrows onStep={onStep} />
			<GalleryDots count={count} shown={shown} onShow={onShow} />
			<span
				aria-hidden="true"
				className="absolute top-3 right-3 rounded-full bg-scrim/75 px-2.5 py-0.5 text-xs font-semibold text-on-scrim tabular-nums tablet:top-auto tablet:bottom-3"
			>
				{shown + 1} / {count}
			</span>
			<p role="status" className="sr-only">
				Photo {shown + 1} of {count}
			</p>
		</>
	);
}
