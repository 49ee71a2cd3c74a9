import { GalleryArrows } from './gallery-arrows.tsx';
import { GalleryBack } from './gallery-back.tsx';

interface GalleryControlsProps {
	/** The item's category, the target of the back button. */
	category: string;
	count: number;
	shownIndex: number;
	onStep: (by: 1 | -1) => void;
}

/** The controls over an item's photos: back, previous and next, and the number of the shown photo. */
export function GalleryControls({ category, count, shownIndex, onStep }: GalleryControlsProps) {
	if (count < 2) return <GalleryBack category={category} />;
	return (
		<>
			<GalleryBack category={category} />
			<GalleryArrows onStep={onStep} />
			<span
				aria-hidden="true"
				className="absolute right-3 bottom-3 rounded-full bg-scrim/75 px-2.5 py-0.5 text-xs font-semibold text-on-scrim tabular-nums"
			>
				{shownIndex + 1} / {count}
			</span>
			<p role="status" className="sr-only">
				Photo {shownIndex + 1} of {count}
			</p>
		</>
	);
}
