import { type FormEvent, useState } from 'react';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ApiError, errorMessageFor, isRefusal } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { HiddenUsername } from '#web/ui/form/hidden-username.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { type AuthField, validatePasswordPair } from './contact-form.ts';
import { ExpiredLink } from './expired-link.tsx';
import { PasswordPair } from './password-pair.tsx';
import { useResetPassword } from './queries.ts';
import { forgetMailedToken, useMailedToken } from './use-mailed-token.ts';

const TITLE = 'Choose a new password';

/** The target of the mailed link to reset a password. */
export function ResetPasswordPage() {
	const { token, email } = useMailedToken();
	const resetting = useResetPassword();
	/** An attempt ended without an answer of our server, so the server may have changed the password. */
	const [hadNoAnswer, setHadNoAnswer] = useState(false);
	const { form, errors, showErrors } = useFormErrors<AuthField>();

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (resetting.isPending) return;
		resetting.reset();
		const result = validatePasswordPair(Object.fromEntries(new FormData(event.currentTarget)));
		showErrors(result.errors ?? []);
		if (result.errors) return;
		resetting.mutate({ token, password: result.data }, { onError, onSuccess: forgetMailedToken });
	}

	function onError(error: Error) {
		if (!isRefusal(error)) setHadNoAnswer(true);
		if (isLinkExpired(error)) forgetMailedToken();
	}

	if (resetting.data) return <PasswordChanged {...resetting.data} />;
	if (hadNoAnswer && isLinkExpired(resetting.error))
		return <PasswordChanged message={RECOVERY_MESSAGES.perhapsChanged} />;
	if (token === '' || isLinkExpired(resetting.error)) {
		return (
			<ExpiredLink title={TITLE}>
				<ButtonLink variant="main" to={PAGES.forgotPassword}>
					Ask for a new link
				</ButtonLink>
				<ButtonLink to={PAGES.login}>Login</ButtonLink>
			</ExpiredLink>
		);
	}
	return (
		<AuthLayout title={TITLE} heading={TITLE} lead="Changing it signs you out on all your devices.">
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<HiddenUsername value={email} />
				<PasswordPair errors={errors} label="New password" confirmLabel="Confirm new password" />
				{resetting.isError && (
					<FormAlert>
						{errorMessageFor(
							resetting.error,
							REQUEST_ERRORS.failed.message,
							REQUEST_ERRORS.failed.message,
						)}
					</FormAlert>
				)}
				<Button type="submit" variant="main" busy={resetting.isPending} className="mt-1 w-full">
					Change my password
				</Button>
			</form>
		</AuthLayout>
	);
}

interface PasswordChangedProps {
	message: string;
	/** The account whose password has changed, if the server has opened a session for it. */
	user?: { id: number } | undefined;
}

function PasswordChanged({ message, user: owner }: PasswordChangedProps) {
	const { user, userId } = useSession();
	const isOwner = owner !== undefined && owner.id === userId;
	return (
		<AuthLayout
			title={TITLE}
			focusKey={`${TITLE}: done`}
			heading="All set"
			lead={isOwner ? RECOVERY_MESSAGES.passwordResetHere : message}
		>
			{isOwner || user ? (
				<>
					{!isOwner && user && (
						<p className="wrap-anywhere">
							This browser is logged in as <bdi>{user.userName}</bdi>. To use another account, log
							out first.
						</p>
					)}
					<ButtonLink variant="main" to={PAGES.home}>
						Go Home
					</ButtonLink>
				</>
			) : (
				<ButtonLink variant="main" to={PAGES.login}>
					Login
				</ButtonLink>
			)}
		</AuthLayout>
	);
}

function isLinkExpired(error: Error | null): boolean {
	return error instanceof ApiError && error.code === RECOVERY_ERRORS.linkExpired.code;
}
