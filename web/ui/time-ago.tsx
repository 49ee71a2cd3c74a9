import { formatMoment, timeAgo } from '#web/lib/format.ts';

/** The relative time, with the exact one as tooltip and for screen readers. */
export function TimeAgo({ iso }: { iso: string }) {
	const exact = formatMoment(iso);
	return (
		// The server rendered the relative time a moment earlier, so the text may differ.
		<time dateTime={iso} title={exact} suppressHydrationWarning>
			{timeAgo(iso)}
			<span className="sr-only" suppressHydrationWarning>
				, {exact}
			</span>
		</time>
	);
}
