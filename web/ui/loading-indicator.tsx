import { Spinner } from './spinner.tsx';

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
