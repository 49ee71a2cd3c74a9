import { useSyncExternalStore } from 'react';
import { watchClock } from '#web/lib/clock.ts';
import { formatMoment, timeAgo } from '#web/lib/format.ts';

/** The relative time, kept up to date, with the exact time as tooltip and for screen readers. */
export function TimeAgo({ iso }: { iso: string }) {
	const exact = formatMoment(iso);
	const current = useSyncExternalStore(
		watchClock,
		() => timeAgo(iso),
		() => undefined,
	);
	return (
		// Hydration keeps the server's text, which may be a day old in a page from the offline cache. After hydration the key
		// changes, which replaces the element.
		<time key={current && 1} dateTime={iso} title={exact} suppressHydrationWarning>
			{current ?? timeAgo(iso)}
			<span className="sr-only">, {exact}</span>
		</time>
	);
}
