import type { BULK_USER_ACTIONS } from '#contract/admin/users.ts';
import { ADMIN_USER_MESSAGES } from '#contract/admin/users.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { type Actor, type Deed, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { closeUserChats } from '#server/features/chat/rooms/commands.ts';
import { notifyWarning } from '#server/features/notifications/commands.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	type ChangedUser,
	hasUser,
	setUsersBanned,
	setUsersUnbanned,
	setUsersUnverified,
	setUsersVerified,
	setUsersVerifiedByAddress,
} from './moderation-queries.ts';

export type UserAction = (typeof BULK_USER_ACTIONS)[number];

interface UserActionOptions {
	/** For a ban. */
	reason?: string | undefined;
	/** For 'unverify': whether college addresses can no longer verify the user. Default: true. */
	isRefused?: boolean | undefined;
	/**
	 * For 'verify': whether the user's confirmed college address is the reason, rather than the administrator. Default:
	 * false.
	 */
	isByAddress?: boolean | undefined;
}

/** The part of the configuration that the actions need. */
interface ModerationConfig {
	collegeDomains: readonly string[];
}

interface UserActionSpec {
	apply: (
		tx: Db,
		ids: readonly number[],
		options: UserActionOptions & ModerationConfig,
	) => Promise<ChangedUser[]>;
	auditAction: Deed['action'];
	/** For a user who is in the wanted state already. */
	conflictMessage: string;
}

const USER_ACTIONS: Record<UserAction, UserActionSpec> = {
	verify: {
		apply: (tx, ids, { isByAddress = false, collegeDomains }) =>
			isByAddress ? setUsersVerifiedByAddress(tx, ids, collegeDomains) : setUsersVerified(tx, ids),
		auditAction: 'USER_VERIFIED',
		conflictMessage: ADMIN_USER_MESSAGES.alreadyVerified,
	},
	unverify: {
		apply: (tx, ids, { isRefused = true }) => setUsersUnverified(tx, ids, isRefused),
		auditAction: 'USER_UNVERIFIED',
		conflictMessage: ADMIN_USER_MESSAGES.notVerified,
	},
	ban: {
		apply: (tx, ids, { reason }) => setUsersBanned(tx, ids, reason),
		auditAction: 'USER_BANNED',
		conflictMessage: ADMIN_USER_MESSAGES.alreadyBanned,
	},
	unban: {
		apply: setUsersUnbanned,
		auditAction: 'USER_UNBANNED',
		conflictMessage: ADMIN_USER_MESSAGES.notBanned,
	},
};

/**
 * Applies one action to one user.
 * @throws AppError not_found; conflict when the user is in that state already, perhaps because another administrator
 * was faster
 */
export async function moderateUser(
	deps: AdminDeps,
	actor: Actor,
	userId: number,
	action: UserAction,
	options: UserActionOptions = {},
): Promise<ChangedUser> {
	const [changed] = await moderateUsers(deps, actor, [userId], action, options);
	if (changed) return changed;
	throw (await hasUser(deps.db, userId))
		? new AppError('conflict', conflictMessageFor(action, options))
		: new AppError('not_found', ADMIN_USER_MESSAGES.notFound);
}

function conflictMessageFor(action: UserAction, { isByAddress }: UserActionOptions): string {
	if (action === 'verify' && isByAddress) return ADMIN_USER_MESSAGES.notVerifiableByEmail;
	return USER_ACTIONS[action].conflictMessage;
}

/**
 * Applies one action to several users and writes one audit entry for each of them.
 * @returns the users that were changed
 */
export async function moderateUsers(
	deps: AdminDeps,
	actor: Actor,
	userIds: readonly number[],
	action: UserAction,
	options: UserActionOptions,
): Promise<ChangedUser[]> {
	const { apply, auditAction } = USER_ACTIONS[action];
	const details = action === 'ban' ? { details: options.reason ?? '' } : {};
	const changed = await deps.db.transaction(async (tx) => {
		const collegeDomains = deps.config.collegeEmailDomains;
		const found = await apply(tx, userIds, { ...options, collegeDomains });
		const entries = found.map(({ id }) => ({
			action: auditAction,
			target: `user ${id}`,
			...details,
		}));
		await record(tx, actor, ...entries);
		return found;
	});
	if (action === 'ban') for (const { id } of changed) afterUserBanned(deps, id);
	if (changed.length > 0) deps.adminChannel.publish({ what: 'users' }, actor.line);
	return changed;
}

/** Call after the commit of a ban: ends the user's connections and closes the chats that others have open with them. */
export function afterUserBanned({ realtime }: Pick<AdminDeps, 'realtime'>, userId: number): void {
	realtime.endSuspended(userId);
	closeUserChats(realtime, userId);
}

/** @throws AppError not_found */
export async function issueWarning(
	{ db, addTask, realtime, adminChannel }: AdminDeps,
	actor: Actor,
	userId: number,
	text: string,
): Promise<void> {
	await db.transaction(async (tx) => {
		if (!(await hasUser(tx, userId))) {
			throw new AppError('not_found', ADMIN_USER_MESSAGES.notFound);
		}
		await notifyWarning({ db: tx, addTask }, userId, text);
		await record(tx, actor, {
			action: 'USER_WARNED',
			target: `user ${userId}`,
			details: text,
		});
	});
	realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
	adminChannel.publish({ what: 'users' }, actor.line);
}
