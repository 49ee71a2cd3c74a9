import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { createRecoveryCodes, disableTwoStep, oneTimeCode } from '#contract/admin/session.ts';
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

const provenFields = z.object({ currentPassword: enteredPassword, code: oneTimeCode });

type ProvenFields = z.infer<typeof provenFields>;

/** What can be changed about two-step sign-in by password and code. Each returns the recovery codes to show. */
const CHANGES = {
	/** The server refuses while the settings require two-step sign-in. */
	'turn off': {
		label: 'Turn it off',
		variant: 'danger',
		send: async (body: ProvenFields) => ({
			...(await callAdminApi(disableTwoStep, { body })),
			recoveryCodes: [],
		}),
	},
	'renew codes': {
		label: 'Make new recovery codes',
		variant: 'main',
		send: (body: ProvenFields) => callAdminApi(createRecoveryCodes, { body }),
	},
} as const;
export type TwoStepChange = keyof typeof CHANGES;

interface ChangeTwoStepProps {
	change: TwoStepChange;
	onDone: (recoveryCodes: readonly string[]) => void;
	onCancel: () => void;
}

/** Changes two-step sign-in, which needs the password and a code. */
export function ChangeTwoStep({ change, onDone, onCancel }: ChangeTwoStepProps) {
	const client = useQueryClient();
	const { label, variant, send } = CHANGES[change];
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: provenFields,
		send,
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message, recoveryCodes }) => {
			toast(message);
			refresh(client, 'profile')
				.then(() => onDone(recoveryCodes))
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
				<Button type="submit" variant={variant} busy={isBusy}>
					{label}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
