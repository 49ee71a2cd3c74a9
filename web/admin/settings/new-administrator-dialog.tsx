import { useQueryClient } from '@tanstack/react-query';
import {
	ADMINISTRATOR_MESSAGES,
	newAdministrator,
	registerAdmin,
} from '#contract/admin/administrators.ts';
import { ADMIN_ROLE_LABELS, ADMIN_ROLES } from '#contract/admin/session.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

/** The dialog that adds an administrator. */
export function NewAdministratorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	return (
		<Dialog open={open} onClose={onClose} title="Add administrator">
			<Form onClose={onClose} />
		</Dialog>
	);
}

function Form({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: newAdministrator,
		send: (body) => callAdminApi(registerAdmin, { body }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ admin }) => {
			toast(ADMINISTRATOR_MESSAGES.invited(admin.email));
			refresh(client, 'admins').catch(() => undefined);
		},
		onClose,
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<Field label="Username" error={errorOf('username')}>
				{(control) => <TextInput {...control} name="username" autoComplete="off" />}
			</Field>
			<Field label="Email" error={errorOf('email')}>
				{(control) => <TextInput {...control} name="email" type="email" autoComplete="off" />}
			</Field>
			<Field label="Role" error={errorOf('roleLevel')}>
				{(control) => (
					<Select {...control} name="roleLevel">
						{ADMIN_ROLES.map((role) => (
							<option key={role} value={role}>
								{ADMIN_ROLE_LABELS[role]}
							</option>
						))}
					</Select>
				)}
			</Field>
			<p className="text-sm text-ink-soft">
				They get a mail with a link by which they choose their password.
			</p>
			{alert && <FormAlert>{alert}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isBusy}>
					Add
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
