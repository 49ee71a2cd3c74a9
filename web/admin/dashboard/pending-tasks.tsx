import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADMIN_NOTIFICATION_MESSAGES, type AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { formatBadgeCount } from '#web/admin/kit/count-badge.tsx';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface PendingTask {
	countKey: keyof Omit<AdminCounts, 'success'>;
	singular: string;
	plural: string;
	to: string;
}

const PENDING_TASKS: readonly PendingTask[] = [
	{
		countKey: 'pendingReports',
		singular: 'item report',
		plural: 'item reports',
		to: `${ADMIN_PAGES.reports}?status=pending`,
	},
	{
		countKey: 'pendingUserReports',
		singular: 'user report',
		plural: 'user reports',
		to: `${ADMIN_PAGES.userReports}?status=pending`,
	},
	{
		countKey: 'pendingWantedReports',
		singular: 'report of a wanted post',
		plural: 'reports of wanted posts',
		to: `${ADMIN_PAGES.wanted}?isReported=true`,
	},
	{
		countKey: 'pendingReviewReports',
		singular: 'report of a review',
		plural: 'reports of reviews',
		to: `${ADMIN_PAGES.reviewReports}?status=pending`,
	},
	{
		countKey: 'pendingFeedback',
		singular: 'piece of feedback',
		plural: 'pieces of feedback',
		to: `${ADMIN_PAGES.feedback}?status=pending`,
	},
];

/**
 * The counts of pending reports and feedback, each with a link to the list.
 * @param children shown below the counts
 */
export function PendingTasks({ children }: { children: ReactNode }) {
	const { data: counts, error } = useQuery(countsQuery());
	const pendingTasks = counts && PENDING_TASKS.filter((task) => counts[task.countKey] > 0);

	return (
		<section aria-labelledby="waiting" className="grid gap-3">
			<h2 id="waiting" className="text-xl">
				Waiting for a decision
			</h2>
			{!counts && error && (
				<FormAlert>{loadErrorMessage(error, ADMIN_NOTIFICATION_MESSAGES.loadFailed)}</FormAlert>
			)}
			{!counts && !error && <Skeleton className="h-14" />}
			{pendingTasks?.length === 0 && (
				<p className="text-sm text-ink-soft">
					Nothing is waiting. All reports and feedback are decided.
				</p>
			)}
			<ul className="grid gap-3 empty:hidden tablet:grid-cols-3">
				{pendingTasks?.map(({ countKey, singular, plural, to }) => (
					<li key={countKey}>
						<Link
							to={to}
							className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-accent-wash px-4 py-2 text-sm font-semibold hover:border-edge"
						>
							<span className="font-display text-xl font-bold tabular-nums">
								{formatBadgeCount(counts?.[countKey] ?? 0)}
							</span>
							{counts?.[countKey] === 1 ? singular : plural}
						</Link>
					</li>
				))}
			</ul>
			{children}
		</section>
	);
}
