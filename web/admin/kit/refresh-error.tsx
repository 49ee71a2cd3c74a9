import { Button } from '#web/ui/button.tsx';

interface RefreshErrorProps {
	message: string;
	onRetry: () => void;
}

/** Says that reloading failed while the old content stays visible. */
export function RefreshError({ message, onRetry }: RefreshErrorProps) {
	return (
		<div
			role="alert"
			className="mb-3 flex flex-wrap items-center gap-x-3 rounded-card bg-bad-wash px-4 py-1"
		>
			<p className="mr-auto text-sm font-semibold text-bad">{message}</p>
			<Button size="small" variant="quiet" onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}
