import { addItem, updateItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Item, ItemFields } from '#contract/items/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type PhotosPayload, photoPath } from './photo-list.ts';
import { hasSameFields } from './same-fields.ts';
import type { SubmitKey } from './use-item-draft.ts';

export interface Post {
	fields: ItemFields;
	key: SubmitKey;
	/** Replaces the key by a new one, in the draft too. */
	renewKey: () => SubmitKey;
}

/**
 * Posts an item under the submit's idempotency key. An earlier submit may have created an item with this key. If that
 * item was sold or deleted since, or the form now describes another item, posts under a new key.
 * @returns a function that may be called again after a failure. It returns the item and the key of the post.
 */
export function itemPoster({ fields, renewKey, ...post }: Post, signal: AbortSignal) {
	let { key } = post;

	return async ({ uploaded, order }: Pick<PhotosPayload, 'uploaded' | 'order'>) => {
		const body = { ...fields, uploaded, order: JSON.stringify(order) };
		const content = { body, files: [], signal };
		const add = async () => {
			const headers = { 'idempotency-key': key.value };
			return (await call(addItem, { ...content, headers })).item;
		};
		const { sentBefore } = key;
		const itemOfKey = sentBefore ? await add().catch(undefinedIfDeleted) : await add();
		const canKeep = itemOfKey && (!sentBefore || isDescribedByForm(itemOfKey, key));
		if (!canKeep) key = renewKey();
		const item = canKeep ? itemOfKey : await add();
		if (hasContent(item, fields, uploaded)) return { item, retryKey: key.value };
		const edited = await call(updateItem, { ...content, params: { itemId: item.id } });
		return { item: edited.item, retryKey: key.value };
	};
}

/**
 * Whether the form still describes the item that an earlier submit has created with this key. Never, if the item is no
 * longer available. Always, if the key was first sent on this visit to the form: changed fields then correct the item.
 * If an earlier visit has sent the key, buyers may know the item by now. Then the form describes it only if the item has
 * the fields of one of the submits in `submitted`.
 */
function isDescribedByForm(item: Item, { sentBefore, submitted }: SubmitKey): boolean {
	const wasSubmitted = () => submitted.some((fields) => hasSameFields(item, fields));
	return item.isAvailable && (sentBefore === 'on this visit' || wasSubmitted());
}

/** @throws the error, unless it says that the item of a repeated post was deleted */
function undefinedIfDeleted(error: unknown): undefined {
	const isDeleted = error instanceof ApiError && error.code === ITEM_ERRORS.notFound.code;
	if (!isDeleted) throw error;
}

/**
 * Whether the item has the submitted content. False if an earlier attempt created the item, its response was lost,
 * and the form was changed since.
 */
function hasContent(item: Item, fields: ItemFields, uploaded: readonly string[]): boolean {
	const paths = (urls: readonly string[]) => urls.map(photoPath).join();
	return hasSameFields(item, fields) && paths(item.imageUrl) === paths(uploaded);
}
