import { type FormEvent, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { PAGES } from '#contract/pages.ts';
import { wordsFor } from '#web/lib/api-error.ts';
import { nextPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { site } from '#web/lib/site.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthLayout, OrLine } from './auth-layout.tsx';
import { CheckedField } from './checked-field.tsx';
import { ContactFields } from './contact-fields.tsx';
import { type AuthField, type ContactKind, checkSignup } from './contact-form.ts';
import { GoogleButton } from './google-button.tsx';
import { OtherDoor } from './other-door.tsx';
import { PasswordPair } from './password-pair.tsx';
import { useRegister } from './queries.ts';
import { useBrokenRules } from './use-broken-rules.ts';

export function SignupPage() {
	const session = useSession();
	const { search } = useLocation();
	const register = useRegister();
	const [kind, setKind] = useState<ContactKind>('email');
	const { form, broken, point } = useBrokenRules<AuthField>();
	const failure = register.isError
		? wordsFor(register.error, AUTH_MESSAGES.failed, AUTH_MESSAGES.failed)
		: undefined;

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (register.isPending) return;
		register.reset();
		const checked = checkSignup(kind, Object.fromEntries(new FormData(event.currentTarget)));
		point(checked.broken ?? []);
		if (!checked.broken) register.mutate(checked.fields);
	}

	if (session.status === 'checking') return <LoadingIndicator />;
	if (session.status === 'signed-in') return <Navigate to={nextPath(search)} replace />;
	return (
		<AuthLayout
			title="Sign Up"
			heading={`Join ${site.name}`}
			lead={`Buy and sell within ${site.college}.`}
		>
			{hasThirdPartyFailed(search) && <FormAlert>{AUTH_MESSAGES.thirdPartyFailed}</FormAlert>}
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<CheckedField name="userName" label="Name" broken={broken}>
					{(control) => <TextInput {...control} autoComplete="name" />}
				</CheckedField>
				<ContactFields kind={kind} onKindChange={setKind} broken={broken} isLogin={false} />
				<PasswordPair broken={broken} label="Password" confirmLabel="Confirm Password" />
				<Agreement />
				{failure && <FormAlert>{failure}</FormAlert>}
				<Button type="submit" variant="main" busy={register.isPending} className="mt-1 w-full">
					Sign Up
				</Button>
			</form>
			<OrLine />
			<GoogleButton label="Sign Up with Google" />
			<OtherDoor question="Already here?" page={PAGES.login} label="Login" />
		</AuthLayout>
	);
}

/** Both open beside the form: what is typed stays. */
function Agreement() {
	return (
		<p className="text-sm text-ink-soft">
			By signing up you agree to the <PageBeside to={PAGES.rules}>rules</PageBeside> and{' '}
			<PageBeside to={PAGES.privacy}>privacy</PageBeside>.
		</p>
	);
}

function PageBeside({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link
			to={to}
			target="_blank"
			className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
		>
			{children}
			<span className="sr-only"> (opens in a new tab)</span>
		</Link>
	);
}

function hasThirdPartyFailed(search: string): boolean {
	return new URLSearchParams(search).get('error') === 'auth_failed';
}
