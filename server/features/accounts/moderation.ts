import { ADMIN_USER_ERRORS } from '#contract/admin/errors.ts';
import type { BULK_USER_ACTIONS } from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { once } from '#server/db/once.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import {
	notifyWarning,
	publishNotificationsChanged,
} from '#server/features/notifications/commands.ts';
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
} from './queries.ts';

/** What every change of a user by an administrator needs. */
interface ModerationDeps {
	db: Db;
	realtime: RealtimeServer;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

/** What features do when an account is banned, unbanned or erased (server/app/account-lifecycle.ts). */
export interface AccountLifecycle {
	/** In the transaction of a ban. */
	onBan: (tx: Db, userIds: readonly number[]) => Promise<void>;
	/** In the transaction that lifts bans. */
	onUnban: (tx: Db, addTask: AddTask, userIds: readonly number[]) => Promise<void>;
	/** After the commit of a ban or an erasure. */
	afterEnd: (realtime: RealtimeServer, userId: number) => void;
}

interface UserActionDeps extends ModerationDeps {
	addTask: AddTask;
	accountLifecycle: AccountLifecycle;
	config: Pick<Config, 'collegeEmailDomains'>;
}

/** A ban can be undone for some seconds; its mail is not sent if the user is no longer banned then. */
const SUSPENSION_MAIL_DELAY_SECONDS = 15;

/** With the caller's transaction as `db`. */
type BanDeps = Pick<UserActionDeps, 'db' | 'addTask' | 'accountLifecycle'>;

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

interface UserActionSpec {
	/** @param deps with the transaction as `db` */
	apply: (
		deps: UserActionDeps,
		ids: readonly number[],
		options: UserActionOptions,
	) => Promise<ChangedUser[]>;
	auditAction: AuditEntry['action'];
	/** The error for a user who is in the wanted state already. */
	conflict: DeclaredError;
}

const USER_ACTIONS: Record<UserAction, UserActionSpec> = {
	verify: {
		apply: ({ db, config }, ids, { isByAddress = false }) =>
			isByAddress
				? setUsersVerifiedByAddress(db, ids, config.collegeEmailDomains)
				: setUsersVerified(db, ids),
		auditAction: 'USER_VERIFIED',
		conflict: ADMIN_USER_ERRORS.alreadyVerified,
	},
	unverify: {
		apply: ({ db }, ids, { isRefused = true }) => setUsersUnverified(db, ids, isRefused),
		auditAction: 'USER_UNVERIFIED',
		conflict: ADMIN_USER_ERRORS.notVerified,
	},
	ban: {
		apply: (deps, ids, { reason }) => banUsers(deps, ids, reason),
		auditAction: 'USER_BANNED',
		conflict: ADMIN_USER_ERRORS.alreadyBanned,
	},
	unban: {
		apply: unbanUsers,
		auditAction: 'USER_UNBANNED',
		conflict: ADMIN_USER_ERRORS.notBanned,
	},
};

/**
 * Applies one action to one user.
 * @throws AppError not_found; conflict when the user is in the wanted state already, perhaps because another
 * administrator was faster
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
		? new AppError('conflict', conflictFor(action, options))
		: new AppError('not_found', AUTH_ERRORS.userNotFound);
}

function conflictFor(action: UserAction, { isByAddress }: UserActionOptions): DeclaredError {
	if (action === 'verify' && isByAddress) return ADMIN_USER_ERRORS.notVerifiableByEmail;
	return USER_ACTIONS[action].conflict;
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
		const changedUsers = await apply({ ...deps, db: tx }, userIds, options);
		const entries = changedUsers.map(({ id }) => ({
			action: auditAction,
			target: `user ${id}`,
			...details,
		}));
		await logAudit(tx, actor, ...entries);
		return changedUsers;
	});
	if (action === 'ban') for (const { id } of changed) afterUserBanned(deps, id);
	if (changed.length > 0) deps.adminChannel.publish({ what: 'users' }, actor.socketId);
	return changed;
}

/**
 * Bans a user within a larger command. The transaction of that command also writes the audit entry; after its commit
 * the command calls `afterUserBanned`.
 * @returns false for a user who is banned already
 */
export async function banUserWithin(
	deps: BanDeps,
	userId: number,
	reason?: string,
): Promise<boolean> {
	return (await banUsers(deps, [userId], reason)).length === 1;
}

async function banUsers(
	{ db: tx, addTask, accountLifecycle }: BanDeps,
	userIds: readonly number[],
	reason: string | undefined,
): Promise<ChangedUser[]> {
	const banned = await setUsersBanned(tx, userIds, reason);
	if (banned.length === 0) return [];
	const bannedIds = banned.map(({ id }) => id);
	await accountLifecycle.onBan(tx, bannedIds);
	const mails = bannedIds.map((userId) => ({ letter: 'suspended' as const, userId }));
	await addTask(tx, accountMailTask, mails, SUSPENSION_MAIL_DELAY_SECONDS);
	return banned;
}

async function unbanUsers(
	{ db: tx, addTask, accountLifecycle }: UserActionDeps,
	userIds: readonly number[],
): Promise<ChangedUser[]> {
	const unbanned = await setUsersUnbanned(tx, userIds);
	await accountLifecycle.onUnban(
		tx,
		addTask,
		unbanned.map(({ id }) => id),
	);
	return unbanned;
}

/** Call after the commit of a ban. Ends the user's connections and runs `accountLifecycle.afterEnd`. */
export function afterUserBanned(
	{ realtime, accountLifecycle }: Pick<UserActionDeps, 'realtime' | 'accountLifecycle'>,
	userId: number,
): void {
	realtime.endSuspended(userId);
	accountLifecycle.afterEnd(realtime, userId);
}

/**
 * Sends a user a warning.
 * @param idempotencyKey identifies the request: a repeated request sends no second warning
 * @throws AppError not_found
 */
export async function issueWarning(
	{ db, addTask, realtime, adminChannel }: WarningDeps,
	actor: Actor,
	userId: number,
	text: string,
	idempotencyKey: string | undefined,
): Promise<void> {
	await db.transaction((tx) =>
		once(tx, actor, idempotencyKey, async () => {
			if (!(await hasUser(tx, userId))) {
				throw new AppError('not_found', AUTH_ERRORS.userNotFound);
			}
			await notifyWarning({ db: tx, addTask }, userId, text);
			await logAudit(tx, actor, {
				action: 'USER_WARNED',
				target: `user ${userId}`,
				details: text,
			});
			return null;
		}),
	);
	publishNotificationsChanged(realtime, [userId]);
	adminChannel.publish({ what: 'users' }, actor.socketId);
}
