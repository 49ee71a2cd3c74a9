import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import {
	ADMIN_SESSION_MESSAGES,
	adminCredentials,
	adminLogin,
	oneTimeCode,
} from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { Form, type FormField } from '#web/admin/kit/form.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { type LoginState, storeSession, useStoredAdmin } from '#web/admin/lib/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { site } from '#web/lib/site.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

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
function LoginForm() {
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

/** The sign-in page of the back-office; returns to the requested page. */
export function LoginPage() {
	const admin = useStoredAdmin();
	const { state } = useLocation();
	const loginState = (state ?? {}) as LoginState;

	// Signing in stores the session, which leads to this redirect.
	if (admin) return <Navigate to={pageAfter(loginState.from)} replace />;
	return (
		<main className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-8">
			<div className="relative grid gap-6 tablet:rounded-card tablet:border tablet:border-line tablet:bg-surface tablet:p-8 tablet:shadow-float">
				<span
					aria-hidden="true"
					className="pin absolute -top-2 left-1/2 hidden size-4 -translate-x-1/2 rounded-full tablet:block"
				/>
				<div className="grid gap-2">
					<p className="flex items-center gap-2.5 pb-2 font-display text-[1.25rem] font-extrabold tracking-tight wrap-anywhere">
						<Logo />
						{site.name}
					</p>
					<PageHeading>{ADMIN_SESSION_MESSAGES.title}</PageHeading>
					<p className="text-ink-soft">For the people who run the market.</p>
				</div>
				{loginState.message && (
					<p role="status" className="rounded-field bg-accent-wash px-4 py-3 text-sm font-medium">
						{loginState.message}
					</p>
				)}
				<LoginForm />
				{/* A separate app: a plain link, not the router's. */}
				<a
					href={PAGES.home}
					className="inline-flex min-h-11 items-center justify-self-center text-sm font-semibold text-link underline underline-offset-4"
				>
					Back to the main site
				</a>
			</div>
		</main>
	);
}

function pageAfter(from: string | undefined): string {
	const isAdminPath = from?.startsWith(`${ADMIN_ROOT}/`) && !from.startsWith(ADMIN_PAGES.login);
	return from && isAdminPath ? from : ADMIN_PAGES.dashboard;
}
