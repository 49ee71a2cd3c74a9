import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_SESSION_MESSAGES,
	adminCredentials,
	adminLogin,
	oneTimeCode,
} from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CodeField } from '#web/admin/kit/code-field.tsx';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { storeSession } from '#web/admin/lib/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type Credentials = z.infer<typeof adminCredentials>;
const credentialsWithCode = z.extend(adminCredentials, { code: oneTimeCode });

/** The sign-in form: email and password, and the code of the authenticator app when the server asks for one. */
export function LoginForm() {
	const client = useQueryClient();
	const [needsCode, setNeedsCode] = useState(false);
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: needsCode ? credentialsWithCode : adminCredentials,
		send: signIn,
		failureMessage: AUTH_ERRORS.invalidCredentials.message,
		noConnectionMessage: ADMIN_SESSION_MESSAGES.noConnection,
		onDone: (reply) => {
			if (reply === undefined) return setNeedsCode(true);
			storeSession(reply.accessToken, reply.admin);
			client.setQueryData(profileQuery().queryKey, reply.admin);
		},
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<Field label="Email" error={errorOf('email')}>
				{(control) => (
					<TextInput
						{...control}
						name="email"
						type="email"
						autoComplete="username"
						onChange={() => setNeedsCode(false)}
					/>
				)}
			</Field>
			<Field label="Password" error={errorOf('password')}>
				{(control) => (
					<PasswordInput {...control} name="password" autoComplete="current-password" />
				)}
			</Field>
			{needsCode && (
				<CodeField
					hint={ADMIN_SESSION_ERRORS.codeNeeded.message}
					error={errorOf('code')}
					shouldFocus
				/>
			)}
			{alert && <FormAlert>{alert}</FormAlert>}
			<Button type="submit" variant="main" busy={isBusy} className="mt-1 w-full">
				Login
			</Button>
		</form>
	);
}

/** @returns undefined if the password is right but the code is needed too, which is not shown as an error */
async function signIn(body: Credentials) {
	try {
		return await callAdminApi(adminLogin, { body });
	} catch (error) {
		if (error instanceof ApiError && error.code === ADMIN_SESSION_ERRORS.codeNeeded.code)
			return undefined;
		throw error;
	}
}
