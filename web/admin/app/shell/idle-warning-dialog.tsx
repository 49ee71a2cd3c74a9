import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Warns before an idle session ends, while `onStay` is given. Every way to close the dialog keeps the session. */
export function IdleWarningDialog({ onStay }: { onStay: (() => void) | undefined }) {
	const stay = () => onStay?.();

	return (
		<Dialog
			open={onStay !== undefined}
			onClose={stay}
			title={ADMIN_SESSION_MESSAGES.idleWarning}
			role="alertdialog"
		>
			<p>{ADMIN_SESSION_MESSAGES.idleWarningReason}</p>
			<Button variant="main" onClick={stay}>
				{ADMIN_SESSION_MESSAGES.staySignedIn}
			</Button>
		</Dialog>
	);
}
