import { type ReactNode, useId } from 'react';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ItemStatus } from '#web/admin/items/item-status.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import type { Activity } from './queries.ts';

/** The newest users and items; undefined while loading. */
export function RecentLists({ activity }: { activity: Activity | undefined }) {
	return (
		<div className="grid gap-4 wide:grid-cols-2">
			<RecentList title="Recent registrations" emptyText="Nobody has signed up yet.">
				{activity?.recentUserRegistrations.map(({ id, userName, createdAt }) => (
					<RecentRow
						key={id}
						to={`${ADMIN_PAGES.users}?user=${id}`}
						name={userName}
						createdAt={createdAt}
					/>
				))}
			</RecentList>
			<RecentList title="Recent submissions" emptyText="Nothing has been posted yet.">
				{activity?.recentItemSubmissions.map(({ id, title, status, createdAt, User }) => (
					<RecentRow
						key={id}
						to={`${ADMIN_PAGES.items}?item=${id}`}
						name={title}
						postedBy={User?.userName ?? 'Unknown'}
						createdAt={createdAt}
					>
						{/* The dashboard says 'Active', the list of items 'Available'. */}
						<ItemStatus status={status} owner={User} availableLabel="Active" />
					</RecentRow>
				))}
			</RecentList>
		</div>
	);
}

interface RecentListProps {
	title: string;
	/** Shown when the list is empty. */
	emptyText: string;
	/** Undefined while loading. */
	children: ReactNode[] | undefined;
}

function RecentList({ title, emptyText, children }: RecentListProps) {
	const id = useId();

	return (
		<section
			aria-labelledby={id}
			className="grid content-start rounded-card border border-line bg-surface px-4 pt-4 pb-1"
		>
			<h2 id={id} className="pb-2 text-lg">
				{title}
			</h2>
			{children === undefined && <Skeleton className="mb-3 h-48" />}
			{children?.length === 0 && <p className="pb-3 text-sm text-ink-soft">{emptyText}</p>}
			<ul className="grid divide-y divide-line empty:hidden">{children}</ul>
		</section>
	);
}

interface RecentRowProps {
	to: string;
	name: string;
	postedBy?: string;
	createdAt: string;
	children?: ReactNode;
}

function RecentRow({ to, name, postedBy, createdAt, children }: RecentRowProps) {
	return (
		<li className="flex flex-wrap items-center gap-x-4 py-1 text-sm">
			<Link
				to={to}
				className="grid min-h-11 min-w-0 flex-[1_1_9rem] content-center font-semibold wrap-anywhere hover:underline"
			>
				{name}
				{postedBy && (
					<span className="text-xs font-normal text-ink-soft">
						by <bdi>{postedBy}</bdi>
					</span>
				)}
			</Link>
			{children}
			<span className="text-xs whitespace-nowrap text-ink-soft tablet:w-28 tablet:text-right">
				<TimeAgo iso={createdAt} />
			</span>
		</li>
	);
}
