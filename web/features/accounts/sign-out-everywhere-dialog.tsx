import { useId } from 'react';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useSignOutEverywhere } from './queries.ts';

/** Asks the user to confirm signing out of all devices, because this one is signed out as well. */
export function SignOutEverywhereDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const signingOut = useSignOutEverywhere();
	const questionId = useId();

	function close() {
		if (signingOut.isPending) return;
		signingOut.reset();
		onClose();
	}

	return (
		<Dialog
			open={open}
			onClose={close}
			title="Sign out everywhere"
			role="alertdialog"
			describedBy={questionId}
		>
			<p id={questionId}>
				All your devices are signed out, this one too. You can log in again at once.
			</p>
			{signingOut.error && <FormAlert>{formErrorMessage(signingOut.error)}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button
					variant="main"
					busy={signingOut.isPending || signingOut.isSuccess}
					onClick={() => signingOut.mutate()}
				>
					Sign out everywhere
				</Button>
				<Button onClick={close}>Cancel</Button>
			</div>
		</Dialog>
	);
}
