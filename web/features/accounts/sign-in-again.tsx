import { type FormEvent, useEffect } from 'react';
import * as z from 'zod/mini';
import type { Account } from '#contract/accounts/account.ts';
import { triedPassword } from '#contract/auth/auth.ts';
import { PAGES } from '#contract/core/pages.ts';
import { GoogleMark } from '#web/features/auth/google-button.tsx';
import { failureWords, fieldAtFault } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { PasswordOwner } from './password-owner.tsx';
import { useSignInAgain, useWayThroughGoogle } from './queries.ts';
import { type Asked, useAsked } from './reauthenticate.ts';

const TITLE = 'Confirm it is you';

/** Asks for a fresh sign-in where something waits for it, in the way that the account has. */
export function SignInAgain({ account }: { account: Account }) {
	const asked = useAsked();

	// Who leaves the page has given it up.
	useEffect(() => () => asked?.settle(false), [asked]);

	if (account.hasPassword) return <ByPassword account={account} asked={asked} />;
	return <ByOtherWay account={account} asked={asked} />;
}

interface WayProps {
	account: Account;
	asked: Asked | undefined;
}

function ByPassword({ account, asked }: WayProps) {
	const proving = useSignInAgain(account.id);
	const { form, broken, point } = useBrokenRules<'password'>();
	const isAtField = proving.error && fieldAtFault(proving.error, ['password'], 'password');

	// After the dialog has opened, which itself would begin with the button that closes it.
	useEffect(() => {
		const field = asked && form.current?.elements.namedItem('password');
		if (field instanceof HTMLElement) field.focus();
	}, [asked, form]);

	function end(isProved: boolean) {
		proving.reset();
		point([]);
		asked?.settle(isProved);
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (proving.isPending) return;
		proving.reset();
		const typed = z.safeParse(triedPassword, new FormData(event.currentTarget).get('password'));
		if (!typed.success) {
			return point([{ field: 'password', message: typed.error.issues[0]?.message ?? '' }]);
		}
		point([]);
		proving.mutate(typed.data, {
			onSuccess: () => end(true),
			onError: (error) => {
				if (fieldAtFault(error, ['password'], 'password')) {
					point([{ field: 'password', message: failureWords(error) }]);
				}
			},
		});
	}

	return (
		<Dialog open={asked !== undefined} onClose={() => end(false)} title={TITLE}>
			<p>Enter your password to continue. You will not be asked again for 15 minutes.</p>
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<PasswordOwner account={account} />
				<CheckedField name="password" label="Your password" broken={broken}>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</CheckedField>
				{proving.error && !isAtField && <FormAlert>{failureWords(proving.error)}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant="main" busy={proving.isPending}>
						Continue
					</Button>
					<Button onClick={() => end(false)}>Cancel</Button>
				</div>
			</form>
		</Dialog>
	);
}

/** Both ways lead away from here: what waited is done by hand afterwards. */
function ByOtherWay({ account, asked }: WayProps) {
	const leaving = useWayThroughGoogle();
	const hasGoogle = account.canLink && account.providers.length > 0;
	const cancel = () => asked?.settle(false);

	return (
		<Dialog open={asked !== undefined} onClose={cancel} title={TITLE}>
			<p>
				{hasGoogle
					? 'Log in again to continue. You will come back to this page.'
					: 'Set a password first: we will email you a link.'}
			</p>
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				{hasGoogle ? (
					<Button
						variant="main"
						busy={leaving.isPending || leaving.isSuccess}
						onClick={() => leaving.mutate()}
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
