import type { AdminUser } from '#contract/admin/users.ts';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';

/** Whether a user is verified, and whether banned. */
export function UserStatus({ user }: { user: Pick<AdminUser, 'isVerified' | 'isBanned'> }) {
	return (
		<span className="inline-flex flex-wrap gap-x-3">
			{user.isVerified ? (
				<StatusLabel tone="good">Verified</StatusLabel>
			) : (
				<StatusLabel tone="quiet">Unverified</StatusLabel>
			)}
			{user.isBanned && <StatusLabel tone="bad">Banned</StatusLabel>}
		</span>
	);
}
