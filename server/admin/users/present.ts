import type { AdminUser } from '#contract/admin/users.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import type { AdminUserRow, ExportedUserRow } from './list-queries.ts';

export function presentAdminUser(row: AdminUserRow): AdminUser {
	return {
		id: row.id,
		userName: row.userName,
		email: row.email,
		phoneNumber: row.phone,
		isVerified: row.verifiedAt !== null,
		isBanned: row.bannedAt !== null,
		banReason: row.banReason,
		createdAt: row.createdAt.toISOString(),
		itemCount: row.itemCount,
		Items: row.items.map((item) => ({
			...item,
			createdAt: new Date(item.createdAt).toISOString(),
		})),
	};
}

const yesOrNo = (moment: Date | null) => (moment === null ? 'no' : 'yes');

export const USER_COLUMNS: readonly Column<ExportedUserRow>[] = [
	{ title: 'Number', of: ({ id }) => id },
	{ title: 'Name', of: ({ userName }) => userName },
	{ title: 'Email', of: ({ email }) => email },
	{ title: 'Phone', of: ({ phone }) => phone },
	{ title: 'Verified', of: ({ verifiedAt }) => yesOrNo(verifiedAt) },
	{ title: 'Banned', of: ({ bannedAt }) => yesOrNo(bannedAt) },
	{ title: 'Ban reason', of: ({ banReason }) => banReason },
	{ title: 'Joined', of: ({ createdAt }) => createdAt.toISOString() },
	{ title: 'Items', of: ({ itemCount }) => itemCount },
];
