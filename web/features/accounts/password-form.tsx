import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { validatePasswordPair } from '#web/features/auth/contact-form.ts';
import { EASY_PASSWORD_PARAM } from '#web/features/auth/next-path.ts';
import { PasswordPair } from '#web/features/auth/password-pair.tsx';
import { fieldWithError, formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { HiddenUsername } from '#web/ui/form/hidden-username.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { setNewPassword, useAccountChange } from './queries.ts';

const FIELDS = ['currentPassword', 'password'] as const;

/** Changes the password, or sets the first one of a user who signed up through a provider. */
export function PasswordForm({ account }: { account: Account }) {
	const { form, errors, showErrors } = useFormErrors();
	const isEasy = useSearchParams()[0].has(EASY_PASSWORD_PARAM);
	const saving = useAccountChange((body: { currentPassword?: string; password: string }) =>
		setNewPassword(account.id, body),
	);
	const errorField = saving.error && fieldWithError(saving.error, FIELDS, 'password');

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		saving.reset();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const currentPassword = z.safeParse(enteredPassword, values.currentPassword);
		const newPassword = validatePasswordPair(values);
		if (account.hasPassword && !currentPassword.success) {
			const message =
				currentPassword.error.issues[0]?.message ?? ACCOUNT_ERRORS.wrongPassword.message;
			return showErrors([{ field: 'currentPassword', message }, ...(newPassword.errors ?? [])]);
		}
		showErrors(newPassword.errors ?? []);
		if (newPassword.errors) return;
		// A user without a password sends no current password.
		const body = { currentPassword: currentPassword.data, password: newPassword.data };
		saving.mutate(body, {
			onSuccess: () => form.current?.reset(),
			onError: (error) => {
				const field = fieldWithError(error, FIELDS, 'password');
				if (field) showErrors([{ field, message: formErrorMessage(error) }]);
			},
		});
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<HiddenUsername value={account.email ?? account.phoneNumber ?? ''} />
			{account.hasPassword && (
				<FormField name="currentPassword" label="Current password" errors={errors}>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</FormField>
			)}
			{isEasy && !saving.isSuccess && <FormAlert>{PEOPLE_MESSAGES.passwordIsEasy}</FormAlert>}
			<PasswordPair errors={errors} label="New password" confirmLabel="Confirm new password" />
			{saving.error && !errorField && <FormAlert>{formErrorMessage(saving.error)}</FormAlert>}
			<Button type="submit" busy={saving.isPending} className="justify-self-start">
				{account.hasPassword ? 'Change password' : 'Set password'}
			</Button>
		</form>
	);
}
