import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	passwordChange,
} from '#contract/admin/administrators.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';

const passwordFields = z.extend(passwordChange, { confirmPassword: z.string() }).check(
	z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
		error: PERSON_ERRORS.passwordsDiffer.message,
		path: ['confirmPassword'],
	}),
);

/** Changes the administrator's own password. `email` tells password managers which account the password is for. */
export function PasswordForm({ email }: { email: string }) {
	const client = useQueryClient();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: passwordFields,
		send: ({ currentPassword, newPassword }) =>
			callAdminApi(changeAdminPassword, { body: { currentPassword, newPassword } }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message }) => {
			form.current?.reset();
			toast(message);
			// Changing the password may have been the required action.
			refresh(client, 'profile').catch(() => undefined);
		},
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			<Field label="Current password" error={errorOf('currentPassword')}>
				{(control) => (
					<PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
				)}
			</Field>
			<Field
				label="New password"
				hint={`${PEOPLE_LIMITS.passwordMin} characters or more`}
				error={errorOf('newPassword')}
			>
				{(control) => <PasswordInput {...control} name="newPassword" autoComplete="new-password" />}
			</Field>
			<Field label="Confirm new password" error={errorOf('confirmPassword')}>
				{(control) => (
					<PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />
				)}
			</Field>
			{alert && <FormAlert>{alert}</FormAlert>}
			<Button type="submit" busy={isBusy} className="justify-self-start">
				Change password
			</Button>
		</form>
	);
}
