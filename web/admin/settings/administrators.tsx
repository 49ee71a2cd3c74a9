import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
	ADMINISTRATOR_MESSAGES,
	type ListedAdministrator,
	newAdministrator,
	passwordReset,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import { ADMIN_ROLE_LABELS, ADMIN_ROLES } from '#contract/admin/session.ts';
import { isolated } from '#contract/core/format.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { Form, NEW_PASSWORD } from '#web/admin/kit/form.tsx';
import { loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { RowButton } from '#web/admin/kit/row-actions.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { useRowFocus } from '#web/admin/kit/use-row-focus.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminsQuery, refresh } from '#web/admin/lib/queries.ts';
import { useStoredAdmin } from '#web/admin/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { toast } from '#web/ui/toast.ts';

interface AdministratorTableProps {
	admins: readonly ListedAdministrator[];
	/** The id of the signed-in administrator. */
	ownId: number | undefined;
	onReset: (admin: ListedAdministrator) => void;
	onRemove: (admin: ListedAdministrator) => void;
}

/** In a narrow table the buttons stand below each other. */
const ROW_BUTTON_CLASS = '@min-[44rem]:@max-[52rem]:whitespace-normal';
const COLUMN_TITLES = ['Username', 'Email', 'Role', 'Two-step', 'Last seen'];

/** All administrators. One's own row has no buttons: nobody may remove themselves or reset their own password. */
function AdministratorTable({ admins, ownId, onReset, onRemove }: AdministratorTableProps) {
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
											fullLabel={`Reset password: ${isolated(admin.username)}`}
											className={ROW_BUTTON_CLASS}
											onPress={() => onReset(admin)}
										/>
										<RowButton
											label="Remove"
											fullLabel={`Remove: ${isolated(admin.username)}`}
											className={ROW_BUTTON_CLASS}
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

/** The dialog that is open, and its administrator. */
interface OpenAdminDialog {
	kind: 'remove' | 'reset';
	admin: ListedAdministrator;
}

/** The administrators: add, remove, and reset a lost password. */
export function Administrators() {
	const { data: admins, error, refetch } = useQuery(adminsQuery());
	const ownId = useStoredAdmin()?.id;
	const [isAdding, setIsAdding] = useState(false);
	const [openDialog, setOpenDialog] = useState<OpenAdminDialog>();
	const close = () => setOpenDialog(undefined);

	return (
		<Section
			title="Administrators"
			lead="A super admin can do everything. An admin can do everything but open Settings and Audit Logs, or change anything in Campus."
			isWide
		>
			{admins && (
				<AdministratorTable
					admins={admins}
					ownId={ownId}
					onReset={(admin) => setOpenDialog({ kind: 'reset', admin })}
					onRemove={(admin) => setOpenDialog({ kind: 'remove', admin })}
				/>
			)}
			{!admins && error && (
				<ErrorState
					error={error}
					message={loadErrorMessage(error, ADMINISTRATOR_MESSAGES.loadFailed)}
					onRetry={() => void refetch()}
				/>
			)}
			{!admins && !error && <Skeleton className="h-40" />}
			<Button onClick={() => setIsAdding(true)} className="justify-self-start wrap-anywhere">
				Add administrator
			</Button>
			<NewAdministratorDialog open={isAdding} onClose={() => setIsAdding(false)} />
			<ResetPasswordDialog
				admin={openDialog?.kind === 'reset' ? openDialog.admin : undefined}
				onClose={close}
			/>
			<RemoveAdministratorDialog
				admin={openDialog?.kind === 'remove' ? openDialog.admin : undefined}
				onClose={close}
			/>
		</Section>
	);
}

/** The dialog that adds an administrator. */
function NewAdministratorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const client = useQueryClient();

	return (
		<Dialog open={open} onClose={onClose} title="Add administrator">
			<Form
				schema={newAdministrator}
				send={(body) => callAdminApi(registerAdmin, { body })}
				failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
				onDone={({ admin }) => {
					toast(ADMINISTRATOR_MESSAGES.invited(admin.email));
					refresh(client, 'admins').catch(() => undefined);
				}}
				onClose={onClose}
				fields={[
					{ name: 'username', label: 'Username', autoComplete: 'off' },
					{ name: 'email', label: 'Email', kind: 'email', autoComplete: 'off' },
					{
						name: 'roleLevel',
						label: 'Role',
						options: ADMIN_ROLES.map((role) => ({ value: role, label: ADMIN_ROLE_LABELS[role] })),
					},
				]}
				note={
					<p className="text-sm text-ink-soft">
						They get a mail with a link by which they choose their password.
					</p>
				}
				submitLabel="Add"
				onCancel={onClose}
				isInDialog
			/>
		</Dialog>
	);
}

interface AdministratorDialogProps {
	/** Undefined while the dialog is closed. */
	admin: ListedAdministrator | undefined;
	onClose: () => void;
}

/** The dialog that gives another administrator a temporary password. */
function ResetPasswordDialog({ admin, onClose }: AdministratorDialogProps) {
	const client = useQueryClient();

	return (
		<Dialog
			open={admin !== undefined}
			onClose={onClose}
			title={`Reset password of ${admin?.username ?? ''}`}
		>
			{admin && (
				<Form
					schema={passwordReset}
					send={(body) => callAdminApi(resetAdminPassword, { params: { id: admin.id }, body })}
					failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
					onDone={({ message }) => {
						toast(message);
						refresh(client, 'admins').catch(() => undefined);
					}}
					onClose={onClose}
					fields={[NEW_PASSWORD]}
					submitLabel="Reset password"
					onCancel={onClose}
					isInDialog
				>
					<p>
						Their sessions end, and two-step sign-in is off until they set it up again. The new
						password lets them in for three days, to choose one of their own.
					</p>
				</Form>
			)}
		</Dialog>
	);
}

function RemoveAdministratorDialog({ admin, onClose }: AdministratorDialogProps) {
	const removing = useAdminChange({
		run: (id: number) => callAdminApi(removeAdmin, { params: { id } }),
		dataKinds: ['admins'],
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		isDoneWithoutReload: true,
	});

	return (
		<ConfirmDialog
			open={admin !== undefined}
			title="Remove administrator"
			question={`${isolated(admin?.username ?? '')} (${admin?.email}) will be signed out at once and can't come back. What they did stays in the log.`}
			confirmLabel="Remove"
			busy={removing.isPending}
			onConfirm={() => admin && removing.mutate(admin.id, { onSettled: onClose })}
			onCancel={onClose}
		/>
	);
}
