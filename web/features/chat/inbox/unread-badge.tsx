import { formatBadgeCount } from '#web/features/notifications/unread.ts';

/** An unread count; renders nothing for 0. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
	if (count === 0) return null;
	return (
		<span
			className={`grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-xs leading-none font-bold text-on-accent tabular-nums ${className}`}
		>
			<span>
				{formatBadgeCount(count)}
				<span className="sr-only"> unread</span>
			</span>
		</span>
	);
}
