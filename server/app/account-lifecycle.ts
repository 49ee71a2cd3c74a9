import type { Db } from '#server/db/client.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { deleteBlocksBy } from '#server/features/chat/blocks/queries.ts';
import { closeUserChats } from '#server/features/chat/commands.ts';
import { addBackOnSaleTasks } from '#server/features/items/moderation.ts';
import { publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import { deletePreferences } from '#server/features/notifications/preference-queries.ts';
import { deleteAllSaved } from '#server/features/saved/queries.ts';
import { deleteSearchesOfAccount } from '#server/features/searches/commands.ts';
import { deleteStudies } from '#server/features/studies/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Realtime, RealtimeServer } from '#server/realtime/realtime.ts';

/** Run in the transaction that bans these users. What an erasure runs is listed in personal-data.ts. */
const BAN_STEPS: readonly ((tx: Db, userIds: readonly number[]) => Promise<void>)[] = [
	endAllSessions,
];

/** Run in the transaction that lifts the bans of these users. */
const UNBAN_STEPS: readonly ((
	tx: Db,
	addTask: AddTask,
	userIds: readonly number[],
) => Promise<void>)[] = [
	(tx, addTask, userIds) =>
		addBackOnSaleTasks(
			tx,
			addTask,
			userIds.map((sellerId) => ({ sellerId })),
		),
];

/** Run after the commit of a ban or an erasure. */
const END_EFFECTS: readonly ((realtime: RealtimeServer, userId: number) => void)[] = [
	closeUserChats,
];

/**
 * Run after the commit that confirms an email address by a mailed link: the notification summary names the address until
 * then.
 */
const CONFIRMATION_EFFECTS: readonly ((realtime: Realtime, userId: number) => void)[] = [
	(realtime, userId) => publishNotificationsChanged(realtime, [userId]),
];

/**
 * Run in the transaction in which a mailed link sets the password of an account whose email address was not confirmed
 * before. Preferences, saved items and blocks stay, because most often the owner of the address made them (decision
 * 0005).
 */
const RECOVERY_STEPS: readonly ((tx: Db, userId: number) => Promise<void>)[] = [
	deleteStudies,
	deleteSearchesOfAccount,
];

/**
 * Run in the transaction in which the owner of an email address takes over an account by third-party
 * sign-in. The account was created with this address, which was never confirmed, perhaps by
 * somebody else.
 */
const TAKEOVER_STEPS: typeof RECOVERY_STEPS = [
	deletePreferences,
	deleteAllSaved,
	deleteBlocksBy,
	...RECOVERY_STEPS,
];

/**
 * What features do when an account is banned, unbanned, erased, has its email address confirmed, is recovered by a mailed
 * link, or taken over by the owner of its email address. Deals, the queues for items, and cached answers are not here:
 * triggers on `users.banned_at` and `users.deleted_at` reach them in the same transaction (`server/db/row-changes.ts`).
 */
export const accountLifecycle = {
	async onBan(tx: Db, userIds: readonly number[]): Promise<void> {
		for (const step of BAN_STEPS) await step(tx, userIds);
	},
	async onUnban(tx: Db, addTask: AddTask, userIds: readonly number[]): Promise<void> {
		for (const step of UNBAN_STEPS) await step(tx, addTask, userIds);
	},
	afterEnd(realtime: RealtimeServer, userId: number): void {
		for (const effect of END_EFFECTS) effect(realtime, userId);
	},
	afterConfirmation(realtime: Realtime, userId: number): void {
		for (const effect of CONFIRMATION_EFFECTS) effect(realtime, userId);
	},
	async onRecovery(tx: Db, userId: number): Promise<void> {
		for (const step of RECOVERY_STEPS) await step(tx, userId);
	},
	async onTakeover(tx: Db, userId: number): Promise<void> {
		for (const step of TAKEOVER_STEPS) await step(tx, userId);
	},
};
