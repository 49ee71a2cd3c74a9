import * as z from 'zod/mini';
import { success } from '../common.ts';
import { ITEM_STATUSES } from '../item-facts.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { search, yesOrNo } from './filters.ts';
import { note } from './notes.ts';

export const ADMIN_USERS_PAGE = 10;

export const ADMIN_USER_MESSAGES = {
	verification: 'Please say whether the user is verified.',
	notFound: 'User not found.',
	verified: 'User verified successfully.',
	unverified: 'User verification removed.',
	banned: 'User banned successfully.',
	unbanned: 'User unbanned successfully.',
	alreadyBanned: 'This user is already banned.',
	notBanned: 'This user is not banned.',
	loadFailed: 'Error fetching users',
	changeFailed: 'Failed to update user',
} as const;

export const adminUsersQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_USERS_PAGE),
	search,
	isVerified: yesOrNo,
});

/** A person as administrators see them. */
export const adminUser = z.object({
	id: z.int(),
	userName: z.string(),
	email: z.nullable(z.string()),
	phoneNumber: z.nullable(z.string()),
	isVerified: z.boolean(),
	isBanned: z.boolean(),
	createdAt: z.iso.datetime(),
	/** What the person put on the market, newest first, deleted ones left out. */
	Items: z.array(
		z.object({
			id: z.int(),
			title: z.string(),
			status: z.enum(ITEM_STATUSES),
			createdAt: z.iso.datetime(),
		}),
	),
});

export const adminUsers = z.object({ success, users: z.array(adminUser), pagination });
export const adminUserDetails = z.object({ success, user: adminUser });

export const userVerification = z.object({
	isVerified: z.boolean(ADMIN_USER_MESSAGES.verification),
});

export const userBan = z.object({ reason: note });
