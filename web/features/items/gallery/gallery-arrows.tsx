import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';

const POSITION = 'absolute top-1/2 -translate-y-1/2';

export function GalleryArrows({ onStep }: { onStep: (by: 1 | -1) => void }) {
	return (
		<>
			<IconButton
				variant="floating"
				label="Previous photo"
				icon={<ChevronLeft aria-hidden="true" className="size-6" />}
				onClick={() => onStep(-1)}
				className={`${POSITION} left-3`}
			/>
			<IconButton
				variant="floating"
				label="Next photo"
				icon={<ChevronRight aria-hidden="true" className="size-6" />}
				onClick={() => onStep(1)}
				className={`${POSITION} right-3`}
			/>
		</>
	);
}
