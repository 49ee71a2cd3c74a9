import type { BULK_USER_ACTIONS } from '#contract/admin/users.ts';
import { ADMIN_USER_MESSAGES } from '#contract/admin/users.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { closeUserChats } from '#server/features/chat/rooms/commands.ts';
import { notifyWarning } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import {
	type ChangedUser,
	hasUser,
	setUsersBanned,
	setUsersUnbanned,
	setUsersUnverified,
	setUsersVerified,
	setUsersVerifiedByAddress,
} from './moderation-queries.ts';

/** What every change of a user by an administrator needs. */
interface ModerationDeps {
	db: Db;
	realtime: RealtimeServer;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

interface UserActionDeps extends ModerationDeps {
	config: Pick<Config, 'collegeEmailDomains'>;
}

interface WarningDeps extends ModerationDeps {
	addTask: AddTask;
}

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
	auditAction: AuditEntry['action'];
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
	deps: UserActionDeps,
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
	deps: UserActionDeps,
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
		await logAudit(tx, actor, ...entries);
		return found;
	});
	if (action === 'ban') for (const { id } of changed) afterUserBanned(deps, id);
	if (changed.length > 0) deps.adminChannel.publish({ what: 'users' }, actor.socketId);
	return changed;
}

/**
 * Bans a user as a part of something larger: the caller's transaction also writes the audit entry, and `afterUserBanned`
 * follows its commit.
 * @returns false for a user who is banned already
 */
export async function banUserWithin(tx: Db, userId: number, reason?: string): Promise<boolean> {
	return (await setUsersBanned(tx, [userId], reason)).length === 1;
}

/** Call after the commit of a ban: ends the user's connections and closes the chats that others have open with them. */
export function afterUserBanned(
	{ realtime }: Pick<ModerationDeps, 'realtime'>,
	userId: number,
): void {
	realtime.endSuspended(userId);
	closeUserChats(realtime, userId);
}

/** @throws AppError not_found */
export async function issueWarning(
	{ db, addTask, realtime, adminChannel }: WarningDeps,
	actor: Actor,
	userId: number,
	text: string,
): Promise<void> {
	await db.transaction(async (tx) => {
		if (!(await hasUser(tx, userId))) {
			throw new AppError('not_found', ADMIN_USER_MESSAGES.notFound);
		}
		await notifyWarning({ db: tx, addTask }, userId, text);
		await logAudit(tx, actor, {
			action: 'USER_WARNED',
			target: `user ${userId}`,
			details: text,
		});
	});
	realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
	adminChannel.publish({ what: 'users' }, actor.socketId);
}
