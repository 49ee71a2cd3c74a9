import { useMutation, useQuery } from '@tanstack/react-query';
import { MailQuestion, X } from 'lucide-react';
import { sendConfirmation } from '#contract/accounts/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { notificationSummaryQuery } from './queries.ts';
import { useConfirmEmailNotice } from './use-confirm-email-notice.ts';

/**
 * A notice on top of every page except a single chat. It is shown until the address is confirmed, or the notice is
 * dismissed for a few days.
 */
export function ConfirmEmailNotice() {
	const { data } = useQuery(notificationSummaryQuery());
	const { isShown, dismiss } = useConfirmEmailNotice(data && data.addressToConfirm !== null);
	const address = data?.addressToConfirm;

	// Screen readers announce text only in a live region that was rendered before it.
	return (
		<div role="status" className="absolute inset-x-0 z-1 print:hidden">
			{isShown && address && <NoticeContent address={address} onDismiss={dismiss} />}
		</div>
	);
}

function NoticeContent({ address, onDismiss }: { address: string; onDismiss: () => void }) {
	const sending = useMutation({ mutationFn: () => call(sendConfirmation, {}) });
	const refusal =
		sending.error &&
		errorMessageFor(sending.error, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection);
	const outcome = refusal ?? sending.data?.message;

	return (
		<div className="h-11 bg-accent-wash">
			<div className="wrap flex h-full items-center gap-x-2 text-xs tablet:text-sm">
				<MailQuestion aria-hidden="true" className="size-4 shrink-0 max-tablet:hidden" />
				<p
					title={address}
					className="line-clamp-2 min-w-0 leading-4 tablet:line-clamp-1 tablet:leading-5"
				>
					{outcome ?? (
						<span>
							{NOTIFICATION_MESSAGES.confirmAddress} <span className="break-all">{address}</span>
						</span>
					)}
				</p>
				<Button
					size="small"
					variant="quiet"
					busy={sending.isPending}
					onClick={() => sending.mutate()}
					className="shrink-0 px-1 max-tablet:text-xs text-link underline underline-offset-4"
				>
					{NOTIFICATION_MESSAGES.sendAgain}
				</Button>
				<IconButton
					label="Dismiss"
					icon={<X aria-hidden="true" className="size-5" />}
					onClick={onDismiss}
					className="-mr-3 ml-auto"
				/>
			</div>
		</div>
	);
}
