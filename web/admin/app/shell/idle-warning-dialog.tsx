import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Asks whether anybody is there before the session ends, for as long as `onStay` can be called; any answer says so. */
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
