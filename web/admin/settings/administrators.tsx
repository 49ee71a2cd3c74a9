import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
	ADMINISTRATOR_MESSAGES,
	type ListedAdministrator,
	removeAdmin,
} from '#contract/admin/administrators.ts';
import { isolated } from '#contract/core/format.ts';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminsQuery } from '#web/admin/lib/queries.ts';
import { useStoredAdmin } from '#web/admin/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AdministratorTable } from './administrator-table.tsx';
import { NewAdministratorDialog } from './new-administrator-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

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

function RemoveAdministratorDialog({
	admin,
	onClose,
}: {
	admin: ListedAdministrator | undefined;
	onClose: () => void;
}) {
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
