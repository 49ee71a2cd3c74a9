import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Photo } from '#contract/photos/schema.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useModal } from '#web/ui/use-modal.ts';

interface PictureViewerProps {
	open: boolean;
	/** Of the item. */
	title: string;
	photos: readonly Photo[];
	/** Of the one that is shown, from 0. */
	place: number;
	onPlace: (place: number) => void;
	onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One picture as large as the screen; the arrow keys show the others. */
export function PictureViewer(props: PictureViewerProps) {
	const { open, title, photos, place, onPlace, onClose } = props;
	const modal = useModal(open, onClose);
	const count = photos.length;
	const position = `Picture ${place + 1} of ${count}`;

	function step(by: number) {
		onPlace((place + by + count) % count);
	}

	function handleKey({ key }: KeyboardEvent) {
		const by = STEPS[key];
		if (by !== undefined && count > 1) step(by);
	}

	return (
		<dialog
			{...modal}
			aria-label={`Pictures of ${title}`}
			onKeyDown={handleKey}
			className="fixed inset-0 m-auto h-dvh max-h-none w-dvw max-w-none flex-col bg-paper text-ink open:flex tablet:h-[94dvh] tablet:w-[94dvw] tablet:rounded-card"
		>
			{open && (
				<>
					<div className="flex items-center justify-between gap-3 py-1 pr-2 pl-4">
						<p role="status" className="text-sm font-semibold tabular-nums">
							{position}
						</p>
						<IconButton
							label="Close"
							icon={<X aria-hidden="true" className="size-5" />}
							onClick={onClose}
						/>
					</div>
					<div className="relative min-h-0 flex-1">
						<Picture
							key={photos[place]?.url}
							photo={photos[place]}
							alt={`${position} of ${title}`}
							sizes="94vw"
							fit="contain"
							hasThumb={false}
							isFirst
							className="absolute inset-0"
						/>
						{count > 1 && <Steps onStep={step} />}
					</div>
				</>
			)}
		</dialog>
	);
}

const PLACE = 'absolute top-1/2 -translate-y-1/2';

function Steps({ onStep }: { onStep: (by: number) => void }) {
	return (
		<>
			<IconButton
				variant="floating"
				label="Previous picture"
				icon={<ChevronLeft aria-hidden="true" className="size-6" />}
				onClick={() => onStep(-1)}
				className={`${PLACE} left-3`}
			/>
			<IconButton
				variant="floating"
				label="Next picture"
				icon={<ChevronRight aria-hidden="true" className="size-6" />}
				onClick={() => onStep(1)}
				className={`${PLACE} right-3`}
			/>
		</>
	);
}
