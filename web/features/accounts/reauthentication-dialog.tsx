import { type FormEvent, useEffect } from 'react';
import * as z from 'zod/mini';
import type { Account } from '#contract/accounts/schemas.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { PAGES } from '#contract/core/pages.ts';
import { GoogleMark } from '#web/features/auth/google-button.tsx';
import { fieldWithError, formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { HiddenUsername } from '#web/ui/form/hidden-username.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useReauthenticate, useReauthenticateWithProvider } from './queries.ts';
import { type ReauthenticationRequest, useReauthenticationRequest } from './reauthenticate.ts';

const TITLE = 'Confirm it is you';

/** Asks the user to sign in again when an action requires it, with the password or through a provider. */
export function ReauthenticationDialog({ account }: { account: Account }) {
	const request = useReauthenticationRequest();

	// Leaving the page cancels the request.
	useEffect(() => () => request?.finish(false), [request]);

	if (account.hasPassword) return <PasswordDialog account={account} request={request} />;
	return <RedirectDialog account={account} request={request} />;
}

interface ReauthenticationProps {
	account: Account;
	request: ReauthenticationRequest | undefined;
}

function PasswordDialog({ account, request }: ReauthenticationProps) {
	const reauthenticating = useReauthenticate(account.id);
	const { form, errors, showErrors } = useFormErrors<'password'>();
	const errorField =
		reauthenticating.error && fieldWithError(reauthenticating.error, ['password'], 'password');

	// Runs after the dialog has opened, because opening it focuses the close button.
	useEffect(() => {
		const field = request && form.current?.elements.namedItem('password');
		if (field instanceof HTMLElement) field.focus();
	}, [request, form]);

	function close(isConfirmed: boolean) {
		reauthenticating.reset();
		showErrors([]);
		request?.finish(isConfirmed);
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (reauthenticating.isPending) return;
		reauthenticating.reset();
		const passwordResult = z.safeParse(
			enteredPassword,
			new FormData(event.currentTarget).get('password'),
		);
		if (!passwordResult.success) {
			return showErrors([
				{ field: 'password', message: passwordResult.error.issues[0]?.message ?? '' },
			]);
		}
		showErrors([]);
		reauthenticating.mutate(passwordResult.data, {
			onSuccess: () => close(true),
			onError: (error) => {
				if (fieldWithError(error, ['password'], 'password')) {
					showErrors([{ field: 'password', message: formErrorMessage(error) }]);
				}
			},
		});
	}

	return (
		<Dialog open={request !== undefined} onClose={() => close(false)} title={TITLE}>
			<p>Enter your password to continue. You will not be asked again for 15 minutes.</p>
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<HiddenUsername value={account.email ?? account.phoneNumber ?? ''} />
				<FormField name="password" label="Your password" errors={errors}>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</FormField>
				{reauthenticating.error && !errorField && (
					<FormAlert>{formErrorMessage(reauthenticating.error)}</FormAlert>
				)}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant="main" busy={reauthenticating.isPending}>
						Continue
					</Button>
					<Button onClick={() => close(false)}>Cancel</Button>
				</div>
			</form>
		</Dialog>
	);
}

/**
 * The dialog for an account without a password. Signing in with Google and asking for a link both leave this page, so
 * the user repeats the action afterwards.
 */
function RedirectDialog({ account, request }: ReauthenticationProps) {
	const redirecting = useReauthenticateWithProvider();
	const hasGoogle = account.canLink && account.providers.length > 0;
	const cancel = () => request?.finish(false);

	return (
		<Dialog open={request !== undefined} onClose={cancel} title={TITLE}>
			<p>
				{hasGoogle
					? 'Log in again to continue. You will come back to this page.'
					: 'Set a password first: we will email you a link.'}
			</p>
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				{hasGoogle ? (
					<Button
						variant="main"
						busy={redirecting.isPending || redirecting.isSuccess}
						onClick={() => redirecting.mutate()}
					>
						<GoogleMark />
						Login with Google
					</Button>
				) : (
					<ButtonLink variant="main" to={PAGES.forgotPassword}>
						Get a link
					</ButtonLink>
				)}
				<Button onClick={cancel}>Cancel</Button>
			</div>
		</Dialog>
	);
}
