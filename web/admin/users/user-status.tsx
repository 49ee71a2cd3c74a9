import type { AdminUser } from '#contract/admin/users.ts';
import { StatusWord } from '#web/admin/kit/status-word.tsx';

/** Verified or not, and whether banned. */
export function UserStatus({ user }: { user: Pick<AdminUser, 'isVerified' | 'isBanned'> }) {
	return (
		<span className="inline-flex flex-wrap gap-x-3">
			{user.isVerified ? (
				<StatusWord tone="good">Verified</StatusWord>
			) : (
				<StatusWord tone="quiet">Unverified</StatusWord>
			)}
			{user.isBanned && <StatusWord tone="bad">Banned</StatusWord>}
		</span>
	);
}
