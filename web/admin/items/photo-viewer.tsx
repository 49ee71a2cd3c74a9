import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isolated } from '#contract/core/format.ts';
import type { ShownPhoto } from '#web/lib/shown-photo.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useModal } from '#web/ui/use-modal.ts';

interface PhotoViewerProps {
	open: boolean;
	/** Title of the item. */
	title: string;
	photos: readonly ShownPhoto[];
	/** Index of the photo shown, from 0. */
	index: number;
	onIndexChange: (index: number) => void;
	onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One photo in full screen; the arrow keys step through the others. */
export function PhotoViewer(props: PhotoViewerProps) {
	const { open, title, photos, index, onIndexChange, onClose } = props;
	const modal = useModal(open, onClose);
	const count = photos.length;
	const positionText = `Picture ${index + 1} of ${count}`;

	function step(delta: number) {
		onIndexChange((index + delta + count) % count);
	}

	function handleKey({ key }: KeyboardEvent) {
		const delta = STEPS[key];
		if (delta !== undefined && count > 1) step(delta);
	}

	return (
		<dialog
			{...modal}
			aria-label={`Pictures of ${isolated(title)}`}
			onKeyDown={handleKey}
			className="fixed inset-0 m-auto h-dvh max-h-none w-dvw max-w-none flex-col bg-paper text-ink open:flex tablet:h-[94dvh] tablet:w-[94dvw] tablet:rounded-card"
		>
			{open && (
				<>
					<div className="flex items-center justify-between gap-3 py-1 pr-2 pl-4">
						<p role="status" className="text-sm font-semibold tabular-nums">
							{positionText}
						</p>
						<IconButton
							label="Close"
							icon={<X aria-hidden="true" className="size-5" />}
							onClick={onClose}
						/>
					</div>
					<div className="relative min-h-0 flex-1">
						<Picture
							key={photos[index]?.url}
							photo={photos[index]}
							alt={`${positionText} of ${isolated(title)}`}
							sizes="94vw"
							fit="contain"
							hasThumb={false}
							isEager
							className="absolute inset-0"
						/>
						{count > 1 && <StepButtons onStep={step} />}
					</div>
				</>
			)}
		</dialog>
	);
}

const POSITION_CLASS = 'absolute top-1/2 -translate-y-1/2';

function StepButtons({ onStep }: { onStep: (delta: number) => void }) {
	return (
		<>
			<IconButton
				variant="floating"
				label="Previous picture"
				icon={<ChevronLeft aria-hidden="true" className="size-6" />}
				onClick={() => onStep(-1)}
				className={`${POSITION_CLASS} left-3`}
			/>
			<IconButton
				variant="floating"
				label="Next picture"
				icon={<ChevronRight aria-hidden="true" className="size-6" />}
				onClick={() => onStep(1)}
				className={`${POSITION_CLASS} right-3`}
			/>
		</>
	);
}
