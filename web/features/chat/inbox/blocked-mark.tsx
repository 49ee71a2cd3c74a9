import { Ban } from 'lucide-react';

/** Beside the name of somebody whom one has blocked. */
export function BlockedMark() {
	return (
		<span className="inline-flex shrink-0 items-center gap-1 text-xs font-semibold text-ink-soft">
			<Ban aria-hidden="true" className="size-3.5" />
			Blocked
		</span>
	);
}
