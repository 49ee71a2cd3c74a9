import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_USER_MESSAGES, type AdminUser, exportUsers } from '#contract/admin/users.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { useFilters, useOpenedId } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { toQuery, USER_FILTERS, usersQuery } from './queries.ts';
import { useUserChanges } from './use-user-changes.ts';
import { USER_KEY_HINTS } from './user-actions.ts';
import { UserBulk } from './user-bulk.tsx';
import { type OpenUserDialog, UserDialogs } from './user-dialogs.tsx';
import { UserPanel } from './user-panel.tsx';
import { UserToolbar } from './user-toolbar.tsx';
import { UsersTable } from './users-table.tsx';

const NO_USERS: readonly AdminUser[] = [];

/** All users, with their status and the possible actions. */
export function UsersPage() {
	const { filters, page, isFiltered, change, goToPage, pageSize, sorting } = useFilters(
		USER_FILTERS,
		'users',
	);
	const { openedId, open } = useOpenedId('user');
	const query = useQuery(usersQuery(filters, page));
	const users = query.data?.users ?? NO_USERS;
	const { ids, selected, select, clear } = useSelection(users, ({ id }) => id);
	const [openDialog, setOpenDialog] = useState<OpenUserDialog>();
	const changes = useUserChanges();
	const handlers = {
		verify: (user: AdminUser) =>
			user.isVerified ? setOpenDialog({ kind: 'unverify', user }) : changes.verifying.mutate(user),
		warn: (user: AdminUser) => setOpenDialog({ kind: 'warn', user }),
		ban: (user: AdminUser) => setOpenDialog({ kind: 'ban', user }),
		unban: (user: AdminUser) => changes.unbanning.mutate(user),
	};

	return (
		<div className="grid gap-4">
			<ListHeading
				keyHints={USER_KEY_HINTS}
				aside={
					<ExportButton
						endpoint={exportUsers}
						input={{ query: toQuery(filters) }}
						label="Export CSV"
						failureMessage={ADMIN_USER_MESSAGES.exportFailed}
					/>
				}
			>
				Users
			</ListHeading>
			<div>
				<UserToolbar filters={filters} onChange={change} />
				<ListBody
					label="Users"
					query={query}
					failureMessage={ADMIN_USER_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					singular="user"
					plural="users"
					onPageChange={goToPage}
					pageSize={pageSize}
					isEmpty={(data) => data.users.length === 0}
				>
					{(data, isBusy) => (
						<UsersTable
							users={data.users}
							isBusy={isBusy}
							handlers={handlers}
							openedId={openedId}
							onOpen={open}
							selectedIds={ids}
							onSelect={select}
							sorting={sorting}
						/>
					)}
				</ListBody>
				<UserBulk selected={selected} onClear={clear} />
			</div>
			{openedId !== undefined && (
				<UserPanel
					id={openedId}
					listed={users.find(({ id }) => id === openedId)}
					handlers={handlers}
					onClose={() => open(undefined)}
				/>
			)}
			<UserDialogs
				openDialog={openDialog}
				changes={changes}
				onClose={() => setOpenDialog(undefined)}
			/>
		</div>
	);
}

const NOTHING_FOUND = { title: 'No users found', hint: 'Try other words or fewer filters.' };
const NOTHING_YET = { title: 'No users yet', hint: 'Everyone who signs up is listed here.' };
