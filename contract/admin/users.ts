import * as z from 'zod/mini';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { byId, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { messageReply } from '#contract/core/replies.ts';
import { ITEM_LIMITS, ITEM_STATUSES } from '#contract/items/facts.ts';
import { BULK_MESSAGES, bulkReply, selectedIds } from './bulk.ts';
import { booleanFilter, searchFilter, sortParam } from './filters.ts';
import { adminHistory } from './history.ts';
import { note, requiredNote } from './notes.ts';

export const ADMIN_USERS_PAGE_SIZE = 10;
/** Items that travel with each user of a list, and with one alone; `itemCount` counts them all. */
export const ADMIN_USER_ITEM_LIMITS = { inList: 20, inDetails: ITEM_LIMITS.listAllMax } as const;
export const ADMIN_USER_SORTS = ['newest', 'oldest', 'name'] as const;
export const BULK_USER_ACTIONS = ['verify', 'unverify', 'ban', 'unban'] as const;

const BULK_USER_AUDIT_ACTIONS = {
	verify: 'ATTEMPT_VERIFY_USER',
	unverify: 'ATTEMPT_VERIFY_USER',
	ban: 'ATTEMPT_BAN_USER',
	unban: 'ATTEMPT_UNBAN_USER',
} as const satisfies Record<(typeof BULK_USER_ACTIONS)[number], AuditAction>;

export const ADMIN_USER_MESSAGES = {
	verification: 'Please say whether the user is verified.',
	notFound: 'User not found.',
	verified: 'User verified successfully.',
	unverified: 'User verification removed.',
	banned: 'User banned successfully.',
	unbanned: 'User unbanned successfully.',
	warned: 'User warned successfully.',
	warning: 'Please write what the user is warned about.',
	alreadyVerified: 'This user is already verified.',
	notVerifiableByEmail:
		'This user is already verified, or has no confirmed address of the college.',
	notVerified: 'This user is not verified.',
	alreadyBanned: 'This user is already banned.',
	notBanned: 'This user is not banned.',
	loadFailed: 'Error fetching users',
	changeFailed: 'Failed to update user',
	exportFailed: 'Error exporting users',
} as const;

export const adminUsersQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_USERS_PAGE_SIZE),
	search: searchFilter,
	isVerified: booleanFilter,
	isBanned: booleanFilter,
	sort: sortParam(ADMIN_USER_SORTS),
});
export const adminUsersExportQuery = z.omit(adminUsersQuery, { page: true, limit: true });

/** A person as administrators see them. */
export const adminUser = z.object({
	id: z.int(),
	userName: z.string(),
	email: z.nullable(z.string()),
	phoneNumber: z.nullable(z.string()),
	isVerified: z.boolean(),
	isBanned: z.boolean(),
	/** Why, in an administrator's words. */
	banReason: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	itemCount: z.int(),
	/** What the person put on the market, newest first, deleted ones left out; in a list the newest twenty of it. */
	Items: z.array(
		z.object({
			id: z.int(),
			title: z.string(),
			status: z.enum(ITEM_STATUSES),
			createdAt: z.iso.datetime(),
		}),
	),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminUsers = z.object({ success, users: z.array(adminUser), pagination });
/** `history` is of reports about them, their items and by them; to a super_admin, of what administrators did too. */
export const adminUserDetails = z.object({ success, user: adminUser, history: adminHistory });

/** Of who is unverified: that no address verifies them from here on; so unless it is said. */
const isRefused = z.optional(z.boolean(ADMIN_USER_MESSAGES.verification));

/** Of who is verified: that a confirmed address of the college's says so, not an administrator; these do unless it is said. */
const isByAddress = z.optional(z.boolean(ADMIN_USER_MESSAGES.verification));

export const userVerification = z.object({
	isVerified: z.boolean(ADMIN_USER_MESSAGES.verification),
	isRefused,
	isByAddress,
});

export const userBan = z.object({ reason: note });

export const userWarning = z.object({ message: requiredNote(ADMIN_USER_MESSAGES.warning) });

export const listUsers = endpoint({
	method: 'GET',
	path: '/admin/users',
	summary: 'Users, newest first unless sorted, erased ones left out.',
	auth: 'admin',
	query: adminUsersQuery,
	reply: adminUsers,
});

export const exportUsers = endpoint({
	method: 'GET',
	path: '/admin/users/export',
	summary: 'The users that the filters leave, as CSV.',
	auth: 'admin',
	query: adminUsersExportQuery,
	download: { type: 'text/csv', name: 'users.csv' },
	reply: z.string(),
});

export const getUser = endpoint({
	method: 'GET',
	path: '/admin/users/:id',
	summary:
		'One user, with the history of what was reported and done, and their items: the newest 1,000, should there be more.',
	auth: 'admin',
	params: byId,
	reply: adminUserDetails,
});

export const verifyUser = endpoint({
	method: 'PUT',
	path: '/admin/users/:id/verify',
	summary: 'Verifies a user, or takes it back.',
	auth: 'admin',
	params: byId,
	body: userVerification,
	auditAs: { action: 'ATTEMPT_VERIFY_USER', targetKind: 'user' },
	/** What `isRefused` is for taking a verification back, and `isByAddress` for giving it back. */
	reply: z.extend(messageReply, { wasRefused: z.boolean(), wasByAddress: z.boolean() }),
});

export const banUser = endpoint({
	method: 'PUT',
	path: '/admin/users/:id/ban',
	summary: 'Bans a user: sessions end, their items leave the market.',
	auth: 'admin',
	params: byId,
	body: userBan,
	auditAs: { action: 'ATTEMPT_BAN_USER', targetKind: 'user' },
	reply: messageReply,
});

export const unbanUser = endpoint({
	method: 'PUT',
	path: '/admin/users/:id/unban',
	summary: 'Lets a banned user in again.',
	auth: 'admin',
	params: byId,
	auditAs: { action: 'ATTEMPT_UNBAN_USER', targetKind: 'user' },
	reply: messageReply,
});

export const warnUser = endpoint({
	method: 'PUT',
	path: '/admin/users/:id/warn',
	summary: 'Warns a user in words that they see at once, or at their next visit.',
	auth: 'admin',
	limit: 'messaging',
	params: byId,
	body: userWarning,
	auditAs: { action: 'ATTEMPT_WARN_USER', targetKind: 'user' },
	reply: messageReply,
});

export const bulkChangeUsers = endpoint({
	method: 'POST',
	path: '/admin/users/bulk',
	summary: 'Verifies, unverifies, bans or unbans several users at once.',
	auth: 'admin',
	body: z.object({
		userIds: selectedIds,
		action: z.enum(BULK_USER_ACTIONS, BULK_MESSAGES.badAction),
		reason: note,
		isRefused,
		isByAddress,
	}),
	auditAs: {
		action: 'ATTEMPT_BAN_USER',
		targetKind: 'users',
		bulk: { idsField: 'userIds', targetKind: 'user', auditActions: BULK_USER_AUDIT_ACTIONS },
	},
	/** Of the changed: `refused` had been unverified by an administrator before, `byAddress` verified by their address. */
	reply: z.extend(bulkReply, { refused: z.array(z.int()), byAddress: z.array(z.int()) }),
});
