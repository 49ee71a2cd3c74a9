import type * as z from 'zod/mini';
import { ITEM_MESSAGES, type ItemFields, type updateItem } from '#contract/items.ts';
import { brokenAddRule, brokenEditRule } from '#contract/photos.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/upload.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { hashOfAddress } from '#server/storage/photo-addresses.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	deleteItemPhotos,
	findItem,
	type ItemRow,
	insertItem,
	insertItemPhotos,
	setFields,
	setSold,
} from './queries.ts';
import { inOrder, refuseBroken, requireOnSale, requireOwned, requireOwnPhotos } from './rules.ts';

interface Market {
	db: Db;
	store: PhotoStore;
}

/**
 * Puts an item on sale, with all its photos or not at all.
 * @throws Refusal invalid for the first photo rule broken, or a file that is no photo
 */
export async function postItem(
	market: Market,
	sellerId: number,
	fields: ItemFields,
	files: readonly UploadedFile[],
): Promise<ItemRow> {
	refuseBroken('images', brokenAddRule(files));
	const hashes = await keepPhotos(market, files);
	const id = await market.db.transaction(async (tx) => {
		const itemId = await insertItem(tx, sellerId, fields);
		await insertItemPhotos(tx, itemId, hashes);
		return itemId;
	});
	return requireOwned(await findItem(market.db, id), sellerId);
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
 * @throws Refusal as `requireEditable`; invalid for a photo rule, a photo that is not the item's, or an unreadable file
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
	refuseBroken('images', brokenEditRule(files, asked.length));
	const hashes = await keepPhotos(market, files);
	await market.db.transaction(async (tx) => {
		if (!(await setFields(tx, id, sellerId, edit))) {
			throw new Refusal('conflict', ITEM_MESSAGES.notEditable);
		}
		// The row is ours from here on: what another edit left is what can be kept.
		const kept = requireOwnPhotos(asked, await deleteItemPhotos(tx, id));
		await insertItemPhotos(tx, id, inOrder(kept, hashes, edit.order));
	});
	return requireOwned(await findItem(market.db, id), sellerId);
}

/**
 * Marks an item as sold. Only an administrator can reverse it (spec 1 §4).
 * @throws Refusal not_found; forbidden when the caller is not the owner; conflict when it is sold or banned already
 */
export async function sellItem(db: Db, id: number, callerId: number): Promise<ItemRow> {
	requireOnSale(requireOwned(await findItem(db, id), callerId));
	if (!(await setSold(db, id, callerId))) throw new Refusal('conflict', ITEM_MESSAGES.alreadySold);
	return requireOwned(await findItem(db, id), callerId);
}

/** Readable files as stored photos, in their order; what a failure afterwards leaves unused is swept. */
async function keepPhotos(
	{ db, store }: Market,
	files: readonly UploadedFile[],
): Promise<string[]> {
	const prepared = await preparePhotos(files);
	await storePhotos(db, store, prepared);
	return prepared.map(({ hash }) => hash);
}
