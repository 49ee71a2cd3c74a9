import type { AdminUserDeals } from '#contract/admin/deals.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { type Column, yesOrNo } from '#server/admin/kit/csv.ts';
import type { PersonDeals } from '#server/features/deals/reviews/queries.ts';
import type { AdminUserRow, ExportedUserRow } from './list-queries.ts';

/** A user as administrators see them. */
export function presentAdminUser(row: AdminUserRow): AdminUser {
	return {
		id: row.id,
		userName: row.userName,
		email: row.email,
		isEmailConfirmed: row.emailConfirmedAt !== null,
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

/** The columns of the CSV export. */
export const USER_COLUMNS: readonly Column<ExportedUserRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	{ title: 'Name', value: ({ userName }) => userName },
	{ title: 'Email', value: ({ email }) => email },
	{
		title: 'Email confirmed',
		value: ({ email, emailConfirmedAt }) => email && yesOrNo(emailConfirmedAt !== null),
	},
	{ title: 'Phone', value: ({ phone }) => phone, isPhoneNumber: true },
	{ title: 'Verified', value: ({ verifiedAt }) => yesOrNo(verifiedAt !== null) },
	{ title: 'Banned', value: ({ bannedAt }) => yesOrNo(bannedAt !== null) },
	{ title: 'Ban reason', value: ({ banReason }) => banReason },
	{ title: 'Joined', value: ({ createdAt }) => createdAt },
	{ title: 'Items', value: ({ itemCount }) => itemCount },
];

/** The counts of deals, missed hand-overs and reviews that administrators see of a user. */
export function presentUserDeals({
	deals,
	missed,
	reviewCount,
	rating,
}: PersonDeals): AdminUserDeals {
	return { completed: deals, missed, reviews: reviewCount, rating };
}
