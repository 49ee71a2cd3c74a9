import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { Button } from '#web/ui/button.tsx';
import { useBlockingModal } from '#web/ui/use-modal.ts';

interface WarningDialogProps {
	warning: NonNullable<NotificationSummary['warning']>;
	onAcknowledge: (id: number) => void;
}

/**
 * A warning from an administrator, shown on every page but the rules until it is marked as read.
 * Only its button closes it.
 */
export function WarningDialog({ warning, onAcknowledge }: WarningDialogProps) {
	const id = useId();
	const { dialog, heading } = useBlockingModal();

	return (
		<dialog
			{...dialog}
			role="alertdialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			className="sheet fixed inset-x-0 top-auto bottom-0 m-0 max-h-[90dvh] w-full max-w-none overflow-auto rounded-t-card bg-surface text-ink shadow-float tablet:inset-0 tablet:m-auto tablet:h-fit tablet:max-w-md tablet:rounded-card"
		>
			<div className="grid gap-4 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
				<ShieldAlert
					aria-hidden="true"
					className="size-12 rounded-full bg-accent-wash p-2.5 text-ink"
				/>
				<h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="text-xl outline-none">
					{NOTIFICATION_MESSAGES.warning}
				</h2>
				<div id={`${id}-text`} className="grid gap-3">
					<p className="wrap-anywhere whitespace-pre-line">{warning.message}</p>
					<p className="text-sm text-ink-soft">{NOTIFICATION_MESSAGES.keptInNotifications}</p>
				</div>
				<Button variant="main" onClick={() => onAcknowledge(warning.id)}>
					{NOTIFICATION_MESSAGES.acknowledge}
				</Button>
				<a
					href={PAGES.rules}
					target="_blank"
					rel="noopener"
					className="flex min-h-11 items-center justify-center text-sm font-semibold text-link"
				>
					Our rules, and how to appeal
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
			</div>
		</dialog>
	);
}
