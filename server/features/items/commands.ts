import type * as z from 'zod/mini';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { addItem, updateItem } from '#contract/items/items.ts';
import { brokenAddRule, brokenEditRule } from '#contract/photos/photos.ts';
import type { Db } from '#server/db/client.ts';
import { tellOfSale } from '#server/features/notifications/commands.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import { deleteUploads, lockOwnPhotos } from '#server/features/photos/upload-queries.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { hashOfAddress } from '#server/storage/photo-urls.ts';
import { findRetriedItem, insertRetryKey, lockRetryKey } from './idempotency-queries.ts';
import {
	deleteItemPhotos,
	findItem,
	type ItemRow,
	insertItem,
	insertItemPhotos,
	setFields,
	setSold,
} from './queries.ts';
import {
	inOrder,
	refuseBroken,
	requireOnSale,
	requireOwned,
	requireOwnPhotos,
	requireOwnUploads,
} from './rules.ts';

interface Market {
	db: Db;
	store: PhotoStore;
}

type NewItem = z.output<(typeof addItem)['body']>;

/**
 * Puts an item on sale, with all its photos or not at all.
 * @param retryKey names this post: sent again, it is answered with the item of the first time
 * @throws Refusal invalid for the first photo rule broken, a photo that is not the seller's, or a file that is no photo
 */
export async function postItem(
	market: Market,
	sellerId: number,
	item: NewItem,
	files: readonly UploadedFile[],
	retryKey?: string,
): Promise<ItemRow> {
	const { db } = market;
	const before = retryKey && (await findRetriedItem(db, sellerId, retryKey));
	if (before) return requireOwned(await findItem(db, before), sellerId);
	const sentAhead = await requireUploads(db, sellerId, item.uploaded);
	refuseBroken('images', brokenAddRule(files, sentAhead.length));
	const added = await keepPhotos(market, files);
	const hashes = inOrder({ up: sentAhead, new: added }, item.order);
	const id = await insertOnce(db, sellerId, retryKey, async (tx) => {
		await requireUploads(tx, sellerId, item.uploaded);
		const itemId = await insertItem(tx, sellerId, item);
		await insertItemPhotos(tx, itemId, hashes);
		await deleteUploads(tx, sellerId, sentAhead);
		return itemId;
	});
	return requireOwned(await findItem(db, id), sellerId);
}

/** One transaction, which makes an item unless the key has made one: of two at once the second finds that of the first. */
function insertOnce(
	db: Db,
	sellerId: number,
	retryKey: string | undefined,
	insert: (tx: Db) => Promise<number>,
): Promise<number> {
	return db.transaction(async (tx) => {
		if (retryKey === undefined) return insert(tx);
		await lockRetryKey(tx, sellerId, retryKey);
		const before = await findRetriedItem(tx, sellerId, retryKey);
		if (before !== undefined) return before;
		const itemId = await insert(tx);
		await insertRetryKey(tx, sellerId, retryKey, itemId);
		return itemId;
	});
}

/**
 * Whether this caller may edit this item, before a body is read (decisions, "Items": exists, owner, fields, photos).
 * @throws Refusal not_found, forbidden, or conflict when it is sold or banned
 */
export async function requireEditable(db: Db, id: number, callerId: number): Promise<void> {
	requireOnSale(requireOwned(await findItem(db, id), callerId));
}

type Edit = z.output<(typeof updateItem)['body']>;

/**
 * Changes an item's words, price and photos.
 * @throws Refusal as `requireEditable`; invalid for a photo rule, a photo that is not the item's or the seller's, or an
 * unreadable file
 */
export async function editItem(
	market: Market,
	id: number,
	sellerId: number,
	edit: Edit,
	files: readonly UploadedFile[],
): Promise<ItemRow> {
	const asked = edit.keepExistingImages.map(hashOfAddress);
	const before = requireOwned(await findItem(market.db, id), sellerId);
	requireOwnPhotos(
		asked,
		before.photos.map(({ hash }) => hash),
	);
	const sentAhead = await requireUploads(market.db, sellerId, edit.uploaded);
	refuseBroken('images', brokenEditRule(files, asked.length + sentAhead.length));
	const added = await keepPhotos(market, files);
	await market.db.transaction(async (tx) => {
		if (!(await setFields(tx, id, sellerId, edit))) {
			throw new Refusal('conflict', ITEM_MESSAGES.notEditable);
		}
		await requireUploads(tx, sellerId, edit.uploaded);
		// The row is ours from here on: what another edit left is what can be kept.
		const kept = requireOwnPhotos(asked, await deleteItemPhotos(tx, id));
		const photos = { keep: kept, up: sentAhead, new: added };
		await insertItemPhotos(tx, id, inOrder(photos, edit.order));
		await deleteUploads(tx, sellerId, sentAhead);
	});
	return requireOwned(await findItem(market.db, id), sellerId);
}

interface Sale {
	row: ItemRow;
	/** Who wrote about it, and whose devices are to be told (`LIVE_EVENTS.noticesChanged`). */
	told: readonly number[];
}

/**
 * Marks an item as sold, and tells everybody who wrote about it. Only an administrator can reverse it (spec 1 §4).
 * @throws Refusal not_found; forbidden when the caller is not the owner; conflict when it is sold or banned already
 */
export async function sellItem(
	{ db, addTask }: { db: Db; addTask: AddTask },
	id: number,
	callerId: number,
): Promise<Sale> {
	const item = requireOwned(await findItem(db, id), callerId);
	requireOnSale(item);
	const told = await db.transaction(async (tx) => {
		if (!(await setSold(tx, id, callerId))) {
			throw new Refusal('conflict', ITEM_MESSAGES.alreadySold);
		}
		return tellOfSale({ db: tx, addTask }, item);
	});
	return { row: requireOwned(await findItem(db, id), callerId), told };
}

/** Readable files as stored photos, in their order; what a failure afterwards leaves unused is swept. */
async function keepPhotos(
	{ db, store }: Market,
	files: readonly UploadedFile[],
): Promise<string[]> {
	const prepared = await preparePhotos(files, 'images');
	await storePhotos(db, store, prepared);
	return prepared.map(({ hash }) => hash);
}

/** The photos behind these addresses, which this person has sent ahead; in a transaction they stay until it ends. */
async function requireUploads(
	db: Db,
	userId: number,
	addresses: readonly string[],
): Promise<string[]> {
	const hashes = addresses.map(hashOfAddress);
	const known = hashes.filter((hash) => hash !== undefined);
	return requireOwnUploads(hashes, await lockOwnPhotos(db, userId, known));
}
