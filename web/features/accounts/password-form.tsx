import type { FormEvent } from 'react';
import * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, type Account } from '#contract/accounts/account.ts';
import { triedPassword } from '#contract/auth/auth.ts';
import { checkPasswordPair } from '#web/features/auth/contact-form.ts';
import { PasswordPair } from '#web/features/auth/password-pair.tsx';
import { failureWords, fieldAtFault } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { PasswordOwner } from './password-owner.tsx';
import { sendNewPassword, useAccountChange } from './queries.ts';

const FIELDS = ['currentPassword', 'password'] as const;

/** Sets a new password, or the first one of somebody who came through a sign-in provider. */
export function PasswordForm({ account }: { account: Account }) {
	const { form, broken, point } = useBrokenRules();
	const saving = useAccountChange((body: { currentPassword?: string; password: string }) =>
		sendNewPassword(account.id, body),
	);
	const isAtField = saving.error && fieldAtFault(saving.error, FIELDS, 'password');

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		saving.reset();
		const typed = Object.fromEntries(new FormData(event.currentTarget));
		const proof = z.safeParse(triedPassword, typed.currentPassword);
		const checked = checkPasswordPair(typed);
		if (account.hasPassword && !proof.success) {
			const message = proof.error.issues[0]?.message ?? ACCOUNT_MESSAGES.wrongPassword;
			return point([{ field: 'currentPassword', message }, ...(checked.broken ?? [])]);
		}
		point(checked.broken ?? []);
		if (checked.broken) return;
		const body = { currentPassword: proof.data, password: checked.fields };
		saving.mutate(body, {
			onSuccess: () => form.current?.reset(),
			onError: (error) => {
				const field = fieldAtFault(error, FIELDS, 'password');
				if (field) point([{ field, message: failureWords(error) }]);
			},
		});
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<PasswordOwner account={account} />
			{account.hasPassword && (
				<CheckedField name="currentPassword" label="Current password" broken={broken}>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</CheckedField>
			)}
			<PasswordPair broken={broken} label="New password" confirmLabel="Confirm new password" />
			{saving.error && !isAtField && <FormAlert>{failureWords(saving.error)}</FormAlert>}
			<Button type="submit" busy={saving.isPending} className="justify-self-start">
				{account.hasPassword ? 'Change password' : 'Set password'}
			</Button>
		</form>
	);
}
