import { type FormEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { ErrorReply } from '#contract/core/schemas.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
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
import { keepNextParam, nextPath } from './next-path.ts';
import { useLogin } from './queries.ts';
import { useNextAfterFailedProviderSignIn } from './return-path.ts';
import { TermsNotice } from './terms-notice.tsx';
import { type Contact, usePassedContact } from './use-passed-contact.ts';

export function LoginPage() {
	const session = useSession();
	const { search, hash } = useLocation();
	const navigate = useNavigate();
	const login = useLogin();
	const initialContact = usePassedContact();
	const [chosenKind, setKind] = useState<ContactKind>();
	const kind = chosenKind ?? initialContact?.kind ?? 'email';
	const [typedEmail, setTypedEmail] = useState<Contact>();
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
	if (isSuspended(search) || isSuspension(login.error)) {
		return (
			<SuspendedAccount
				suspension={login.error instanceof ApiError ? login.error.body.suspension : undefined}
				onLeave={() => {
					login.reset();
					void navigate({ search: keepNextParam(search) }, { replace: true });
				}}
			/>
		);
	}
	return (
		<AuthLayout
			title="Login"
			heading="Welcome back"
			lead={`Log in to ${purpose ?? 'buy, sell and look after your items'}.`}
			footer={<AdminLoginLink />}
		>
			<form
				ref={form}
				noValidate
				onSubmit={handleSubmit}
				onInput={(event) => setTypedEmail(emailIn(event.currentTarget))}
				className="grid gap-4"
			>
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
					to={{ pathname: PAGES.forgotPassword, search: keepNextParam(search) }}
					state={{ contact: typedEmail ?? initialContact }}
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

interface SuspendedAccountProps {
	/** Only after a login with the correct password. */
	suspension: ErrorReply['suspension'];
	onLeave: () => void;
}

/** Tells the owner of a suspended account why it is suspended, since when, and how to appeal. */
function SuspendedAccount({ suspension, onLeave }: SuspendedAccountProps) {
	return (
		<AuthLayout
			title="Account suspended"
			focusKey="suspended"
			heading="You cannot log in"
			lead="While an account is suspended, its items are not on the market."
		>
			<FormAlert>{AUTH_ERRORS.suspended.message}</FormAlert>
			{suspension && (
				<dl className="grid gap-3">
					{suspension.reason && (
						<div>
							<dt className="text-sm text-ink-soft">Reason</dt>
							<dd className="wrap-anywhere whitespace-pre-line">{suspension.reason}</dd>
						</div>
					)}
					<div>
						<dt className="text-sm text-ink-soft">Since</dt>
						<dd>{formatMoment(suspension.since)}</dd>
					</div>
				</dl>
			)}
			<p>
				If you think this is a mistake, write to{' '}
				<a
					href={`mailto:${site.supportEmail}`}
					className="font-semibold wrap-anywhere text-link underline underline-offset-4"
				>
					{site.supportEmail}
				</a>
				, best from the address of your account, and say why. An administrator reads it and answers.
			</p>
			<Button onClick={onLeave}>Log in with another account</Button>
		</AuthLayout>
	);
}

/** The email address in the form, also if it is typed under 'Phone'. */
function emailIn(form: HTMLFormElement): Contact | undefined {
	const values = new FormData(form);
	const value = ['email', 'phoneNumber']
		.map((name) => String(values.get(name) ?? ''))
		.find((text) => text.includes('@'));
	return value === undefined ? undefined : { kind: 'email', value };
}

function isSuspension(error: unknown): boolean {
	return error instanceof ApiError && error.code === AUTH_ERRORS.suspended.code;
}

/** Third-party sign-in of a suspended account redirects here with this error. */
function isSuspended(search: string): boolean {
	return new URLSearchParams(search).get('error') === 'suspended';
}
