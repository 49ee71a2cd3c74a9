import { useQueryClient } from '@tanstack/react-query';
import {
	ADMINISTRATOR_MESSAGES,
	type ListedAdministrator,
	passwordReset,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';

interface ResetPasswordDialogProps {
	/** The administrator whose password is reset; undefined while the dialog is closed. */
	admin: ListedAdministrator | undefined;
	onClose: () => void;
}

/** The dialog that gives another administrator a temporary password. */
export function ResetPasswordDialog({ admin, onClose }: ResetPasswordDialogProps) {
	return (
		<Dialog
			open={admin !== undefined}
			onClose={onClose}
			title={`Reset password of ${admin?.username ?? ''}`}
		>
			{admin && <Form admin={admin} onClose={onClose} />}
		</Dialog>
	);
}

function Form({ admin, onClose }: { admin: ListedAdministrator; onClose: () => void }) {
	const client = useQueryClient();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: passwordReset,
		send: (body) => callAdminApi(resetAdminPassword, { params: { id: admin.id }, body }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message }) => {
			toast(message);
			refresh(client, 'admins').catch(() => undefined);
		},
		onClose,
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<p>
				Their sessions end, and two-step sign-in is off until they set it up again. The new password
				lets them in for three days, to choose one of their own.
			</p>
			<Field
				label="New password"
				hint={`${PEOPLE_LIMITS.passwordMin} characters or more`}
				error={errorOf('newPassword')}
			>
				{(control) => <PasswordInput {...control} name="newPassword" autoComplete="new-password" />}
			</Field>
			{alert && <FormAlert>{alert}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isBusy}>
					Reset password
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
