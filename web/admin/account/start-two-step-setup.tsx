import * as z from 'zod/mini';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { startTwoStepSetup } from '#contract/admin/session.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** What the second step of the setup shows. */
export interface TwoStepSetup {
	/** The content of the QR code: `otpauth://…`. */
	uri: string;
	/** The authenticator app's secret as text, to be typed instead of scanned. */
	secret: string;
	/** The server's text about the next step. */
	message: string;
}

const setupFields = z.object({ currentPassword: enteredPassword });

/**
 * First step of the setup of two-step sign-in: asks for the password, so that a stranger at an open browser cannot lock
 * the administrator out.
 */
export function StartTwoStepSetup({ onStarted }: { onStarted: (setup: TwoStepSetup) => void }) {
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: setupFields,
		send: (body) => callAdminApi(startTwoStepSetup, { body }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: onStarted,
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
