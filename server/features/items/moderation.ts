import type { BULK_ITEM_ACTIONS } from '#contract/admin/items.ts';
import { ADMIN_ITEM_MESSAGES } from '#contract/admin/items.ts';
import { findAdminItem, type ItemWithPhotosRow } from '#server/admin/items/list-queries.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { closeItemChats } from '#server/features/chat/rooms/commands.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	hasItem,
	setItemsBanned,
	setItemsDeleted,
	setItemsRelisted,
	setItemsUnbanned,
} from './moderation-queries.ts';

export type ItemAction = (typeof BULK_ITEM_ACTIONS)[number] | 'relist';

interface ModerationChange {
	set: (tx: Db, ids: readonly number[], reason: string | undefined) => Promise<number[]>;
	auditAction: AuditEntry['action'];
	/** Said of an item that it can't be done to. */
	conflict: string;
	/** Whether nobody may write about the item from then on. */
	endsChats: boolean;
}

const MODERATION_CHANGES: Record<ItemAction, ModerationChange> = {
	ban: {
		set: setItemsBanned,
		auditAction: 'ITEM_BANNED',
		conflict: ADMIN_ITEM_MESSAGES.alreadyBanned,
		endsChats: true,
	},
	unban: {
		set: setItemsUnbanned,
		auditAction: 'ITEM_UNBANNED',
		conflict: ADMIN_ITEM_MESSAGES.notBanned,
		endsChats: false,
	},
	relist: {
		set: setItemsRelisted,
		auditAction: 'ITEM_RELISTED',
		conflict: ADMIN_ITEM_MESSAGES.notSold,
		endsChats: false,
	},
	delete: {
		set: setItemsDeleted,
		auditAction: 'ITEM_DELETED',
		conflict: ADMIN_ITEM_MESSAGES.notFound,
		endsChats: true,
	},
};

/**
 * Does one thing to one item.
 * @throws Refusal not_found; conflict when it can't be done to the item, maybe since somebody else did it a moment ago
 */
export async function moderateItem(
	deps: AdminDeps,
	actor: Actor,
	itemId: number,
	action: ItemAction,
	reason?: string,
): Promise<void> {
	const changed = await moderateItems(deps, actor, [itemId], action, reason);
	if (changed.length > 0) return;
	throw (await hasItem(deps.db, itemId))
		? new AppError('conflict', MODERATION_CHANGES[action].conflict)
		: new AppError('not_found', ADMIN_ITEM_MESSAGES.notFound);
}

/**
 * Clients that know no sold items offer to unban one, so that is no conflict: it stays as it is.
 * @returns the item as it is then, and whether it was banned
 * @throws Refusal as `changeItem` does
 */
export async function liftBan(
	deps: AdminDeps,
	actor: Actor,
	itemId: number,
): Promise<{ item: ItemWithPhotosRow; wasBanned: boolean }> {
	const changed = await moderateItems(deps, actor, [itemId], 'unban');
	const item = await findAdminItem(deps.db, itemId);
	if (!item) throw new AppError('not_found', ADMIN_ITEM_MESSAGES.notFound);
	const wasBanned = changed.length > 0;
	if (!wasBanned && !item.soldAt) throw new AppError('conflict', ADMIN_ITEM_MESSAGES.notBanned);
	return { item, wasBanned };
}

/**
 * Does one thing to several items at once; each of them has an entry of its own in the log.
 * @returns those that it could be done to
 */
export async function moderateItems(
	deps: AdminDeps,
	actor: Actor,
	itemIds: readonly number[],
	action: ItemAction,
	reason?: string,
): Promise<number[]> {
	const { set, auditAction, endsChats } = MODERATION_CHANGES[action];
	const details = action === 'ban' ? { details: reason ?? '' } : {};
	const changed = await deps.db.transaction(async (tx) => {
		const ids = await set(tx, itemIds, reason);
		const auditEntries = ids.map((id) => ({
			action: auditAction,
			target: `item ${id}`,
			...details,
		}));
		await logAudit(tx, actor, ...auditEntries);
		return ids;
	});
	if (endsChats) for (const id of changed) closeItemChats(deps.realtime, id);
	if (changed.length > 0) deps.adminChannel.publish({ what: 'items' }, actor.socketId);
	return changed;
}
