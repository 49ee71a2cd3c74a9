import type { AdminUser } from '#contract/admin/users.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { type UserHandlers, userActions } from './user-actions.ts';
import { UserStatus } from './user-status.tsx';

const COLUMNS: readonly Column<AdminUser>[] = [
	{ title: 'User', isMain: true, cell: ({ userName }) => userName },
	{ title: 'Email', cell: ({ email }) => email ?? 'None' },
	{ title: 'Status', cell: (user) => <UserStatus user={user} /> },
	{
		title: 'Joined',
		isShort: true,
		only: 'wide',
		cell: ({ createdAt }) => formatDate(createdAt),
	},
];

interface UsersTableProps {
	users: readonly AdminUser[];
	/** While another page is on its way. */
	isBusy: boolean;
	handlers: UserHandlers;
	openedId: number | undefined;
	onOpen: (id: number) => void;
	selectedIds: ReadonlySet<number>;
	onSelect: (ids: ReadonlySet<number>) => void;
}

export function UsersTable(props: UsersTableProps) {
	const { users, isBusy, handlers, openedId, onOpen, selectedIds, onSelect } = props;

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
		/>
	);
}
