import * as z from 'zod/mini';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { startTwoStepSetup } from '#contract/admin/session.ts';
import { enteredPassword } from '#contract/auth/auth.ts';
import { useCheckedForm } from '#web/admin/kit/use-checked-form.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** What an authenticator app has to be told. */
export interface Secret {
	/** For the picture: `otpauth://…`. */
	uri: string;
	/** For typing. */
	secret: string;
	message: string;
}

const proof = z.object({ currentPassword: enteredPassword });

/** First the password: whoever finds an open browser must not lock its administrator out. */
export function BeginTwoStep({ onBegun }: { onBegun: (secret: Secret) => void }) {
	const { form, onSubmit, errorOf, alert, isBusy } = useCheckedForm({
		schema: proof,
		send: (body) => officeCall(startTwoStepSetup, { body }),
		failed: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: onBegun,
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<Field label="Your password" error={errorOf('currentPassword')}>
				{(control) => (
					<PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
				)}
			</Field>
			{alert && <FormAlert>{alert}</FormAlert>}
			<Button type="submit" busy={isBusy} className="justify-self-start">
				Set up two-step sign-in
			</Button>
		</form>
	);
}
