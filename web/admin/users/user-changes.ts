import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	type AdminUser,
	type BULK_USER_ACTIONS,
	banUser,
	bulkChangeUsers,
	unbanUser,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { callWithIdempotencyKey } from '#web/admin/lib/call-with-idempotency-key.ts';

/** Verifies an unverified user, or removes the verification of a verified one. */
export async function changeVerification({ id, isVerified }: AdminUser): Promise<ChangeReply> {
	const change = { isVerified: !isVerified };
	const reply = await callAdminApi(verifyUser, { params: { id }, body: change });
	const before = { isVerified, isRefused: reply.wasRefused, isByAddress: reply.wasByAddress };
	const undo = () => callAdminApi(verifyUser, { params: { id }, body: before });
	return { message: reply.message, undo };
}

export function warn({ id }: AdminUser, message: string): Promise<ChangeReply> {
	return callWithIdempotencyKey(warnUser, { params: { id }, body: { message } });
}

export async function ban(user: AdminUser, reason: string): Promise<ChangeReply> {
	const { message } = await sendBan(user, reason);
	return { message, undo: () => sendUnban(user), banned: { about: 'user', id: user.id } };
}

export async function unban(user: AdminUser): Promise<ChangeReply> {
	const { message } = await sendUnban(user);
	return { message, undo: () => sendBan(user, user.banReason) };
}

const sendBan = ({ id }: AdminUser, reason: string | null) =>
	callAdminApi(banUser, { params: { id }, body: { reason } });
const sendUnban = ({ id }: AdminUser) => callAdminApi(unbanUser, { params: { id } });

export const USER_NOUN = { singular: 'user', plural: 'users' };

const DONE_WORDS = {
	verify: 'verified',
	unverify: 'unverified',
	ban: 'banned',
	unban: 'unbanned',
} as const satisfies Record<(typeof BULK_USER_ACTIONS)[number], string>;

/** Sends a bulk action on users. Unbanning several users cannot be undone: each ban had a reason of its own. */
export async function changeUsers(
	action: (typeof BULK_USER_ACTIONS)[number],
	userIds: number[],
	reason?: string,
): Promise<ChangeReply> {
	const reply = await callAdminApi(bulkChangeUsers, { body: { userIds, action, reason } });
	const { changed } = reply;
	const message = BULK_MESSAGES.done(changed.length, USER_NOUN, DONE_WORDS[action]);
	if (action === 'unban' || changed.length === 0) return { message };
	return { message, undo: () => undoBulkChange(INVERSE_ACTION[action], reply) };
}

const INVERSE_ACTION = { verify: 'unverify', unverify: 'verify', ban: 'unban' } as const;

/**
 * Unbans the users, or restores the verification that each had: verified by an email address, refused, or otherwise.
 * Before a `verify`, the others were not verified; before an `unverify`, an administrator had verified them. Each group
 * needs a request of its own.
 */
function undoBulkChange(
	action: (typeof BULK_USER_ACTIONS)[number],
	{ changed, refused, byAddress }: Parsed<(typeof bulkChangeUsers)['reply']>,
): Promise<unknown> {
	const others = changed.filter((id) => !refused.includes(id) && !byAddress.includes(id));
	const requests = [
		{ userIds: refused, isRefused: true, isByAddress: false },
		{ userIds: byAddress, isRefused: false, isByAddress: true },
		{ userIds: others, isRefused: false, isByAddress: false },
	].filter(({ userIds }) => userIds.length > 0);
	return Promise.all(
		requests.map((body) => callAdminApi(bulkChangeUsers, { body: { ...body, action } })),
	);
}
