import { Ban } from 'lucide-react';

/** Shown beside the name of a person whom the user has blocked. */
export function BlockedMark() {
	return (
		<span className="inline-flex shrink-0 items-center gap-1 text-xs font-semibold text-ink-soft">
			<Ban aria-hidden="true" className="size-3.5" />
			Blocked
		</span>
	);
}
