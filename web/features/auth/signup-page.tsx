import { type FormEvent, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthSwitchLink } from './auth-switch-link.tsx';
import { ContactFields } from './contact-fields.tsx';
import {
	type AuthField,
	type ContactKind,
	detectContactKind,
	validateSignup,
} from './contact-form.ts';
import { GoogleSignIn } from './google-button.tsx';
import { useLoginPurpose } from './login-purpose.ts';
import { keepNextParam, nextPath } from './next-path.ts';
import { PasswordPair } from './password-pair.tsx';
import { useRegister } from './queries.ts';
import { useNextAfterFailedProviderSignIn } from './return-path.ts';
import { TermsNotice } from './terms-notice.tsx';
import type { Contact } from './use-passed-contact.ts';

export function SignupPage() {
	const session = useSession();
	const { search } = useLocation();
	const register = useRegister();
	const [kind, setKind] = useState<ContactKind>('email');
	const { form, errors, showErrors } = useFormErrors<AuthField>();
	const purpose = useLoginPurpose(nextPath(search));
	useNextAfterFailedProviderSignIn();
	const hasLinkFailed = useHasLinkFailed();
	const failure =
		register.isError && !isContactTaken(register.error)
			? errorMessageFor(register.error, AUTH_MESSAGES.failed, AUTH_MESSAGES.failed)
			: undefined;

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (register.isPending) return;
		register.reset();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const result = validateSignup(kind, values);
		showErrors(result.errors ?? []);
		if (result.errors) return;
		register.mutate(result.data, {
			onError: (error) => {
				if (!isContactTaken(error)) return;
				const value = String(values[kind]).trim();
				const action = (
					<LoginWithContact contact={{ kind: detectContactKind(value, kind), value }} />
				);
				showErrors([{ field: kind, message: error.message, action }]);
			},
		});
	}

	if (session.status === 'checking') return <LoadingIndicator />;
	if (session.status === 'signed-in') {
		const next = hasLinkFailed ? `${PAGES.account}?link=failed` : nextPath(search);
		return <Navigate to={next} replace />;
	}
	return (
		<AuthLayout
			title="Sign Up"
			heading={`Join ${site.name}`}
			lead={purpose ? `Sign up to ${purpose}.` : `Buy and sell within ${site.college}.`}
		>
			{hasThirdPartyFailed(search) && <FormAlert>{AUTH_ERRORS.thirdPartyFailed.message}</FormAlert>}
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<FormField name="userName" label="Name" errors={errors}>
					{(control) => <TextInput {...control} autoComplete="name" />}
				</FormField>
				<ContactFields kind={kind} onKindChange={setKind} errors={errors} isLogin={false} />
				<PasswordPair errors={errors} label="Password" confirmLabel="Confirm Password" />
				<TermsNotice>By signing up you agree</TermsNotice>
				{failure && <FormAlert>{failure}</FormAlert>}
				<Button type="submit" variant="main" busy={register.isPending} className="mt-1 w-full">
					Sign Up
				</Button>
			</form>
			<GoogleSignIn label="Sign Up with Google" />
			<AuthSwitchLink question="Already here?" page={PAGES.login} label="Login" />
		</AuthLayout>
	);
}

/**
 * Whether linking a provider to the account has failed. The provider redirects here both after a failed sign-in and
 * after a failed linking; a user who is signed in on arrival was linking. A visitor's failed sign-in is marked in the
 * history entry: it must not count as a failed linking when they come back to the entry after signing in.
 */
function useHasLinkFailed(): boolean {
	const { search, state } = useLocation();
	const { status } = useSession();
	const navigate = useNavigate();
	const isReadByVisitor = Boolean((state as { isReadByVisitor?: true } | null)?.isReadByVisitor);
	const hasFailed = hasThirdPartyFailed(search) && !isReadByVisitor;

	useEffect(() => {
		if (!hasFailed || status !== 'signed-out') return;
		// From `window`, because `useNextAfterFailedProviderSignIn` may have changed the query since the last render.
		const { search: current } = window.location;
		void navigate({ search: current }, { replace: true, state: { isReadByVisitor: true } });
	}, [hasFailed, status, navigate]);

	return hasFailed;
}

/** Shown if the contact already has an account: a link to the login page, which is prefilled with the contact. */
function LoginWithContact({ contact }: { contact: Contact }) {
	const { search } = useLocation();
	return (
		<Link
			to={{ pathname: PAGES.login, search: keepNextParam(search) }}
			replace
			state={{ contact }}
			className="inline-flex min-h-11 items-center justify-self-start font-semibold text-link underline underline-offset-4"
		>
			Log in with it
		</Link>
	);
}

function isContactTaken(error: unknown): boolean {
	return (
		error instanceof ApiError &&
		(error.code === AUTH_ERRORS.emailTaken.code || error.code === AUTH_ERRORS.phoneTaken.code)
	);
}

function hasThirdPartyFailed(search: string): boolean {
	return new URLSearchParams(search).get('error') === 'auth_failed';
}
