import {
	ADMIN_USER_MESSAGES,
	type AdminUser,
	userBan,
	userWarning,
} from '#contract/admin/users.ts';
import { TextDialog } from '#web/admin/kit/text-dialog.tsx';
import { validationMessage } from '#web/admin/kit/validation-message.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useUserChanges } from './use-user-changes.ts';

export const BAN_CONSEQUENCE = 'Their sessions end at once, and their items leave the market.';
export const UNVERIFY_CONSEQUENCE =
	'They lose the badge, and confirming a college address does not bring it back.';
export const REASON_HINT = 'Only administrators see it.';

/** The dialog that is open, and its user. */
export interface OpenUserDialog {
	kind: 'ban' | 'warn' | 'unverify';
	user: AdminUser;
}

interface UserDialogsProps {
	openDialog: OpenUserDialog | undefined;
	changes: Pick<ReturnType<typeof useUserChanges>, 'banning' | 'warning' | 'verifying'>;
	onClose: () => void;
}

export function UserDialogs({ openDialog, changes, onClose }: UserDialogsProps) {
	const user = openDialog?.user;
	const name = user?.userName ?? '';

	function unverify() {
		if (user) changes.verifying.mutate(user);
		onClose();
	}

	return (
		<>
			<ConfirmDialog
				open={openDialog?.kind === 'unverify'}
				title={`Unverify ${name}`}
				question={UNVERIFY_CONSEQUENCE}
				confirmLabel="Unverify"
				onConfirm={unverify}
				onCancel={onClose}
			/>
			<TextDialog
				open={openDialog?.kind === 'ban'}
				title={`Ban ${name}`}
				description={BAN_CONSEQUENCE}
				label="Reason (optional)"
				hint={REASON_HINT}
				confirmLabel="Ban"
				isDestructive
				failureMessage={ADMIN_USER_MESSAGES.changeFailed}
				validate={(reason) => validationMessage(userBan, { reason })}
				onSubmit={async (reason) => user && changes.banning.mutateAsync({ user, reason })}
				onClose={onClose}
			/>
			<TextDialog
				open={openDialog?.kind === 'warn'}
				title={`Warn ${name}`}
				description="They see your message right away, or at their next visit."
				label="Warning"
				confirmLabel="Warn"
				failureMessage={ADMIN_USER_MESSAGES.changeFailed}
				validate={(message) => validationMessage(userWarning, { message })}
				onSubmit={async (message) => user && changes.warning.mutateAsync({ user, message })}
				onClose={onClose}
			/>
		</>
	);
}
