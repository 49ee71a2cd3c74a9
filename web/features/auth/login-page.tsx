import { type FormEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthSwitchLink } from './auth-switch-link.tsx';
import { ContactFields } from './contact-fields.tsx';
import { type AuthField, type ContactKind, validateLogin } from './contact-form.ts';
import { GoogleSignIn } from './google-button.tsx';
import { useLoginPurpose } from './login-purpose.ts';
import { nextPath } from './next-path.ts';
import { useLogin } from './queries.ts';
import { useNextAfterFailedProviderSignIn } from './return-path.ts';
import { TermsNotice } from './terms-notice.tsx';
import { useContactFromSignup } from './use-contact-from-signup.ts';

export function LoginPage() {
	const session = useSession();
	const { search, hash } = useLocation();
	const login = useLogin();
	const initialContact = useContactFromSignup();
	const [chosenKind, setKind] = useState<ContactKind>();
	const kind = chosenKind ?? initialContact?.kind ?? 'email';
	const purpose = useLoginPurpose(nextPath(search));
	const { form, errors, showErrors } = useFormErrors<AuthField>();
	useNextAfterFailedProviderSignIn();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (login.isPending) return;
		login.reset();
		const result = validateLogin(kind, Object.fromEntries(new FormData(event.currentTarget)));
		showErrors(result.errors ?? []);
		if (!result.errors) login.mutate(result.data);
	}

	if (session.status === 'checking') return <LoadingIndicator />;
	// The user was signed in already, or has just logged in. The fragment is kept, because it may contain the token of a
	// mailed link.
	if (session.status === 'signed-in') {
		return <Navigate to={`${nextPath(search)}${hash}`} replace />;
	}
	return (
		<AuthLayout
			title="Login"
			heading="Welcome back"
			lead={`Log in to ${purpose ?? 'sell and to look after your items'}.`}
			footer={<AdminLoginLink />}
		>
			{isSuspended(search) && <FormAlert>{AUTH_ERRORS.suspended.message}</FormAlert>}
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<ContactFields
					kind={kind}
					onKindChange={setKind}
					errors={errors}
					isLogin
					initialContact={initialContact}
				/>
				<FormField name="password" label="Password" errors={errors}>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</FormField>
				<Link
					to={PAGES.forgotPassword}
					className="-mt-2 inline-flex min-h-11 items-center justify-self-end text-sm font-semibold text-link underline underline-offset-4"
				>
					Forgot Password
				</Link>
				{login.isError && (
					<FormAlert>
						{errorMessageFor(
							login.error,
							AUTH_ERRORS.invalidCredentials.message,
							AUTH_MESSAGES.failed,
						)}
					</FormAlert>
				)}
				<Button type="submit" variant="main" busy={login.isPending} className="w-full">
					Login
				</Button>
			</form>
			<GoogleSignIn label="Login with Google">
				<TermsNotice>If you have no account yet, you get one, and agree</TermsNotice>
			</GoogleSignIn>
			<AuthSwitchLink question="New here?" page={PAGES.signup} label="Sign Up" />
		</AuthLayout>
	);
}

/** The back-office is another app, so this is a plain link without the router. */
function AdminLoginLink() {
	return (
		<p className="mt-8 text-center tablet:mt-6">
			<a
				href={ADMIN_PAGES.login}
				className="inline-flex min-h-11 items-center px-3 text-sm text-ink-soft underline underline-offset-4"
			>
				Admin Login
			</a>
		</p>
	);
}

/** Third-party sign-in of a suspended account redirects here with this error. */
function isSuspended(search: string): boolean {
	return new URLSearchParams(search).get('error') === 'suspended';
}
