import { MailCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { email } from '#contract/auth/person-fields.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { site } from '#web/lib/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthSwitchLink } from './auth-switch-link.tsx';
import { type AuthField, validateField } from './contact-form.ts';
import { useForgotPassword } from './queries.ts';
import { usePassedContact } from './use-passed-contact.ts';

const TITLE = 'Forgot Password';

export function ForgotPasswordPage() {
	const requesting = useForgotPassword();
	const contact = usePassedContact();
	const { form, errors, showErrors } = useFormErrors<AuthField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (requesting.isPending) return;
		requesting.reset();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const result = validateField('email', email, values);
		showErrors(result.errors ?? []);
		if (!result.errors) requesting.mutate({ email: result.data, phoneNumber: undefined });
	}

	if (requesting.data)
		return <LinkSent message={requesting.data.message} onRetry={requesting.reset} />;
	return (
		<AuthLayout
			title={TITLE}
			heading="Forgot your password?"
			lead="Enter your email address and we will email you a link to choose a new one."
		>
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<FormField name="email" label="Email address" errors={errors}>
					{(control) => (
						<TextInput
							{...control}
							type="email"
							defaultValue={contact?.kind === 'email' ? contact.value : undefined}
							inputMode="email"
							autoComplete="username"
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</FormField>
				{requesting.isError && (
					<FormAlert>
						{errorMessageFor(
							requesting.error,
							REQUEST_ERRORS.failed.message,
							REQUEST_ERRORS.failed.message,
						)}
					</FormAlert>
				)}
				<Button type="submit" variant="main" busy={requesting.isPending} className="w-full">
					Send the link
				</Button>
			</form>
			<PhoneOnlyHint />
			<AuthSwitchLink question="Remembered it?" page={PAGES.login} label="Login" />
		</AuthLayout>
	);
}

/** The confirmation. It is the same for every address, so that it does not reveal whether an account exists. */
function LinkSent({ message, onRetry }: { message: string; onRetry: () => void }) {
	return (
		<AuthLayout
			title={TITLE}
			focusKey={`${TITLE}: asked`}
			heading="Check your email"
			lead={message}
		>
			<p className="flex gap-2.5 rounded-card bg-accent-wash px-3.5 py-3 text-sm">
				<MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
				No email after a few minutes? Check your spam folder, or try another address.
			</p>
			<div className="grid gap-2">
				<ButtonLink variant="main" to={PAGES.login}>
					Login
				</ButtonLink>
				<Button onClick={onRetry}>Try another address</Button>
			</div>
			<PhoneOnlyHint />
		</AuthLayout>
	);
}

function PhoneOnlyHint() {
	// The texts around the support address, which is a link here.
	const [before, after] = RECOVERY_MESSAGES.noEmailHelp('\n').split('\n');
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
