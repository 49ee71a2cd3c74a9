import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import type { AdminUserDeals } from '#contract/admin/deals.ts';
import { itemStatusLabel } from '#contract/admin/items.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	ADMIN_USER_MESSAGES,
	ADMIN_USERS_PAGE_SIZE,
	type AdminUser,
	type BULK_USER_ACTIONS,
	banUser,
	bulkChangeUsers,
	exportUsers,
	getUser,
	listUsers,
	unbanUser,
	userBan,
	userWarning,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type {
	BulkChange,
	ListSection,
	RowAction,
	RowDetails,
} from '#web/admin/kit/list-section.ts';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { callWithIdempotencyKey } from '#web/admin/lib/call-with-idempotency-key.ts';
import { dataKindsShowing } from '#web/admin/lib/queries.ts';
import { formatDay } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { Link } from '#web/ui/link.tsx';

/** Whether a user is verified, and whether banned. */
function UserStatus({ user }: { user: Pick<AdminUser, 'isVerified' | 'isBanned'> }) {
	return (
		<span className="inline-flex flex-wrap gap-x-3">
			{user.isVerified ? (
				<StatusLabel tone="good">Verified</StatusLabel>
			) : (
				<StatusLabel tone="quiet">Unverified</StatusLabel>
			)}
			{user.isBanned && <StatusLabel tone="bad">Banned</StatusLabel>}
		</span>
	);
}

/** Verifies an unverified user, or removes the verification of a verified one. */
async function changeVerification({ id, isVerified }: AdminUser): Promise<ChangeReply> {
	const change = { isVerified: !isVerified };
	const reply = await callAdminApi(verifyUser, { params: { id }, body: change });
	const before = { isVerified, isRefused: reply.wasRefused, isByAddress: reply.wasByAddress };
	const undo = () => callAdminApi(verifyUser, { params: { id }, body: before });
	return { message: reply.message, undo };
}

function warn({ id }: AdminUser, message: string): Promise<ChangeReply> {
	return callWithIdempotencyKey(warnUser, { params: { id }, body: { message } });
}

async function ban(user: AdminUser, reason: string): Promise<ChangeReply> {
	const { message } = await sendBan(user, reason);
	return { message, undo: () => sendUnban(user), banned: { about: 'user', id: user.id } };
}

async function unban(user: AdminUser): Promise<ChangeReply> {
	const { message } = await sendUnban(user);
	return { message, undo: () => sendBan(user, user.banReason) };
}

const sendBan = ({ id }: AdminUser, reason: string | null) =>
	callAdminApi(banUser, { params: { id }, body: { reason } });
const sendUnban = ({ id }: AdminUser) => callAdminApi(unbanUser, { params: { id } });

const USER_NOUN = { singular: 'user', plural: 'users' };

const DONE_WORDS = {
	verify: 'verified',
	unverify: 'unverified',
	ban: 'banned',
	unban: 'unbanned',
} as const satisfies Record<(typeof BULK_USER_ACTIONS)[number], string>;

/** Sends a bulk action on users. Unbanning several users cannot be undone: each ban had a reason of its own. */
async function changeUsers(
	action: (typeof BULK_USER_ACTIONS)[number],
	userIds: number[],
	reason?: string,
): Promise<ChangeReply> {
	const reply = await callAdminApi(bulkChangeUsers, { body: { userIds, action, reason } });
	const { changed } = reply;
	const message = BULK_MESSAGES.done(changed.length, USER_NOUN, DONE_WORDS[action]);
	if (action === 'unban' || changed.length === 0) return { message };
	return { message, undo: () => undoBulkChange(INVERSE_ACTION[action], reply) };
}

const INVERSE_ACTION = { verify: 'unverify', unverify: 'verify', ban: 'unban' } as const;

/**
 * Unbans the users, or restores the verification that each had: verified by an email address, refused, or otherwise.
 * Before a `verify`, the others were not verified; before an `unverify`, an administrator had verified them. Each group
 * needs a request of its own.
 */
function undoBulkChange(
	action: (typeof BULK_USER_ACTIONS)[number],
	{ changed, refused, byAddress }: Parsed<(typeof bulkChangeUsers)['reply']>,
): Promise<unknown> {
	const others = changed.filter((id) => !refused.includes(id) && !byAddress.includes(id));
	const requests = [
		{ userIds: refused, isRefused: true, isByAddress: false },
		{ userIds: byAddress, isRefused: false, isByAddress: true },
		{ userIds: others, isRefused: false, isByAddress: false },
	].filter(({ userIds }) => userIds.length > 0);
	return Promise.all(
		requests.map((body) => callAdminApi(bulkChangeUsers, { body: { ...body, action } })),
	);
}

const BAN_CONSEQUENCE =
	'Their sessions end at once, their items leave the market, and their deals end for good.';
const UNBAN_CONSEQUENCE =
	'Their items are on sale again, unless they are sold or banned, and everybody who saved one is told.';
const UNVERIFY_CONSEQUENCE =
	'They lose the badge, and confirming a college address does not bring it back.';
const REASON_HINT =
	'They read it in a mail, and when they try to log in. Name nobody who reported them.';

/** The actions on a user. */
function userActions(user: AdminUser): RowAction[] {
	const { userName, isVerified, isBanned } = user;
	const unverifyQuestion = {
		title: `Unverify ${isolated(userName)}`,
		question: UNVERIFY_CONSEQUENCE,
	};
	const verification: RowAction = {
		label: isVerified ? 'Unverify' : 'Verify',
		key: 'v',
		send: () => changeVerification(user),
		...(isVerified && { confirm: unverifyQuestion }),
	};
	const warning: RowAction = {
		label: 'Warn',
		key: 'w',
		isSecondary: true,
		send: (message) => warn(user, message),
		ask: {
			title: `Warn ${isolated(userName)}`,
			description: 'They see your message on the next page that they open.',
			label: 'Warning',
			schema: userWarning,
			name: 'message',
		},
	};
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		isDestructive: true,
		isSecondary: true,
		send: (reason) => ban(user, reason),
		ask: {
			title: `Ban ${isolated(userName)}`,
			description: BAN_CONSEQUENCE,
			label: 'Reason (optional)',
			hint: REASON_HINT,
			schema: userBan,
			name: 'reason',
		},
	};
	const unbanning: RowAction = {
		label: 'Unban',
		key: 'b',
		isSecondary: true,
		send: () => unban(user),
		confirm: { title: `Unban ${isolated(userName)}`, question: UNBAN_CONSEQUENCE },
	};
	return [verification, warning, isBanned ? unbanning : banning];
}

/** The bulk actions on selected users. */
const USER_BULK_CHANGES: readonly BulkChange<AdminUser>[] = [
	{
		label: 'Verify',
		state: 'verified',
		isAlready: ({ isVerified }) => isVerified,
		send: (ids) => changeUsers('verify', ids),
	},
	{
		label: 'Unverify',
		state: 'unverified',
		isAlready: ({ isVerified }) => !isVerified,
		consequence: UNVERIFY_CONSEQUENCE,
		send: (ids) => changeUsers('unverify', ids),
	},
	{
		label: 'Ban',
		state: 'banned',
		isAlready: ({ isBanned }) => isBanned,
		consequence: BAN_CONSEQUENCE,
		isDestructive: true,
		reasonHint: REASON_HINT,
		send: (ids, reason) => changeUsers('ban', ids, reason),
	},
	{
		label: 'Unban',
		state: 'not banned',
		isAlready: ({ isBanned }) => !isBanned,
		consequence: UNBAN_CONSEQUENCE,
		send: (ids) => changeUsers('unban', ids),
	},
];

/** A user with the numbers of their deals, which a list does not load. */
interface UserWithDeals extends AdminUser {
	deals?: AdminUserDeals;
}

/** The panel's content about one user. */
function UserDetails({ row: user, history }: RowDetails<UserWithDeals>) {
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

const USERS: ListSection<AdminUser> = {
	dataKind: 'users',
	heading: ADMIN_PAGE_TABLE.users.label,
	noun: USER_NOUN,
	list: listFrom(listUsers, ({ users, pagination }) => ({ rows: users, pagination })),
	pageSize: ADMIN_USERS_PAGE_SIZE,
	search: { name: 'search', label: 'Search users' },
	filters: {
		isVerified: {
			label: 'Verification',
			options: { all: 'All Users', true: 'Verified', false: 'Unverified' },
			isSegmented: true,
		},
		isBanned: {
			label: 'Bans',
			options: { all: 'Banned or not', true: 'Banned', false: 'Not banned' },
		},
		sort: {
			label: 'Order',
			options: { newest: 'Newest first', oldest: 'Oldest first', name: 'By name' },
			initial: 'newest',
		},
	},
	loadFailed: ADMIN_USER_MESSAGES.loadFailed,
	nothingFound: { title: 'No users found', hint: 'Try other words or fewer filters.' },
	nothingYet: { title: 'No users yet', hint: 'Everyone who signs up is listed here.' },
	columns: [
		{
			title: 'User',
			isMain: true,
			sort: { ascending: 'name', first: 'ascending' },
			cell: ({ userName }) => userName,
		},
		{
			title: 'Email',
			isTruncated: true,
			cell: (user) => <EmailCell user={user} />,
		},
		{
			title: 'Phone',
			isNowrap: true,
			visibleFrom: 'widest',
			cell: ({ phoneNumber }) => phoneNumber ?? 'None',
		},
		{ title: 'Status', isShownBesidePanel: true, cell: (user) => <UserStatus user={user} /> },
		{
			title: 'Joined',
			isNowrap: true,
			visibleFrom: 'wide',
			sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
			cell: ({ createdAt }) => formatDate(createdAt),
		},
	],
	nameOf: ({ userName }) => userName,
	openedParam: 'user',
	details: {
		title: (user) => user?.userName ?? 'User',
		find: async (id, signal) => {
			const { user, deals, history } = await callAdminApi(getUser, { params: { id }, signal });
			return { row: { ...user, deals }, history };
		},
		render: (details) => <UserDetails {...details} />,
	},
	rowActions: userActions,
	keys: { v: 'verify', w: 'warn', b: 'ban', x: 'select' },
	bulk: { allLabel: 'Select all users on this page', changes: USER_BULK_CHANGES },
	reloads: dataKindsShowing('users'),
	changeFailed: ADMIN_USER_MESSAGES.changeFailed,
	export: {
		endpoint: exportUsers,
		label: 'Export CSV',
		failureMessage: ADMIN_USER_MESSAGES.exportFailed,
	},
};

/** All users, with their status and the possible actions. */
export function UsersPage() {
	return <ListScreen section={USERS} />;
}

/** A long address is cut here; the panel shows it in full. */
function EmailCell({ user: { email, isEmailConfirmed } }: { user: AdminUser }) {
	if (email === null) return 'None';
	return (
		<>
			<span title={email}>{email}</span>
			{!isEmailConfirmed && <span className="block text-xs text-ink-soft">Not confirmed</span>}
		</>
	);
}
