import { formatMoment, timeAgo } from '#web/lib/format.ts';

/** How long ago, with the exact moment on hover and for those who listen. */
export function TimeAgo({ iso }: { iso: string }) {
	const exact = formatMoment(iso);
	return (
		// The server drew it a moment ago.
		<time dateTime={iso} title={exact} suppressHydrationWarning>
			{timeAgo(iso)}
			<span className="sr-only" suppressHydrationWarning>
				, {exact}
			</span>
		</time>
	);
}
