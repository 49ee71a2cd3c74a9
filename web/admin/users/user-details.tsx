import type { AdminUserDeals } from '#contract/admin/deals.ts';
import { itemStatusLabel } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import type { RowDetails } from '#web/admin/kit/list-section.ts';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatDay } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { Link } from '#web/ui/link.tsx';
import { UserStatus } from './user-status.tsx';

/** A user with the numbers of their deals, which a list does not load. */
export interface UserWithDeals extends AdminUser {
	deals?: AdminUserDeals;
}

/** The panel's content about one user. */
export function UserDetails({ row: user, history }: RowDetails<UserWithDeals>) {
	return (
		<>
			<dl className="grid gap-3">
				<Detail label="Username">{user.userName}</Detail>
				<Detail label="Email">
					{user.email === null
						? 'None'
						: `${user.email}\n${user.isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}`}
				</Detail>
				<Detail label="Phone">{user.phoneNumber ?? 'None'}</Detail>
				<Detail label="Verification status">
					<UserStatus user={user} />
				</Detail>
				{user.isBanned && <Detail label="Ban reason">{user.banReason ?? 'None was given'}</Detail>}
				<Detail label="Items listed">{user.itemCount}</Detail>
				{user.deals && <DealNumbers deals={user.deals} />}
				<Detail label="Joined">{formatDay(user.createdAt)}</Detail>
			</dl>
			<UserItems user={user} />
			{!user.isBanned && <PublicSiteLink to={personPath(user.id)}>Public page</PublicSiteLink>}
			<HistoryList history={history} />
		</>
	);
}

function DealNumbers({ deals: { completed, missed, reviews, rating } }: { deals: AdminUserDeals }) {
	return (
		<>
			<Detail label="Completed deals">{String(completed)}</Detail>
			<Detail label={`Missed hand-overs, ${DEAL_LIMITS.missedDays} days`}>{String(missed)}</Detail>
			<Detail label="Reviews">
				{rating === null ? String(reviews) : `${reviews}, on average ${rating}`}
			</Detail>
		</>
	);
}

function UserItems({ user: { Items: items, itemCount, isBanned } }: { user: AdminUser }) {
	if (items.length === 0) return null;
	return (
		<section aria-label="Items" className="grid gap-2">
			<h3 className="text-base">{items.length < itemCount ? 'Newest items' : 'Items'}</h3>
			<ul className="grid divide-y divide-line rounded-field border border-line">
				{items.map(({ id, title, status, createdAt }) => (
					<li key={id} className="flex items-center justify-between gap-3 px-3 text-sm">
						<Link
							to={`${ADMIN_PAGES.items}?item=${id}`}
							className="min-w-0 py-3 font-semibold wrap-anywhere text-link"
						>
							{title}
						</Link>
						<span className="shrink-0 text-xs text-ink-soft">
							{`${itemStatusLabel(status, isBanned)}, ${formatDate(createdAt)}`}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
