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
import { CONFIRMED_PASSWORD, Form, NEW_PASSWORD } from '#web/admin/kit/form.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

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

	return (
		<Form
			schema={fields}
			send={({ newPassword }) =>
				callAdminApi(chooseAdminPassword, { body: { token, newPassword } })
			}
			failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
			onDone={({ message }) => void navigate(ADMIN_PAGES.login, { state: { message } })}
			fields={[NEW_PASSWORD, CONFIRMED_PASSWORD]}
			submitLabel="Set password"
		/>
	);
}
