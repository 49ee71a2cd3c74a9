import { Button } from './button.tsx';

interface OutdatedNoteProps {
	message: string;
	isLoading?: boolean;
	onRetry: () => void;
}

/** A note below a list that could not be refetched, so that its content may be outdated. */
export function OutdatedNote({ message, isLoading = false, onRetry }: OutdatedNoteProps) {
	return (
		<div className="grid justify-items-start gap-2 px-2 pt-3 text-sm text-ink-soft">
			<p role="status">{message}</p>
			<Button size="small" busy={isLoading} onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}
