import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { disableTwoStep, oneTimeCode } from '#contract/admin/session.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { CodeField } from '#web/admin/kit/code-field.tsx';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';

const disableFields = z.object({ currentPassword: enteredPassword, code: oneTimeCode });

/** Turns two-step sign-in off. The server refuses while the settings require two-step sign-in. */
export function DisableTwoStep({ onDone }: { onDone: () => void }) {
	const client = useQueryClient();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: disableFields,
		send: (body) => callAdminApi(disableTwoStep, { body }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message }) => {
			toast(message);
			refresh(client, 'profile')
				.then(onDone)
				.catch(() => undefined);
		},
	});

	useFirstFieldFocus(form);

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<Field label="Your password" error={errorOf('currentPassword')}>
				{(control) => (
					<PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
				)}
			</Field>
			<CodeField error={errorOf('code')} />
			{alert && <FormAlert>{alert}</FormAlert>}
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="danger" busy={isBusy}>
					Turn it off
				</Button>
				<Button onClick={onDone}>Cancel</Button>
			</div>
		</form>
	);
}
