import { useQuery } from '@tanstack/react-query';
import { ADMIN_ITEM_STATUS_LABELS } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_USER_MESSAGES, type AdminUser } from '#contract/admin/users.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { currentData, PanelContent } from '#web/admin/kit/panel-content.tsx';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { formatDay } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { Link } from '#web/ui/link.tsx';
import { userQuery } from './queries.ts';
import { type UserHandlers, userActions } from './user-actions.ts';
import { UserStatus } from './user-status.tsx';

interface UserPanelProps {
	id: number;
	/** The user as the list has it. */
	listed: AdminUser | undefined;
	handlers: UserHandlers;
	onClose: () => void;
}

/** One user in full, with the possible actions. */
export function UserPanel({ id, listed, handlers, onClose }: UserPanelProps) {
	const query = useQuery(userQuery(id, listed));
	const details = currentData(query);
	const user = details?.user;

	return (
		<SidePanel
			title={user?.userName ?? 'User'}
			onClose={onClose}
			actions={user && <PanelActions actions={userActions(user, handlers)} />}
		>
			<PanelContent query={query} failureMessage={ADMIN_USER_MESSAGES.loadFailed}>
				{(shown) => <UserDetails user={shown.user} />}
			</PanelContent>
			{details && <HistoryList history={details.history} />}
		</SidePanel>
	);
}

function UserDetails({ user }: { user: AdminUser }) {
	return (
		<>
			<dl className="grid gap-3">
				<Detail label="Username">{user.userName}</Detail>
				<Detail label="Email">{user.email ?? 'None'}</Detail>
				<Detail label="Phone">{user.phoneNumber ?? 'None'}</Detail>
				<Detail label="Verification status">
					<UserStatus user={user} />
				</Detail>
				{user.isBanned && <Detail label="Ban reason">{user.banReason ?? 'None was given'}</Detail>}
				<Detail label="Items listed">{user.itemCount}</Detail>
				<Detail label="Joined">{formatDay(user.createdAt)}</Detail>
			</dl>
			<UserItems user={user} />
			{!user.isBanned && <PublicSiteLink to={personPath(user.id)}>Public page</PublicSiteLink>}
		</>
	);
}

function UserItems({ user: { Items: items, itemCount } }: { user: AdminUser }) {
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
							{ADMIN_ITEM_STATUS_LABELS[status]}, {formatDate(createdAt)}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
