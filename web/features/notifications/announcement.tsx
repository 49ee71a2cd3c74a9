import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationSummary } from '#contract/notifications/notifications.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useMarkRead } from './list-queries.ts';
import { notificationSummaryQuery } from './queries.ts';

type ShownAnnouncement = NonNullable<NotificationSummary['announcement']>;

/** Icon, its colour and ground, and the word for those who see neither. */
const STYLES: Record<ShownAnnouncement['type'], [LucideIcon, string, string, string]> = {
	info: [Info, 'text-link', 'bg-surface', 'Announcement'],
	warning: [TriangleAlert, 'text-ink', 'bg-accent-wash', 'Warning'],
	success: [CircleCheck, 'text-good', 'bg-surface', 'Good news'],
	error: [OctagonAlert, 'text-bad', 'bg-bad-wash', 'Problem'],
};

/**
 * The newest announcement of the administrators, on the home page. It fills a place of its own height whether there is one or
 * not, so that nothing moves. In full it is in the notifications, where a press leads.
 */
export function Announcement() {
	const { data } = useQuery(notificationSummaryQuery());
	const markingRead = useMarkRead();
	const [dismissed, setDismissed] = useState<readonly number[]>([]);
	const shown = data?.announcement ?? null;

	/** Away at once; where it could not be marked as read, it comes again at the next visit. */
	function dismiss(id: number) {
		// The button goes away: the next Tab goes on in the page.
		document.querySelector('main')?.focus({ preventScroll: true });
		setDismissed([...dismissed, id]);
		markingRead.mutate(`n${id}`);
	}

	// The live region is there before its text: one that arrives with it is not read.
	return (
		<div role="status">
			{shown && !dismissed.includes(shown.id) && (
				<Card announcement={shown} onDismiss={() => dismiss(shown.id)} />
			)}
		</div>
	);
}

function Card({
	announcement,
	onDismiss,
}: {
	announcement: ShownAnnouncement;
	onDismiss: () => void;
}) {
	const { title, message, type } = announcement;
	const [Icon, colour, ground, word] = STYLES[type];

	return (
		<section
			aria-label={word}
			className={`flex h-11 items-center rounded-card border border-line ${ground}`}
		>
			<Link
				to={PAGES.notifications}
				className="flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-card pl-3"
			>
				<Icon aria-hidden="true" className={`size-5 shrink-0 ${colour}`} />
				<span className="grid min-w-0 leading-4 tablet:flex tablet:items-baseline tablet:gap-2.5">
					<span className="truncate text-sm font-semibold tablet:shrink-0 tablet:max-w-[50%]">
						{title}
					</span>
					<span className="truncate text-xs tablet:text-sm">{message}</span>
				</span>
			</Link>
			<IconButton
				label={`Dismiss: ${title}`}
				icon={<X aria-hidden="true" className="size-5" />}
				onClick={onDismiss}
			/>
		</section>
	);
}
