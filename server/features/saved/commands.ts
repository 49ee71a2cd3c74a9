import * as z from 'zod/mini';
import { PAGES } from '#contract/core/pages.ts';
import { id } from '#contract/core/schemas.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { findItem } from '#server/features/items/queries.ts';
import { backOnSaleTask, priceDropTask } from '#server/features/items/tasks.ts';
import {
	type NotifyInBatchesDeps,
	notifyInBatches,
} from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { UserNotification } from '#server/features/notifications/queries.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import {
	type BackOnSale,
	findNextDropNotification,
	hasSavable,
	type ItemsBackOnSale,
	insertSaved,
	listSavedAmong,
	type PriceDrop,
	takeItemsBackOnSale,
	takePriceDrops,
} from './queries.ts';
import { refusalToSave } from './rules.ts';

/**
 * Saves an item for a user. An item that is already saved stays unchanged.
 * @throws AppError invalid for the user's own item; not_found for an item that is not public; conflict when the user
 * has saved SAVED_LIMITS.itemsMax items
 */
export async function saveItem(db: Db, userId: number, itemId: number): Promise<void> {
	const isSaved = (await saveWithinLimit(db, userId, [itemId])).length === 1;
	if (!isSaved) throw refusalToSave(await findItem(db, itemId), userId);
}

/**
 * Saves the items that a visitor saved before signing in. Skips invalid ids, unknown and own items, and items beyond
 * the limit.
 * @param sent item ids, the newest first, unchecked
 * @returns those of the sent ids that are now saved, in their order; `isFull` is true if one of the other ids could be
 * saved if there were no limit
 */
export async function saveItems(
	db: Db,
	userId: number,
	sent: readonly unknown[],
): Promise<{ ids: number[]; isFull: boolean }> {
	const sentIds = [...new Set(sent.flatMap((value) => z.safeParse(id, value).data ?? []))];
	const ids = new Set(await saveWithinLimit(db, userId, sentIds));
	const unsavedIds = sentIds.filter((itemId) => !ids.has(itemId));
	return { ids: [...ids], isFull: await hasSavable(db, userId, unsavedIds) };
}

/** @returns those of the ids that are saved afterwards, in the same order */
function saveWithinLimit(db: Db, userId: number, itemIds: readonly number[]): Promise<number[]> {
	return db.transaction(async (tx) => {
		// The lock makes concurrent requests of one user run one after another, so that they cannot exceed the limit.
		await lockUser(tx, userId);
		await insertSaved(tx, userId, itemIds);
		const saved = new Set(await listSavedAmong(tx, userId, itemIds));
		return itemIds.filter((itemId) => saved.has(itemId));
	});
}

/** Handlers of the tasks that notify users of a lower price of an item that they saved, or that it is on sale again. */
export function savedJobs(deps: NotifyInBatchesDeps): Job[] {
	return [
		handleTask(priceDropTask, ({ itemId }) => notifyPriceDrop(deps, itemId)),
		handleTask(backOnSaleTask, ({ since, ...itemsBackOnSale }) =>
			notifyBackOnSale(deps, itemsBackOnSale, since),
		),
	];
}

/** Users per transaction, few enough that a transaction stays short. */
const BATCH_SIZE = 200;

/**
 * Notifies the users who saved an item that its price has fallen enough. A user who was notified about the item within the
 * last 24 hours is notified later, unless the price has risen again by then.
 */
export async function notifyPriceDrop(deps: NotifyInBatchesDeps, itemId: number): Promise<void> {
	await notifyInBatches(deps, 'price-drop', async (tx) => {
		const drops = await takePriceDrops(tx, itemId, BATCH_SIZE);
		const notifications = drops.map((drop) => priceDropNotification(drop, itemId));
		return { notifications, isLast: drops.length === 0 };
	});
	const nextNotification = await findNextDropNotification(deps.db, itemId);
	if (!nextNotification) return;
	// The price may fall many times a day. The key prevents a second task for the same item and time.
	const key = `${itemId} ${nextNotification.at}`;
	await deps.addTask(deps.db, priceDropTask, { itemId }, nextNotification.waitSeconds, key);
}

/**
 * Notifies the users who saved an item, or items of a seller, that the items are on sale again. A user gets one
 * notification, however many items come back at the same time.
 * @param since when the items came back, as an ISO timestamp
 */
async function notifyBackOnSale(
	deps: NotifyInBatchesDeps,
	itemsBackOnSale: ItemsBackOnSale,
	since: string,
): Promise<void> {
	await notifyInBatches(deps, 'back-on-sale', async (tx) => {
		const savedItems = await takeItemsBackOnSale(tx, itemsBackOnSale, since, BATCH_SIZE);
		const byUser = Map.groupBy(savedItems, ({ userId }) => userId);
		const notifications = [...byUser].map(([userId, items]) =>
			backOnSaleNotification(userId, items),
		);
		return { notifications, isLast: savedItems.length === 0 };
	});
}

function priceDropNotification(
	{ userId, title, before, now }: PriceDrop,
	itemId: number,
): UserNotification {
	return {
		userId,
		title: SAVED_MESSAGES.priceDrop(shortTitle(title)),
		message: SAVED_MESSAGES.priceDropText(before, now),
		link: itemPage(itemId),
	};
}

function backOnSaleNotification(userId: number, items: readonly BackOnSale[]): UserNotification {
	const [only, ...others] = items;
	if (!only || others.length > 0) {
		return {
			userId,
			title: SAVED_MESSAGES.severalBackOnSale(items.length),
			message: SAVED_MESSAGES.severalBackOnSaleText,
			link: PAGES.saved,
		};
	}
	return {
		userId,
		title: SAVED_MESSAGES.backOnSale(shortTitle(only.title)),
		message: SAVED_MESSAGES.backOnSaleText(only.price),
		link: itemPage(only.itemId),
	};
}

const itemPage = (itemId: number) => PAGES.item.replace(':id', String(itemId));
