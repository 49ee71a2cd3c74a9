import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';

interface MoveButtonsProps {
	/** The name of the entry, or a substitute for an entry without one. */
	label: string;
	index: number;
	/** The number of entries in the list. */
	count: number;
	/** @param to the new index; one outside of the list is ignored */
	onMove: (to: number) => void;
	className?: string;
}

/**
 * Buttons that move an entry up or down. At the ends of the list they are marked as disabled by `aria-disabled`,
 * because a `disabled` button would lose the focus.
 */
export function MoveButtons({ label, index, count, onMove, className = '' }: MoveButtonsProps) {
	return (
		<span className={`flex ${className}`}>
			<IconButton
				label={`Move ${label} up`}
				icon={<ArrowUp aria-hidden="true" className="size-5" />}
				aria-disabled={index === 0 || undefined}
				onClick={() => onMove(index - 1)}
				className="aria-disabled:cursor-default aria-disabled:opacity-40"
			/>
			<IconButton
				label={`Move ${label} down`}
				icon={<ArrowDown aria-hidden="true" className="size-5" />}
				aria-disabled={index === count - 1 || undefined}
				onClick={() => onMove(index + 1)}
				className="aria-disabled:cursor-default aria-disabled:opacity-40"
			/>
		</span>
	);
}
