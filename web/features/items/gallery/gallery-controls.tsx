import { GalleryArrows } from './gallery-arrows.tsx';
import { GalleryBack } from './gallery-back.tsx';

interface GalleryControlsProps {
	/** The item's, to which a phone's way back leads. */
	category: string;
	count: number;
	/** From 0. */
	shown: number;
	onStep: (by: 1 | -1) => void;
}

/** What lies over an item's photos: the way back, ways through them for who does not swipe, and which one is shown. */
export function GalleryControls({ category, count, shown, onStep }: GalleryControlsProps) {
	if (count < 2) return <GalleryBack category={category} />;
	return (
		<>
			<GalleryBack category={category} />
			<GalleryArrows onStep={onStep} />
			<span
				aria-hidden="true"
				className="absolute right-3 bottom-3 rounded-full bg-scrim/75 px-2.5 py-0.5 text-xs font-semibold text-on-scrim tabular-nums"
			>
				{shown + 1} / {count}
			</span>
			<p role="status" className="sr-only">
				Photo {shown + 1} of {count}
			</p>
		</>
	);
}
