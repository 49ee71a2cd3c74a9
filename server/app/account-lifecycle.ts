import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import * as accounts from '#server/features/accounts/personal-data.ts';
import * as auth from '#server/features/auth/personal-data.ts';
import { endAllSessions } from '#server/features/auth/queries.ts';
import { deleteBlocksBy } from '#server/features/chat/blocks/queries.ts';
import { closeUserChats } from '#server/features/chat/commands.ts';
import * as chat from '#server/features/chat/personal-data.ts';
import * as deals from '#server/features/deals/personal-data.ts';
import * as feedback from '#server/features/feedback/personal-data.ts';
import { addBackOnSaleTasks } from '#server/features/items/moderation.ts';
import * as items from '#server/features/items/personal-data.ts';
import { publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import * as notifications from '#server/features/notifications/personal-data.ts';
import { deletePreferences } from '#server/features/notifications/queries.ts';
import * as photos from '#server/features/photos/personal-data.ts';
import * as reports from '#server/features/reports/personal-data.ts';
import * as saved from '#server/features/saved/personal-data.ts';
import { deleteAllSaved } from '#server/features/saved/queries.ts';
import { deleteSearchesOfAccount } from '#server/features/searches/commands.ts';
import * as searches from '#server/features/searches/personal-data.ts';
import * as studies from '#server/features/studies/personal-data.ts';
import { deleteStudies } from '#server/features/studies/queries.ts';
import * as wanted from '#server/features/wanted/personal-data.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Realtime, RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';

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

interface FeatureData {
	/** @param db a transaction; its connection runs one statement at a time */
	exportOf: (db: Db, userId: number, photoUrls: PhotoUrls) => Promise<Partial<PersonalData>>;
	/** Running it again leaves the same result. */
	erase: (tx: Db, userId: number, addTask: AddTask) => Promise<void>;
}

/** In the order of erasure: `feedback` is found by the email address, which `accounts` erases. */
const FEATURES: readonly FeatureData[] = [
	chat,
	deals,
	reports,
	feedback,
	notifications,
	searches,
	wanted,
	items,
	saved,
	photos,
	studies,
	accounts,
	auth,
];

/**
 * Everything the database stores about a user, except hashes that would help somebody to sign in.
 * @throws AppError not_found when the account is gone
 */
export async function exportPersonalData(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<PersonalData> {
	const data: Partial<PersonalData> = { exportedAt: new Date().toISOString() };
	for (const { exportOf } of FEATURES) Object.assign(data, await exportOf(db, userId, photoUrls));
	// The schema of the reply refuses an incomplete export.
	return data as PersonalData;
}

/**
 * Erases what all features store about a user. The user's row stays with its id, so that the other side of a chat keeps
 * its messages.
 */
export async function erasePersonalData(tx: Db, userId: number, addTask: AddTask): Promise<void> {
	for (const { erase } of FEATURES) await erase(tx, userId, addTask);
}
