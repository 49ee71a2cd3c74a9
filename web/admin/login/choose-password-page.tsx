import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
	ADMINISTRATOR_MESSAGES,
	chooseAdminPassword,
	passwordChoice,
} from '#contract/admin/administrators.ts';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

const fields = z
	.extend(z.omit(passwordChoice, { token: true }), { confirmPassword: z.string() })
	.check(
		z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
			error: PERSON_ERRORS.passwordsDiffer.message,
			path: ['confirmPassword'],
		}),
	);

/** The target of the link that is mailed to a new administrator. The token is removed from the URL at once. */
export function ChoosePasswordPage() {
	const { hash } = useLocation();
	const navigate = useNavigate();
	const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '');

	useEffect(() => {
		if (hash !== '') void navigate({ hash: '' }, { replace: true });
	}, [hash, navigate]);

	return (
		<main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 px-4 py-8">
			<PageHeading>Choose a password</PageHeading>
			{token === '' ? (
				<FormAlert>{ADMINISTRATOR_ERRORS.linkExpired.message}</FormAlert>
			) : (
				<PasswordForm token={token} />
			)}
		</main>
	);
}

function PasswordForm({ token }: { token: string }) {
	const navigate = useNavigate();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: fields,
		send: ({ newPassword }) => callAdminApi(chooseAdminPassword, { body: { token, newPassword } }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message }) => void navigate(ADMIN_PAGES.login, { state: { message } }),
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
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
			<Button type="submit" variant="main" busy={isBusy}>
				Set password
			</Button>
		</form>
	);
}
