import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { noticeEntryId } from '#contract/notifications/facts.ts';
import { focusMain } from '#web/ui/focus-page.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useMarkRead } from './list-queries.ts';
import { notificationSummaryQuery } from './queries.ts';

type ShownAnnouncement = NonNullable<NotificationSummary['announcement']>;

/** The label is for screen readers. */
const STYLES: Record<
	ShownAnnouncement['type'],
	[icon: LucideIcon, iconColour: string, background: string, label: string]
> = {
	info: [Info, 'text-link', 'bg-surface', 'Announcement'],
	warning: [TriangleAlert, 'text-ink', 'bg-accent-wash', 'Warning'],
	success: [CircleCheck, 'text-good', 'bg-surface', 'Good news'],
	error: [OctagonAlert, 'text-bad', 'bg-bad-wash', 'Problem'],
};

/**
 * The administrators' newest announcement on the home page, linked to the notifications, which contain its full text.
 * The home page always reserves the height of an announcement, so that nothing moves.
 */
export function Announcement() {
	const { data } = useQuery(notificationSummaryQuery());
	const markingRead = useMarkRead();
	const [dismissed, setDismissed] = useState<readonly number[]>([]);
	const announcement = data?.announcement ?? null;

	/** Hides the announcement at once. If marking it as read fails, it is shown again on the next visit. */
	function dismiss(id: number) {
		// The button is removed: move the focus, so that the next Tab continues in the page.
		focusMain();
		setDismissed([...dismissed, id]);
		markingRead.mutate({ id: noticeEntryId(id) });
	}

	// Screen readers announce text only in a live region that was rendered before it.
	return (
		<div role="status">
			{announcement && !dismissed.includes(announcement.id) && (
				<Card announcement={announcement} onDismiss={() => dismiss(announcement.id)} />
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
	const [Icon, iconColour, background, label] = STYLES[type];

	return (
		<section
			aria-label={label}
			className={`flex h-11 items-center rounded-card border border-line ${background}`}
		>
			<Link
				to={PAGES.notifications}
				className="flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-card pl-3"
			>
				<Icon aria-hidden="true" className={`size-5 shrink-0 ${iconColour}`} />
				<span className="grid min-w-0 leading-4 tablet:flex tablet:items-baseline tablet:gap-2.5">
					<span className="truncate text-sm font-semibold tablet:shrink-0 tablet:max-w-[50%]">
						{title}
					</span>
					<span className="truncate text-xs tablet:text-sm">{message}</span>
				</span>
			</Link>
			<IconButton
				label={`Dismiss: ${isolated(title)}`}
				icon={<X aria-hidden="true" className="size-5" />}
				onClick={onDismiss}
			/>
		</section>
	);
}
