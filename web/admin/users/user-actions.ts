import { type AdminUser, userBan, userWarning } from '#contract/admin/users.ts';
import { isolated } from '#contract/core/format.ts';
import type { BulkChange, RowAction } from '#web/admin/kit/list-section.ts';
import { ban, changeUsers, changeVerification, unban, warn } from './user-changes.ts';

const BAN_CONSEQUENCE =
	'Their sessions end at once, their items leave the market, and their deals end for good.';
const UNBAN_CONSEQUENCE =
	'Their items are on sale again, unless they are sold or banned, and everybody who saved one is told.';
const UNVERIFY_CONSEQUENCE =
	'They lose the badge, and confirming a college address does not bring it back.';
const REASON_HINT =
	'They read it in a mail, and when they try to log in. Name nobody who reported them.';

/** The actions on a user. */
export function userActions(user: AdminUser): RowAction[] {
	const { userName, isVerified, isBanned } = user;
	const unverifyQuestion = {
		title: `Unverify ${isolated(userName)}`,
		question: UNVERIFY_CONSEQUENCE,
	};
	const verification: RowAction = {
		label: isVerified ? 'Unverify' : 'Verify',
		key: 'v',
		send: () => changeVerification(user),
		...(isVerified && { confirm: unverifyQuestion }),
	};
	const warning: RowAction = {
		label: 'Warn',
		key: 'w',
		isSecondary: true,
		send: (message) => warn(user, message),
		ask: {
			title: `Warn ${isolated(userName)}`,
			description: 'They see your message on the next page that they open.',
			label: 'Warning',
			schema: userWarning,
			name: 'message',
		},
	};
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		isDestructive: true,
		isSecondary: true,
		send: (reason) => ban(user, reason),
		ask: {
			title: `Ban ${isolated(userName)}`,
			description: BAN_CONSEQUENCE,
			label: 'Reason (optional)',
			hint: REASON_HINT,
			schema: userBan,
			name: 'reason',
		},
	};
	const unbanning: RowAction = {
		label: 'Unban',
		key: 'b',
		isSecondary: true,
		send: () => unban(user),
		confirm: { title: `Unban ${isolated(userName)}`, question: UNBAN_CONSEQUENCE },
	};
	return [verification, warning, isBanned ? unbanning : banning];
}

/** The bulk actions on selected users. */
export const USER_BULK_CHANGES: readonly BulkChange<AdminUser>[] = [
	{
		label: 'Verify',
		state: 'verified',
		isAlready: ({ isVerified }) => isVerified,
		send: (ids) => changeUsers('verify', ids),
	},
	{
		label: 'Unverify',
		state: 'unverified',
		isAlready: ({ isVerified }) => !isVerified,
		consequence: UNVERIFY_CONSEQUENCE,
		send: (ids) => changeUsers('unverify', ids),
	},
	{
		label: 'Ban',
		state: 'banned',
		isAlready: ({ isBanned }) => isBanned,
		consequence: BAN_CONSEQUENCE,
		isDestructive: true,
		reasonHint: REASON_HINT,
		send: (ids, reason) => changeUsers('ban', ids, reason),
	},
	{
		label: 'Unban',
		state: 'not banned',
		isAlready: ({ isBanned }) => !isBanned,
		consequence: UNBAN_CONSEQUENCE,
		send: (ids) => changeUsers('unban', ids),
	},
];
