import { useRef } from 'react';
import type { ListedAdministrator } from '#contract/admin/administrators.ts';
import { ADMIN_ROLE_LABELS } from '#contract/admin/session.ts';
import { isolated } from '#contract/core/format.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { useRowFocus } from '#web/admin/kit/use-row-focus.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';

interface AdministratorTableProps {
	admins: readonly ListedAdministrator[];
	/** The id of the signed-in administrator. */
	ownId: number | undefined;
	onReset: (admin: ListedAdministrator) => void;
	onRemove: (admin: ListedAdministrator) => void;
}

const COLUMN_TITLES = ['Username', 'Email', 'Role', 'Two-step', 'Last seen'];

/** All administrators. One's own row has no buttons: nobody may remove themselves or reset their own password. */
export function AdministratorTable({ admins, ownId, onReset, onRemove }: AdministratorTableProps) {
	const table = useRef<HTMLTableElement>(null);
	const rowFocusProps = useRowFocus(table);

	return (
		<div className="office-list">
			<table
				ref={table}
				tabIndex={-1}
				aria-label="Administrators"
				className="office-table outline-none"
			>
				<thead>
					<tr>
						{COLUMN_TITLES.map((title) => (
							<th key={title} scope="col">
								{title}
							</th>
						))}
						<th scope="col">
							<span className="sr-only">Actions</span>
						</th>
					</tr>
				</thead>
				<tbody {...rowFocusProps}>
					{admins.map((admin) => (
						<tr key={admin.id}>
							<AdministratorCells admin={admin} isSelf={admin.id === ownId} />
							<td data-actions="">
								{admin.id !== ownId && (
									<div className="@min-[44rem]:@max-[52rem]:w-min!">
										<RowButton
											label="Reset password"
											name={admin.username}
											onPress={() => onReset(admin)}
										/>
										<RowButton
											label="Remove"
											name={admin.username}
											isDestructive
											onPress={() => onRemove(admin)}
										/>
									</div>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function AdministratorCells({ admin, isSelf }: { admin: ListedAdministrator; isSelf: boolean }) {
	const { username, email, roleLevel, hasTwoStep, lastSeenAt } = admin;

	return (
		<>
			<td data-main="" className="@min-[44rem]:h-13">
				<BreakableText>{username}</BreakableText>
				{isSelf && <span className="font-normal text-ink-soft"> (you)</span>}
			</td>
			<td data-label="Email">
				<BreakableText>{email}</BreakableText>
			</td>
			<td data-label="Role" data-short="">
				{ADMIN_ROLE_LABELS[roleLevel]}
			</td>
			<td data-label="Two-step">
				<StatusLabel tone={hasTwoStep ? 'good' : 'quiet'}>{hasTwoStep ? 'On' : 'Off'}</StatusLabel>
			</td>
			<td data-label="Last seen" className="text-ink-soft">
				{lastSeenAt ? <TimeAgo iso={lastSeenAt} /> : 'Never'}
			</td>
		</>
	);
}

interface RowButtonProps {
	label: string;
	name: string;
	isDestructive?: boolean;
	onPress: () => void;
}

function RowButton({ label, name, isDestructive = false, onPress }: RowButtonProps) {
	return (
		<button
			type="button"
			aria-label={`${label}: ${isolated(name)}`}
			onClick={onPress}
			className={`min-h-11 cursor-pointer rounded-field px-2 text-sm font-semibold @min-[44rem]:@max-[52rem]:whitespace-normal ${isDestructive ? 'text-bad' : 'text-link'} hover:bg-sunken`}
		>
			{label}
		</button>
	);
}
