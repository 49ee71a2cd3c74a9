import {
	ADMIN_USER_MESSAGES,
	type AdminUser,
	userBan,
	userWarning,
} from '#contract/admin/users.ts';
import { faultIn } from '#web/admin/kit/fault-in.ts';
import { WordsDialog } from '#web/admin/kit/words-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useUserChanges } from './use-user-changes.ts';

export const BAN_MEANS = 'Their sessions end at once, and their items leave the market.';
export const UNVERIFY_MEANS =
	'They lose the badge, and confirming a college address does not bring it back.';
export const REASON_HINT = 'Only administrators see it.';

/** What an administrator is asked about before it is done. */
export interface AskedAboutUser {
	what: 'ban' | 'warn' | 'unverify';
	user: AdminUser;
}

interface UserDialogsProps {
	asked: AskedAboutUser | undefined;
	changes: Pick<ReturnType<typeof useUserChanges>, 'banning' | 'warning' | 'verifying'>;
	onClose: () => void;
}

export function UserDialogs({ asked, changes, onClose }: UserDialogsProps) {
	const user = asked?.user;
	const name = user?.userName ?? '';

	function unverify() {
		if (user) changes.verifying.mutate(user);
		onClose();
	}

	return (
		<>
			<ConfirmDialog
				open={asked?.what === 'unverify'}
				title={`Unverify ${name}`}
				question={UNVERIFY_MEANS}
				confirmLabel="Unverify"
				onConfirm={unverify}
				onCancel={onClose}
			/>
			<WordsDialog
				open={asked?.what === 'ban'}
				title={`Ban ${name}`}
				says={BAN_MEANS}
				label="Reason (optional)"
				hint={REASON_HINT}
				confirmLabel="Ban"
				isBad
				failed={ADMIN_USER_MESSAGES.changeFailed}
				faultOf={(reason) => faultIn(userBan, { reason })}
				onSubmit={async (reason) => user && changes.banning.mutateAsync({ user, reason })}
				onClose={onClose}
			/>
			<WordsDialog
				open={asked?.what === 'warn'}
				title={`Warn ${name}`}
				says="They see your message right away, or at their next visit."
				label="Warning"
				confirmLabel="Warn"
				failed={ADMIN_USER_MESSAGES.changeFailed}
				faultOf={(message) => faultIn(userWarning, { message })}
				onSubmit={async (message) => user && changes.warning.mutateAsync({ user, message })}
				onClose={onClose}
			/>
		</>
	);
}
