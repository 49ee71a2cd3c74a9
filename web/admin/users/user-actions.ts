import type { AdminUser } from '#contract/admin/users.ts';
import type { KeyHint } from '#web/admin/kit/key-hints.tsx';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';

export const USER_KEY_HINTS: readonly KeyHint[] = [
	{ keys: ['v'], action: 'verify' },
	{ keys: ['w'], action: 'warn' },
	{ keys: ['b'], action: 'ban' },
	{ keys: ['x'], action: 'select' },
];

export interface UserHandlers {
	verify: (user: AdminUser) => void;
	warn: (user: AdminUser) => void;
	ban: (user: AdminUser) => void;
	unban: (user: AdminUser) => void;
}

/** What can be done with a user, in the list and in the panel. */
export function userActions(user: AdminUser, handlers: UserHandlers): ListAction[] {
	return [
		{
			label: user.isVerified ? 'Unverify' : 'Verify',
			key: 'v',
			run: () => handlers.verify(user),
		},
		{ label: 'Warn', key: 'w', run: () => handlers.warn(user), isSecondary: true },
		user.isBanned
			? { label: 'Unban', key: 'b', run: () => handlers.unban(user), isSecondary: true }
			: {
					label: 'Ban',
					key: 'b',
					run: () => handlers.ban(user),
					isDestructive: true,
					isSecondary: true,
				},
	];
}
