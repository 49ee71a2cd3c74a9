import { MailCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { email } from '#contract/auth/person-fields.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { wordsFor } from '#web/lib/api/api-error.ts';
import { site } from '#web/lib/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { OtherDoor } from './admin-login-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { type AuthField, checkField } from './contact-form.ts';
import { useForgotPassword } from './queries.ts';

const TITLE = 'Forgot Password';

export function ForgotPasswordPage() {
	const asking = useForgotPassword();
	const { form, broken, point } = useBrokenRules<AuthField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (asking.isPending) return;
		asking.reset();
		const typed = Object.fromEntries(new FormData(event.currentTarget));
		const checked = checkField('email', email, typed);
		point(checked.broken ?? []);
		if (!checked.broken) asking.mutate({ email: checked.fields, phoneNumber: undefined });
	}

	if (asking.data) return <LinkOnItsWay message={asking.data.message} onAgain={asking.reset} />;
	return (
		<AuthLayout
			title={TITLE}
			heading="Forgot your password?"
			lead="Enter your email address and we will email you a link to choose a new one."
		>
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<CheckedField name="email" label="Email address" broken={broken}>
					{(control) => (
						<TextInput
							{...control}
							type="email"
							inputMode="email"
							autoComplete="username"
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</CheckedField>
				{asking.isError && (
					<FormAlert>
						{wordsFor(asking.error, COMMON_MESSAGES.failed, COMMON_MESSAGES.failed)}
					</FormAlert>
				)}
				<Button type="submit" variant="main" busy={asking.isPending} className="w-full">
					Send the link
				</Button>
			</form>
			<PhoneOnly />
			<OtherDoor question="Remembered it?" page={PAGES.login} label="Login" />
		</AuthLayout>
	);
}

/** The same for everyone: whether there is such an account stays between it and its mailbox. */
function LinkOnItsWay({ message, onAgain }: { message: string; onAgain: () => void }) {
	return (
		<AuthLayout title={TITLE} place={`${TITLE}: asked`} heading="Check your email" lead={message}>
			<p className="flex gap-2.5 rounded-card bg-accent-wash px-3.5 py-3 text-sm">
				<MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
				No email after a few minutes? Check your spam folder, or try another address.
			</p>
			<div className="grid gap-2">
				<ButtonLink variant="main" to={PAGES.login}>
					Login
				</ButtonLink>
				<Button onClick={onAgain}>Try another address</Button>
			</div>
			<PhoneOnly />
		</AuthLayout>
	);
}

function PhoneOnly() {
	const [before, after] = RECOVERY_MESSAGES.phoneOnly('\n').split('\n');
	return (
		<p className="text-sm text-ink-soft">
			{before}
			<a
				href={`mailto:${site.supportEmail}`}
				className="font-semibold wrap-anywhere text-link underline underline-offset-4"
			>
				{site.supportEmail}
			</a>
			{after}
		</p>
	);
}
