import type * as z from 'zod/mini';
import { pick } from '#contract/core/pick.ts';
import type { addItem, updateItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_FIELD_NAMES } from '#contract/items/schemas.ts';
import { checkEditedPhotos, checkNewPhotos } from '#contract/photos/photos.ts';
import type { Db } from '#server/db/client.ts';
import { findMade, once } from '#server/db/once.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { lockCategory, lockSubjects } from '#server/features/catalogue/queries.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import { deletePendingPhotos, lockOwnPhotos } from '#server/features/photos/queries.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { hashOfPhotoUrl, type PhotoUrls } from '#server/storage/photo-urls.ts';
import { editedFields, presentItemDetails } from './present.ts';
import {
	deleteItemPhotos,
	findItem,
	type ItemRowWithSaves,
	insertItem,
	insertItemPhotos,
	lockItem,
	type StoredItemFields,
	setItemFields,
	setPutBack,
} from './queries.ts';
import {
	fieldsOfEditedItem,
	fieldsOfNewItem,
	orderPhotos,
	rejectInvalid,
	requireFixedWhileReserved,
	requireNotBanned,
	requireOnSale,
	requireOwned,
	requireOwnPendingPhotos,
	requireOwnPhotos,
} from './rules.ts';
import { itemPostedTask, priceDropTask } from './tasks.ts';

interface ItemDeps {
	db: Db;
	store: PhotoStore;
	catalogue: Catalogue;
}

interface PostDeps extends ItemDeps {
	addTask: AddTask;
}

type NewItem = z.output<(typeof addItem)['body']>;

/**
 * Puts an item on sale together with its photos. If that fails, a later job deletes the photos that were stored.
 * @param idempotencyKey identifies the request: a repeated request returns the item that the first one created
 * @throws AppError as `fieldsOfNewItem` and `preparePhotos`; invalid for a broken photo rule or a photo that is not
 * the seller's; not_found for a repeated request whose item was deleted
 */
export async function postItem(
	deps: PostDeps,
	sellerId: number,
	item: NewItem,
	files: readonly UploadedFile[],
	idempotencyKey?: string,
): Promise<ItemRowWithSaves> {
	const { db } = deps;
	const owner = { userId: sellerId };
	// Checked before the photos are stored, and again by `once`.
	const existingId = idempotencyKey && (await findMade(db, owner, idempotencyKey));
	if (existingId) return requireOwned(await findItem(db, existingId), sellerId);
	const fields = fieldsOfNewItem(deps.catalogue, item);
	const pendingHashes = await requirePendingPhotos(db, sellerId, item.uploaded);
	rejectInvalid('images', checkNewPhotos(files, pendingHashes.length));
	const newHashes = await storePreparedPhotos(deps, files);
	const hashes = orderPhotos({ up: pendingHashes, new: newHashes }, item.order);
	const id = await db.transaction((tx) =>
		once(tx, owner, idempotencyKey, async () => {
			// Check again and lock: another request may have used or deleted the pending photos meanwhile.
			await requirePendingPhotos(tx, sellerId, item.uploaded);
			await requireStillInCatalogue(tx, fields);
			const itemId = await insertItem(tx, sellerId, fields);
			await insertItemPhotos(tx, itemId, hashes);
			await deletePendingPhotos(tx, sellerId, pendingHashes);
			await deps.addTask(tx, itemPostedTask, { itemId });
			return itemId;
		}),
	);
	return requireOwned(id === null ? undefined : await findItem(db, id), sellerId);
}

/**
 * Checks that the caller may edit the item. Call it before the request body is read: its errors come before those about
 * fields and photos.
 * @throws AppError not_found, forbidden, or conflict when the item is sold, banned or removed
 */
export async function requireEditable(db: Db, id: number, callerId: number): Promise<void> {
	requireOnSale(requireOwned(await findItem(db, id), callerId));
}

/**
 * The item of this owner, to be removed or put back.
 * @throws AppError not_found, forbidden, or conflict when the item is banned
 */
export async function requireRemovable(
	db: Db,
	id: number,
	callerId: number,
): Promise<ItemRowWithSaves> {
	return requireNotBanned(requireOwned(await findItem(db, id), callerId));
}

/**
 * Puts an item that its owner removed back as it was. Does nothing if it is not removed.
 * @throws AppError as `requireRemovable`
 */
export async function putBack(db: Db, id: number, callerId: number): Promise<ItemRowWithSaves> {
	await setPutBack(db, id, callerId);
	return requireRemovable(db, id, callerId);
}

type ItemEdit = z.output<(typeof updateItem)['body']>;

interface EditDeps extends PostDeps {
	photoUrls: PhotoUrls;
}

/**
 * Changes an item's texts, price, category and photos. After a lower price, a background task notifies the users who
 * saved the item.
 * @throws AppError as `requireEditable`, `fieldsOfEditedItem` and `preparePhotos`; conflict for an item that was
 * changed since the form was filled, and for another price or category while the item is reserved; invalid for a
 * broken photo rule or a photo that is neither the item's nor the seller's
 */
export async function editItem(
	deps: EditDeps,
	id: number,
	sellerId: number,
	edit: ItemEdit,
	files: readonly UploadedFile[],
): Promise<ItemRowWithSaves> {
	const requestedHashes = edit.keepExistingImages.map(hashOfPhotoUrl);
	const existing = requireOwned(await findItem(deps.db, id), sellerId);
	const fields = fieldsOfEditedItem(deps.catalogue, edit, existing);
	const requireUnchanged = (row: ItemRowWithSaves, photos: string[] | undefined) =>
		requireFilledFrom({
			version: edit.version,
			stored: editedFields(row),
			sent: { ...pick(fields, ITEM_FIELD_NAMES), photos },
			present: () => presentItemDetails(row, deps.photoUrls, sellerId),
		});
	const own = existing.photos.map(({ hash }) => hash);
	const keep = requestedHashes.filter((hash) => hash !== undefined);
	const lost = keep.filter((hash) => !own.includes(hash));
	requireUnchanged(existing, lost.length > 0 ? lost : undefined);
	requireOwnPhotos(requestedHashes, own);
	const pendingHashes = await requirePendingPhotos(deps.db, sellerId, edit.uploaded);
	rejectInvalid('images', checkEditedPhotos(files, requestedHashes.length + pendingHashes.length));
	const newHashes = await storePreparedPhotos(deps, files);
	await deps.db.transaction(async (tx) => {
		await requireStillInCatalogue(tx, fields);
		const former = await lockItem(tx, id);
		const locked = requireOwned(await findItem(tx, id), sellerId);
		const hashes = orderPhotos({ keep, up: pendingHashes, new: newHashes }, edit.order);
		requireUnchanged(locked, hashes);
		if (former) requireFixedWhileReserved(former, fields, new Date());
		if (!(await setItemFields(tx, id, sellerId, fields))) {
			throw new AppError('conflict', ITEM_ERRORS.notEditable);
		}
		await requirePendingPhotos(tx, sellerId, edit.uploaded);
		// Checked again, now that the item's row is locked: a concurrent edit may have removed photos that are to be kept. All
		// photos are deleted here; those that stay and the new ones are inserted below, in their order.
		requireOwnPhotos(requestedHashes, await deleteItemPhotos(tx, id));
		await insertItemPhotos(tx, id, hashes);
		await deletePendingPhotos(tx, sellerId, pendingHashes);
		if (former && fields.price < former.price)
			await deps.addTask(tx, priceDropTask, { itemId: id });
	});
	return requireOwned(await findItem(deps.db, id), sellerId);
}

/**
 * Locks the category and the subjects until the transaction ends: a concurrent rename or deletion must wait.
 * @throws AppError invalid for a category or subject that no longer exists: the copy of the catalogue in memory may be
 * outdated
 */
async function requireStillInCatalogue(
	db: Db,
	{ category, subjects }: Pick<StoredItemFields, 'category' | 'subjects'>,
): Promise<void> {
	if (!(await lockCategory(db, category))) throw invalidField('category', ITEM_ERRORS.category);
	if (subjects.length === 0) return;
	const locked = await lockSubjects(db, subjects);
	const missing = subjects.find((code) => !locked.includes(code));
	if (missing !== undefined) throw invalidField('subjects', ITEM_ERRORS.unknownSubject(missing));
}

/**
 * Stores the files as photos, in order. If the request fails afterwards, a later job deletes the unused photos.
 * @throws AppError as `preparePhotos`
 */
async function storePreparedPhotos(
	{ db, store }: ItemDeps,
	files: readonly UploadedFile[],
): Promise<string[]> {
	const prepared = await preparePhotos(files, 'images');
	await storePhotos(db, store, prepared);
	return prepared.map(({ hash }) => hash);
}

/**
 * The hashes of pending photos. Within a transaction, the rows of these photos stay locked until it ends.
 * @throws AppError invalid for a photo that the user may not use
 */
async function requirePendingPhotos(
	db: Db,
	userId: number,
	urls: readonly string[],
): Promise<string[]> {
	const hashes = urls.map(hashOfPhotoUrl);
	const validHashes = hashes.filter((hash) => hash !== undefined);
	return requireOwnPendingPhotos(hashes, await lockOwnPhotos(db, userId, validHashes));
}
