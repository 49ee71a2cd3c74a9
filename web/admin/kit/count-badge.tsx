import { ADMIN_COUNT_MAX } from '#contract/admin/notifications.ts';

interface CountBadgeProps {
	count: number;
	/** What is counted, for screen readers: 'pending'. */
	label: string;
	className?: string;
}

/** The number of pending or unread entries; renders nothing for 0. */
export function CountBadge({ count, label, className = '' }: CountBadgeProps) {
	if (count === 0) return null;
	return (
		<span
			className={`inline-grid min-h-5.5 min-w-5.5 place-items-center rounded-full bg-accent px-1.5 text-xs font-bold text-on-accent tabular-nums ${className}`}
		>
			{formatBadgeCount(count)}
			<span className="sr-only"> {label}</span>
		</span>
	);
}

/** '12', or '99+' from a hundred on: the server counts no further. */
export function formatBadgeCount(count: number): string {
	return count < ADMIN_COUNT_MAX ? String(count) : `${ADMIN_COUNT_MAX - 1}+`;
}
