import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import {
	ADMIN_USER_MESSAGES,
	ADMIN_USERS_PAGE_SIZE,
	type AdminUser,
	exportUsers,
	getUser,
	listUsers,
} from '#contract/admin/users.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing } from '#web/admin/lib/queries.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { USER_BULK_CHANGES, userActions } from './user-actions.ts';
import { USER_NOUN } from './user-changes.ts';
import { UserDetails } from './user-details.tsx';
import { UserStatus } from './user-status.tsx';

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
