import type { Db } from '#server/db/client.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { deleteBlocksBy } from '#server/features/chat/blocks/queries.ts';
import { closeUserChats } from '#server/features/chat/rooms/commands.ts';
import { addReturnTasks } from '#server/features/items/moderation.ts';
import { deletePreferences } from '#server/features/notifications/queries.ts';
import { deleteAllSaved } from '#server/features/saved/queries.ts';
import { removeSearches } from '#server/features/searches/commands.ts';
import { deleteStudies } from '#server/features/studies/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';

/** In the transaction of a ban of these users. In that of an erasure, features erase their data (personal-data.ts). */
const BAN_STEPS: readonly ((tx: Db, userIds: readonly number[]) => Promise<void>)[] = [
	endAllSessions,
];

/** In the transaction that lifts the bans of these users. */
const UNBAN_STEPS: readonly ((
	tx: Db,
	addTask: AddTask,
	userIds: readonly number[],
) => Promise<void>)[] = [
	(tx, addTask, userIds) =>
		addReturnTasks(
			tx,
			addTask,
			userIds.map((sellerId) => ({ sellerId })),
		),
];

/** After the commit of a ban or an erasure. */
const END_EFFECTS: readonly ((realtime: RealtimeServer, userId: number) => void)[] = [
	closeUserChats,
];

/**
 * In the transaction in which a mailed link sets the password of an account set up under an unconfirmed address.
 * Preferences, saved items and blocks stay: most are the owner's own (decision 0005).
 */
const RECOVERY_STEPS: readonly ((tx: Db, userId: number) => Promise<void>)[] = [
	deleteStudies,
	removeSearches,
];

/** In the transaction in which the owner of an address takes over an account set up under it unconfirmed. */
const TAKEOVER_STEPS: typeof RECOVERY_STEPS = [
	deletePreferences,
	deleteAllSaved,
	deleteBlocksBy,
	...RECOVERY_STEPS,
];

/** What features do when an account is banned, unbanned, erased, or taken over by the owner of its address. */
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
	async onRecovery(tx: Db, userId: number): Promise<void> {
		for (const step of RECOVERY_STEPS) await step(tx, userId);
	},
	async onTakeover(tx: Db, userId: number): Promise<void> {
		for (const step of TAKEOVER_STEPS) await step(tx, userId);
	},
};
