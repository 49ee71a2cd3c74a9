import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADMIN_NOTIFICATION_MESSAGES, type AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { countWord } from '#web/admin/kit/count-badge.tsx';
import { loadWords } from '#web/admin/kit/load-words.ts';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Matter {
	of: keyof Omit<AdminCounts, 'success'>;
	one: string;
	many: string;
	to: string;
}

const MATTERS: readonly Matter[] = [
	{
		of: 'pendingReports',
		one: 'item report',
		many: 'item reports',
		to: `${ADMIN_PAGES.reports}?status=pending`,
	},
	{
		of: 'pendingUserReports',
		one: 'user report',
		many: 'user reports',
		to: `${ADMIN_PAGES.userReports}?status=pending`,
	},
	{
		of: 'pendingFeedback',
		one: 'piece of feedback',
		many: 'pieces of feedback',
		to: `${ADMIN_PAGES.feedback}?status=pending`,
	},
];

/**
 * What waits for a decision, each with the way to it.
 * @param children said below
 */
export function Waiting({ children }: { children: ReactNode }) {
	const { data: counts, error } = useQuery(countsQuery());
	const waiting = counts && MATTERS.filter((matter) => counts[matter.of] > 0);

	return (
		<section aria-labelledby="waiting" className="grid gap-3">
			<h2 id="waiting" className="text-xl">
				Waiting for a decision
			</h2>
			{!counts && error && (
				<FormAlert>{loadWords(error, ADMIN_NOTIFICATION_MESSAGES.loadFailed)}</FormAlert>
			)}
			{!counts && !error && <Skeleton className="h-14" />}
			{waiting?.length === 0 && (
				<p className="text-sm text-ink-soft">
					Nothing is waiting. All reports and feedback are decided.
				</p>
			)}
			<ul className="grid gap-3 empty:hidden tablet:grid-cols-3">
				{waiting?.map(({ of, one, many, to }) => (
					<li key={of}>
						<Link
							to={to}
							className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-accent-wash px-4 py-2 text-sm font-semibold hover:border-edge"
						>
							<span className="font-display text-xl font-bold tabular-nums">
								{countWord(counts?.[of] ?? 0)}
							</span>
							{counts?.[of] === 1 ? one : many}
						</Link>
					</li>
				))}
			</ul>
			{children}
		</section>
	);
}
