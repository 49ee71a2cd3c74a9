import * as z from 'zod/mini';
import { ADMIN_USER_ERRORS, BULK_ERRORS } from '#contract/admin/errors.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, messageReply, success } from '#contract/core/schemas.ts';
import { ITEM_LIMITS, ITEM_STATUSES } from '#contract/items/facts.ts';
import { bulkReply, selectedIds } from './bulk.ts';
import { adminUserDeals } from './deals.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import { booleanFilter, searchFilter, sortParam } from './filters.ts';
import { adminHistory } from './history.ts';
import { note, requiredNote } from './notes.ts';

/** Users on a page, by default. */
export const ADMIN_USERS_PAGE_SIZE = 10;
/** Maximum number of items sent with each user of a list, and with a single user; `itemCount` counts all. */
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
	verified: 'User verified successfully.',
	unverified: 'User verification removed.',
	banned: 'User banned successfully.',
	unbanned: 'User unbanned successfully.',
	warned: 'User warned successfully.',
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

/** A user as seen by administrators. */
export const adminUser = z.object({
	id: z.int(),
	userName: z.string(),
	email: z.nullable(z.string()),
	/** Whether the user confirmed the address; false without one. */
	isEmailConfirmed: z.boolean(),
	phoneNumber: z.nullable(z.string()),
	isVerified: z.boolean(),
	isBanned: z.boolean(),
	/** The reason that an administrator wrote. */
	banReason: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	itemCount: z.int(),
	/** Items of the user except deleted ones, newest first; limited by `ADMIN_USER_ITEM_LIMITS`. */
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
/** `history` has reports about the user and their items, reports by the user, and what administrators did to the user. */
export const adminUserDetails = z.object({
	success,
	user: adminUser,
	deals: adminUserDeals,
	history: adminHistory,
});

/** With `isVerified: false`: whether a confirmed college address can no longer verify the user; true by default. */
const isRefused = z.optional(z.boolean(ADMIN_USER_ERRORS.verification.message));

/**
 * With `isVerified: true`: whether the user counts as verified by a confirmed college address, and not by the
 * administrator; false by default.
 */
const isByAddress = z.optional(z.boolean(ADMIN_USER_ERRORS.verification.message));

export const userVerification = z.object({
	isVerified: z.boolean(ADMIN_USER_ERRORS.verification.message),
	isRefused,
	isByAddress,
});

export const userBan = z.object({ reason: note });

export const userWarning = z.object({ message: requiredNote(ADMIN_USER_ERRORS.warning.message) });

export const listUsers = adminRead({
	path: '/admin/users',
	summary: 'Lists users except erased ones, newest first by default.',
	query: adminUsersQuery,
	reply: adminUsers,
});

export const exportUsers = adminExport({
	path: '/admin/users/export',
	summary: 'Exports the filtered users as CSV.',
	query: adminUsersExportQuery,
	download: { type: 'text/csv', name: 'users.csv' },
});

export const getUser = adminRead({
	path: '/admin/users/:id',
	summary:
		'Returns a user with the numbers of their deals, their reports, audit entries and newest 1,000 items.',
	params: byId,
	reply: adminUserDetails,
});

export const verifyUser = endpoint({
	method: 'PUT',
	path: '/admin/users/:id/verify',
	summary: 'Verifies or unverifies a user.',
	auth: 'admin',
	params: byId,
	body: userVerification,
	auditAs: { action: 'ATTEMPT_VERIFY_USER', targetKind: 'user' },
	/**
	 * What the request that undoes this change needs: `wasRefused` is its `isRefused` after a verification, `wasByAddress`
	 * its `isByAddress` after an unverification.
	 */
	reply: z.extend(messageReply, { wasRefused: z.boolean(), wasByAddress: z.boolean() }),
});

export const banUser = adminChange({
	method: 'PUT',
	path: '/admin/users/:id/ban',
	summary: 'Bans a user: ends their sessions and hides their items.',
	body: userBan,
	auditAs: { action: 'ATTEMPT_BAN_USER', targetKind: 'user' },
});

export const unbanUser = adminChange({
	method: 'PUT',
	path: '/admin/users/:id/unban',
	summary: 'Unbans a user.',
	auditAs: { action: 'ATTEMPT_UNBAN_USER', targetKind: 'user' },
});

export const warnUser = adminChange({
	method: 'PUT',
	path: '/admin/users/:id/warn',
	summary:
		'Sends a warning that the user sees on the next page that they open. With an Idempotency-Key (a UUID) the request can be repeated safely.',
	limit: 'messaging',
	body: userWarning,
	auditAs: { action: 'ATTEMPT_WARN_USER', targetKind: 'user' },
});

export const bulkChangeUsers = endpoint({
	method: 'POST',
	path: '/admin/users/bulk',
	summary: 'Verifies, unverifies, bans or unbans several users.',
	auth: 'admin',
	body: z.object({
		userIds: selectedIds,
		action: z.enum(BULK_USER_ACTIONS, BULK_ERRORS.badAction.message),
		reason: note,
		isRefused,
		isByAddress,
	}),
	auditAs: {
		// Logged for a rejected request without a valid `action`.
		action: 'ATTEMPT_BAN_USER',
		targetKind: 'users',
		bulk: { idsField: 'userIds', targetKind: 'user', auditActions: BULK_USER_AUDIT_ACTIONS },
	},
	/**
	 * Ids among `changed`: `refused` of users whom an administrator had unverified before, `byAddress` of users who had
	 * been verified by their email address.
	 */
	reply: z.extend(bulkReply, { refused: z.array(z.int()), byAddress: z.array(z.int()) }),
});
