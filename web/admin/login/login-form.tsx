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
import { Form, type FormField } from '#web/admin/kit/form.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { storeSession } from '#web/admin/lib/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

type Credentials = z.infer<typeof adminCredentials>;
const CODE: FormField = {
	name: 'code',
	label: 'Code',
	hint: ADMIN_SESSION_ERRORS.codeNeeded.message,
	kind: 'code',
	takesFocus: true,
};

const credentialsWithCode = z.extend(adminCredentials, { code: oneTimeCode });

/** The sign-in form: email and password, and the code of the authenticator app when the server asks for one. */
export function LoginForm() {
	const client = useQueryClient();
	const [needsCode, setNeedsCode] = useState(false);

	return (
		<Form
			schema={needsCode ? credentialsWithCode : adminCredentials}
			send={signIn}
			failureMessage={AUTH_ERRORS.invalidCredentials.message}
			noConnectionMessage={ADMIN_SESSION_MESSAGES.noConnection}
			onDone={(reply) => {
				if (reply === undefined) return setNeedsCode(true);
				storeSession(reply.accessToken, reply.admin);
				client.setQueryData(profileQuery().queryKey, reply.admin);
			}}
			fields={[
				{
					name: 'email',
					label: 'Email',
					kind: 'email',
					autoComplete: 'username',
					onType: () => setNeedsCode(false),
				},
				{ name: 'password', label: 'Password', kind: 'password' },
				...(needsCode ? [CODE] : []),
			]}
			submitLabel="Login"
			submitClass="mt-1 w-full"
		/>
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
