import type { AdminUser } from '#contract/admin/users.ts';
import { type Column, DataTable, type Sorting } from '#web/admin/kit/data-table.tsx';
import { formatDate } from '#web/lib/short-dates.ts';
import { type UserHandlers, userActions } from './user-actions.ts';
import { UserStatus } from './user-status.tsx';

const COLUMNS: readonly Column<AdminUser>[] = [
	{
		title: 'User',
		isMain: true,
		sort: { ascending: 'name', first: 'ascending' },
		cell: ({ userName }) => userName,
	},
	{ title: 'Email', isTruncated: true, cell: ({ email }) => <Email address={email} /> },
	{ title: 'Status', isShownBesidePanel: true, cell: (user) => <UserStatus user={user} /> },
	{
		title: 'Joined',
		isNowrap: true,
		visibleFrom: 'wide',
		sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
		cell: ({ createdAt }) => formatDate(createdAt),
	},
];

interface UsersTableProps {
	users: readonly AdminUser[];
	/** True while another page loads. */
	isBusy: boolean;
	handlers: UserHandlers;
	openedId: number | undefined;
	onOpen: (id: number) => void;
	selectedIds: ReadonlySet<number>;
	onSelect: (ids: ReadonlySet<number>) => void;
	sorting: Sorting;
}

export function UsersTable(props: UsersTableProps) {
	const { users, isBusy, handlers, openedId, onOpen, selectedIds, onSelect, sorting } = props;

	return (
		<DataTable
			label="Users"
			columns={COLUMNS}
			rows={users}
			idOf={({ id }) => id}
			nameOf={({ userName }) => userName}
			actionsOf={(user) => userActions(user, handlers)}
			open={({ id }) => onOpen(id)}
			openedId={openedId}
			selection={{
				ids: selectedIds,
				allLabel: 'Select all users on this page',
				onChange: onSelect,
			}}
			isBusy={isBusy}
			sorting={sorting}
		/>
	);
}

/** A long address is cut here; the panel shows it in full. */
function Email({ address }: { address: string | null }) {
	return <span title={address ?? undefined}>{address ?? 'None'}</span>;
}
