import { ADMIN_ITEM_ERRORS } from '#contract/admin/errors.ts';
import type { BULK_ITEM_ACTIONS } from '#contract/admin/items.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { lockCategory } from '#server/features/catalogue/queries.ts';
import { closeItemChats } from '#server/features/chat/commands.ts';
import {
	notifyUsers,
	publishNotificationsChanged,
} from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import {
	type Correction,
	findSaleStatus,
	findTransactionTime,
	lockItemToCorrect,
	type ModeratedItem,
	setItemCorrected,
	setItemsBanned,
	setItemsDeleted,
	setItemsRelisted,
	setItemsRestored,
	setItemsUnbanned,
} from './moderation-queries.ts';
import { backOnSaleTask } from './tasks.ts';

/** Dependencies of all moderation actions. */
interface ModerationDeps {
	db: Db;
	addTask: AddTask;
	realtime: RealtimeServer;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

export type ItemAction = (typeof BULK_ITEM_ACTIONS)[number] | 'relist';

interface ModerationChange {
	set: (tx: Db, ids: readonly number[], reason: string | undefined) => Promise<ModeratedItem[]>;
	auditAction: AuditEntry['action'];
	/** The error when the state of the item does not allow the action. */
	conflict: DeclaredError;
	/** Whether the action closes the chats about the item. */
	endsChats: boolean;
	/** Whether the action can put the item back on sale; users who saved the item are then notified. */
	mayPutBackOnSale: boolean;
	/**
	 * The owner's notification; absent if the owner is not told. `link` is a path of `PAGES`; without `message`, the
	 * message is the reason.
	 */
	notification?: { title: (itemTitle: string) => string; message?: string; link: string };
}

const MODERATION_CHANGES: Record<ItemAction, ModerationChange> = {
	ban: {
		set: setItemsBanned,
		auditAction: 'ITEM_BANNED',
		conflict: ADMIN_ITEM_ERRORS.alreadyBanned,
		endsChats: true,
		mayPutBackOnSale: false,
		notification: { title: NOTIFICATION_MESSAGES.itemBanned, link: PAGES.item },
	},
	unban: {
		set: setItemsUnbanned,
		auditAction: 'ITEM_UNBANNED',
		conflict: ADMIN_ITEM_ERRORS.notBanned,
		endsChats: false,
		mayPutBackOnSale: true,
		notification: {
			title: NOTIFICATION_MESSAGES.itemUnbanned,
			message: NOTIFICATION_MESSAGES.itemUnbannedText,
			link: PAGES.item,
		},
	},
	relist: {
		set: setItemsRelisted,
		auditAction: 'ITEM_RELISTED',
		conflict: ADMIN_ITEM_ERRORS.notSold,
		endsChats: false,
		mayPutBackOnSale: true,
	},
	delete: {
		set: setItemsDeleted,
		auditAction: 'ITEM_DELETED',
		conflict: ITEM_ERRORS.notFound,
		endsChats: true,
		mayPutBackOnSale: false,
		notification: { title: NOTIFICATION_MESSAGES.itemDeleted, link: PAGES.rules },
	},
	restore: {
		set: setItemsRestored,
		auditAction: 'ITEM_RESTORED',
		conflict: ADMIN_ITEM_ERRORS.notDeleted,
		endsChats: false,
		mayPutBackOnSale: true,
		notification: {
			title: NOTIFICATION_MESSAGES.itemRestored,
			message: NOTIFICATION_MESSAGES.itemRestoredText,
			link: PAGES.profile,
		},
	},
};

/**
 * Applies an administrator's action to one item.
 * @throws AppError not_found; conflict when the state of the item does not allow the action, for example after a
 * concurrent action of another administrator
 */
export async function moderateItem(
	deps: ModerationDeps,
	actor: Actor,
	itemId: number,
	action: ItemAction,
	reason?: string,
): Promise<void> {
	const changed = await moderateItems(deps, actor, [itemId], action, reason);
	if (changed.length > 0) return;
	const status = await findSaleStatus(deps.db, itemId);
	throw status && (action === 'restore' || !status.isDeleted)
		? new AppError('conflict', MODERATION_CHANGES[action].conflict)
		: new AppError('not_found', ITEM_ERRORS.notFound);
}

/**
 * Unbans an item. A sold item that is not banned stays as it is, without an error: clients that do not know the status
 * 'sold' offer to unban it.
 * @returns whether the item was banned
 * @throws AppError not_found; conflict for an item that is neither banned nor sold
 */
export async function liftBan(
	deps: ModerationDeps,
	actor: Actor,
	itemId: number,
): Promise<boolean> {
	const changed = await moderateItems(deps, actor, [itemId], 'unban');
	if (changed.length > 0) return true;
	const status = await findSaleStatus(deps.db, itemId);
	if (!status || status.isDeleted) throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (!status.isSold) throw new AppError('conflict', ADMIN_ITEM_ERRORS.notBanned);
	return false;
}

/**
 * Applies an administrator's action to several items in one transaction, with one audit entry per item. Notifies the
 * owners, if the action has a notification.
 * @returns the ids of the items that changed
 */
export async function moderateItems(
	deps: ModerationDeps,
	actor: Actor,
	itemIds: readonly number[],
	action: ItemAction,
	reason?: string,
): Promise<number[]> {
	const change = MODERATION_CHANGES[action];
	const { changed, notifiedIds } = await deps.db.transaction(async (tx) => {
		const moderated = await change.set(tx, itemIds, reason);
		const ids = moderated.map(({ id }) => id);
		const auditEntries = ids.map((id) => ({
			action: change.auditAction,
			target: `item ${id}`,
			details: reason ?? '',
		}));
		await logAudit(tx, actor, ...auditEntries);
		if (change.mayPutBackOnSale)
			await addBackOnSaleTasks(
				tx,
				deps.addTask,
				ids.map((itemId) => ({ itemId })),
			);
		const owners = notificationsOf(change, moderated, reason);
		const deliver = { db: tx, addTask: deps.addTask };
		return { changed: ids, notifiedIds: await notifyUsers(deliver, 'item-moderated', owners) };
	});
	publishNotificationsChanged(deps.realtime, notifiedIds);
	if (change.endsChats) for (const id of changed) closeItemChats(deps.realtime, id);
	if (changed.length > 0) deps.adminChannel.publish({ what: 'items' }, actor.socketId);
	return changed;
}

function notificationsOf(
	{ notification }: ModerationChange,
	moderated: readonly ModeratedItem[],
	reason: string | undefined,
) {
	if (!notification) return [];
	const { title: titleOf, link } = notification;
	const message = notification.message ?? reason ?? NOTIFICATION_MESSAGES.noReasonGiven;
	return moderated.map(({ id, sellerId, title }) => ({
		userId: sellerId,
		title: titleOf(shortTitle(title)),
		message,
		link: link.replace(':id', String(id)),
	}));
}

/**
 * Corrects the title or the category of an item, and notifies its owner. Does nothing if both are so already.
 * @throws AppError not_found; invalid for an unknown category
 */
export async function correctItemFields(
	deps: ModerationDeps,
	actor: Actor,
	itemId: number,
	{ title, category }: { title?: string | undefined; category?: string | undefined },
): Promise<void> {
	const ownerIds = await deps.db.transaction(async (tx) => {
		// Before the item, as an edit by its owner does.
		if (category !== undefined && !(await lockCategory(tx, category)))
			throw invalidField('category', ITEM_ERRORS.category);
		const item = await lockItemToCorrect(tx, itemId);
		if (!item) throw new AppError('not_found', ITEM_ERRORS.notFound);
		const corrected = { title: title ?? item.title, category: category ?? item.category };
		const message = correctionText(item, corrected);
		if (message === '') return [];
		await setItemCorrected(tx, itemId, corrected);
		await logAudit(tx, actor, {
			action: 'ITEM_CORRECTED',
			target: `item ${itemId}`,
			details: message,
		});
		return notifyUsers({ db: tx, addTask: deps.addTask }, 'item-moderated', [
			{
				userId: item.sellerId,
				title: NOTIFICATION_MESSAGES.itemCorrected(shortTitle(item.title)),
				message,
				link: PAGES.item.replace(':id', String(itemId)),
			},
		]);
	});
	publishNotificationsChanged(deps.realtime, ownerIds);
	if (ownerIds.length > 0) deps.adminChannel.publish({ what: 'items' }, actor.socketId);
}

/** What a correction has changed, in words; empty if nothing. */
function correctionText(former: Correction, { title, category }: Correction): string {
	const words: string[] = [];
	if (title !== former.title) words.push(NOTIFICATION_MESSAGES.titleCorrected(title));
	if (category !== former.category) words.push(NOTIFICATION_MESSAGES.categoryCorrected(category));
	return words.join(' ');
}

/**
 * Queues tasks that notify users who saved these items, or items of these sellers, that the items are on sale again.
 * @param tx the transaction that puts the items back on sale
 */
export async function addBackOnSaleTasks(
	tx: Db,
	addTask: AddTask,
	returned: readonly ({ itemId: number } | { sellerId: number })[],
): Promise<void> {
	if (returned.length === 0) return;
	const since = await findTransactionTime(tx);
	await addTask(
		tx,
		backOnSaleTask,
		returned.map((each) => ({ ...each, since })),
	);
}

/**
 * Bans an item and notifies its owner within the caller's transaction. The caller also writes the audit entry, and calls
 * `afterItemBanned` and `publishNotificationsChanged` after the commit.
 * @returns the owner's id; undefined for an item that is already banned or deleted
 */
export async function banItemWithin(
	deps: Pick<ModerationDeps, 'db' | 'addTask'>,
	itemId: number,
	reason?: string,
): Promise<number | undefined> {
	const banned = await setItemsBanned(deps.db, [itemId], reason);
	const owners = notificationsOf(MODERATION_CHANGES.ban, banned, reason);
	await notifyUsers(deps, 'item-moderated', owners);
	return banned[0]?.sellerId;
}

/** Closes the chats about a banned item. Call it after the commit. */
export function afterItemBanned(
	{ realtime }: Pick<ModerationDeps, 'realtime'>,
	itemId: number,
): void {
	closeItemChats(realtime, itemId);
}
