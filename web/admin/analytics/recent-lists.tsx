import { type ReactNode, useId } from 'react';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ItemStatus } from '#web/admin/items/item-status.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import type { Activity } from './queries.ts';

/** The newest users and items; undefined while they are on their way. */
export function RecentLists({ activity }: { activity: Activity | undefined }) {
	return (
		<div className="grid gap-4 wide:grid-cols-2">
			<Recent title="Recent registrations" none="Nobody has signed up yet.">
				{activity?.recentUserRegistrations.map(({ id, userName, createdAt }) => (
					<Row key={id} to={`${ADMIN_PAGES.users}?user=${id}`} name={userName} at={createdAt} />
				))}
			</Recent>
			<Recent title="Recent submissions" none="Nothing has been posted yet.">
				{activity?.recentItemSubmissions.map(({ id, title, status, createdAt, User }) => (
					<Row
						key={id}
						to={`${ADMIN_PAGES.items}?item=${id}`}
						name={title}
						by={User?.userName ?? 'Unknown'}
						at={createdAt}
					>
						<ItemStatus status={status} />
					</Row>
				))}
			</Recent>
		</div>
	);
}

interface RecentProps {
	title: string;
	/** Said where there are none. */
	none: string;
	/** Undefined while they are on their way. */
	children: ReactNode[] | undefined;
}

function Recent({ title, none, children }: RecentProps) {
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
			{children?.length === 0 && <p className="pb-3 text-sm text-ink-soft">{none}</p>}
			<ul className="grid divide-y divide-line empty:hidden">{children}</ul>
		</section>
	);
}

interface RowProps {
	to: string;
	name: string;
	by?: string;
	at: string;
	children?: ReactNode;
}

function Row({ to, name, by, at, children }: RowProps) {
	return (
		<li className="flex flex-wrap items-center gap-x-4 py-1 text-sm">
			<Link
				to={to}
				className="grid min-h-11 min-w-0 flex-[1_1_9rem] content-center font-semibold wrap-anywhere hover:underline"
			>
				{name}
				{by && <span className="text-xs font-normal text-ink-soft">by {by}</span>}
			</Link>
			{children}
			<span className="text-xs whitespace-nowrap text-ink-soft tablet:w-28 tablet:text-right">
				<TimeAgo iso={at} />
			</span>
		</li>
	);
}
