import { Spinner } from './spinner.tsx';

/** A spinner with a text, centred in half of the screen's height. */
export function LoadingIndicator({ label = 'Loading…' }: { label?: string }) {
	return (
		<div
			role="status"
			className="flex min-h-[50vh] items-center justify-center gap-3 text-ink-soft"
		>
			<Spinner />
			<span>{label}</span>
		</div>
	);
}
