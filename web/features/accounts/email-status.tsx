import { CircleCheck, MailQuestion } from 'lucide-react';
import { addressToConfirm } from '#contract/accounts/address.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useSendConfirmation } from './queries.ts';

/** Whether the email address is confirmed, with a button to send the link if not. */
export function EmailStatus({ account }: { account: Account }) {
	const sending = useSendConfirmation();
	const { email, pendingEmail } = account;
	const unconfirmed = addressToConfirm(account);

	if (email === null && pendingEmail === null) return null;
	if (unconfirmed === null) {
		return (
			<p className="flex items-start gap-2 text-sm">
				<CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
				<span className="min-w-0">
					<strong>
						<EmailText address={email ?? ''} />
					</strong>{' '}
					is confirmed.
				</span>
			</p>
		);
	}
	return (
		<div className="grid gap-3 rounded-card bg-accent-wash p-4 text-sm">
			<p className="flex items-start gap-2">
				<MailQuestion aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
				<span className="min-w-0">
					<strong>
						<EmailText address={unconfirmed} />
					</strong>{' '}
					is not confirmed yet. Open the link in the email we sent you, or send it again.
					{pendingEmail && email && (
						<span>
							{' '}
							Until then{' '}
							<strong>
								<EmailText address={email} />
							</strong>{' '}
							stays your address; to keep it, enter it again below.
						</span>
					)}
				</span>
			</p>
			{sending.error && <FormAlert>{formErrorMessage(sending.error)}</FormAlert>}
			<Button
				size="small"
				busy={sending.isPending}
				onClick={() => sending.mutate(undefined)}
				className="justify-self-start"
			>
				Send the link
			</Button>
		</div>
	);
}
