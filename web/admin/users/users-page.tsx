import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_USER_MESSAGES, type AdminUser, exportUsers } from '#contract/admin/users.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { useFilters, useOpened } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { asSent, USER_FILTERS, usersQuery } from './queries.ts';
import { useUserChanges } from './use-user-changes.ts';
import { USER_KEYS } from './user-actions.ts';
import { UserBulk } from './user-bulk.tsx';
import { type AskedAboutUser, UserDialogs } from './user-dialogs.tsx';
import { UserPanel } from './user-panel.tsx';
import { UserToolbar } from './user-toolbar.tsx';
import { UsersTable } from './users-table.tsx';

const NOBODY: readonly AdminUser[] = [];

/** Everyone on the market: who they are, verified or not, and what can be done about them. */
export function UsersPage() {
	const { filters, page, isFiltered, change, turnTo, rows, sorting } = useFilters(
		USER_FILTERS,
		'users',
	);
	const { opened, open } = useOpened('user');
	const query = useQuery(usersQuery(filters, page));
	const users = query.data?.users ?? NOBODY;
	const { ids, selected, select, clear } = useSelection(users, ({ id }) => id);
	const [asked, setAsked] = useState<AskedAboutUser>();
	const changes = useUserChanges();
	const handlers = {
		verify: (user: AdminUser) =>
			user.isVerified ? setAsked({ what: 'unverify', user }) : changes.verifying.mutate(user),
		warn: (user: AdminUser) => setAsked({ what: 'warn', user }),
		ban: (user: AdminUser) => setAsked({ what: 'ban', user }),
		unban: (user: AdminUser) => changes.unbanning.mutate(user),
	};

	return (
		<div className="grid gap-4">
			<ListHeading
				keys={USER_KEYS}
				aside={
					<ExportButton
						endpoint={exportUsers}
						input={{ query: asSent(filters) }}
						label="Export CSV"
						failed={ADMIN_USER_MESSAGES.exportFailed}
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
					failed={ADMIN_USER_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOBODY_YET}
					one="user"
					many="users"
					onTurn={turnTo}
					rows={rows}
					isEmpty={(answer) => answer.users.length === 0}
				>
					{(answer, isBusy) => (
						<UsersTable
							users={answer.users}
							isBusy={isBusy}
							handlers={handlers}
							openedId={opened}
							onOpen={open}
							selectedIds={ids}
							onSelect={select}
							sorting={sorting}
						/>
					)}
				</ListBody>
				<UserBulk selected={selected} onClear={clear} />
			</div>
			{opened !== undefined && (
				<UserPanel
					id={opened}
					known={users.find(({ id }) => id === opened)}
					handlers={handlers}
					onClose={() => open(undefined)}
				/>
			)}
			<UserDialogs asked={asked} changes={changes} onClose={() => setAsked(undefined)} />
		</div>
	);
}

const NOTHING_FOUND = { title: 'No users found', hint: 'Try other words or fewer filters.' };
const NOBODY_YET = { title: 'No users yet', hint: 'Everyone who signs up is listed here.' };
