import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { confirmTwoStep, oneTimeCode } from '#contract/admin/session.ts';
import { CodeField } from '#web/admin/kit/code-field.tsx';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { QrCode } from './qr-code.tsx';
import type { TwoStepSetup } from './start-two-step-setup.tsx';

const codeFields = z.object({ code: oneTimeCode });

interface ConfirmTwoStepProps {
	setup: TwoStepSetup;
	onDone: (recoveryCodes: readonly string[]) => void;
	onCancel: () => void;
}

/**
 * Second step of the setup of two-step sign-in: shows the QR code for the authenticator app, and asks for the app's first
 * code. The code proves that the app works.
 */
export function ConfirmTwoStep({ setup, onDone, onCancel }: ConfirmTwoStepProps) {
	const client = useQueryClient();
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: codeFields,
		send: (body) => callAdminApi(confirmTwoStep, { body }),
		failureMessage: ADMINISTRATOR_MESSAGES.changeFailed,
		onDone: ({ message, recoveryCodes }) => {
			toast(message);
			onDone(recoveryCodes);
			refresh(client, 'profile').catch(() => undefined);
		},
	});

	return (
		<form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
			<p role="status" className="text-sm">
				{setup.message}
			</p>
			<QrCode text={setup.uri} label="The secret as a picture for your authenticator app" />
			<p className="text-sm text-ink-soft">
				Or type it into the app:{' '}
				<code className="font-semibold text-ink wrap-anywhere select-all">
					{inGroupsOfFour(setup.secret)}
				</code>
			</p>
			<CodeField error={errorOf('code')} shouldFocus />
			{alert && <FormAlert>{alert}</FormAlert>}
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="main" busy={isBusy}>
					Turn it on
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}

/** Groups of four letters are easier to copy; apps ignore the spaces. */
function inGroupsOfFour(secret: string): string {
	return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
