import type { ItemFields } from '#contract/items/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import type { ItemFormValues } from './field-values.ts';
import { type ListedPhoto, photoPath, withNewEntryKey } from './photo-list.ts';

/** The unsent content of an item form, stored in this browser. */
export interface Draft {
	fields: ItemFormValues;
	photos: readonly ListedPhoto[];
	/**
	 * Idempotency key of the post, so that a repeated request creates no second item. Set when the form is first sent:
	 * of two tabs that have opened the draft before its first submit, each creates an item.
	 */
	retryKey?: string;
	/**
	 * The fields of each submit of the last visit on which the form was submitted; also of those before, if the first submit
	 * of that visit repeated their fields (see `SubmitKey.submitted` in `use-item-draft.ts`).
	 */
	submitted?: readonly ItemFields[];
	/**
	 * The item's fields and the paths of its photos when the form was opened to edit it. Values that still equal these
	 * were not changed in the form.
	 */
	baseFields?: ItemFormValues;
	basePaths?: readonly string[];
	/** The version of the item with `baseFields`. */
	version?: string | undefined;
}

/** Stored as separate parts: photos are large, and the text changes with every key press. */
type DraftParts = {
	fields: Pick<Draft, 'fields' | 'retryKey' | 'submitted' | 'baseFields' | 'version'>;
	photos: Pick<Draft, 'photos' | 'basePaths'>;
};

/** Changed parts that are still to be written, by storage key. */
const changedParts = new Map<string, DraftParts[keyof DraftParts]>();
/** The storage keys of the parts that are being written. */
const keysBeingWritten = new Set<string>();

/** A draft's key: one per user and form. The draft of a new item has 'new' in place of an item id. */
export function draftKey(userId: number | undefined, itemId?: number): string {
	return `${userId ?? 'nobody'}/${itemId ?? 'new'}`;
}

/**
 * Stores a part of a draft in IndexedDB, so that a closed tab, an expired session or a lost connection loses nothing.
 * Writes start at once, because a closing page has no time left; changes during a write are combined into the next.
 * Stores nothing where the browser forbids it.
 */
export function saveDraft<P extends keyof DraftParts>(
	key: string,
	part: P,
	value: DraftParts[P],
): void {
	const storageKey = storageKeyOf(key, part);
	changedParts.set(storageKey, value);
	if (!keysBeingWritten.has(storageKey)) void writeChanges(storageKey);
}

async function writeChanges(storageKey: string): Promise<void> {
	keysBeingWritten.add(storageKey);
	for (let value = changedParts.get(storageKey); value; value = changedParts.get(storageKey)) {
		changedParts.delete(storageKey);
		const part = value;
		await withDraftStore('readwrite', (store) => store.put(part, storageKey));
	}
	keysBeingWritten.delete(storageKey);
}

export async function deleteDraft(key: string): Promise<void> {
	for (const part of ['fields', 'photos'] as const) {
		const storageKey = storageKeyOf(key, part);
		changedParts.delete(storageKey);
		await withDraftStore('readwrite', (store) => store.delete(storageKey));
	}
}

/**
 * Deletes the draft of a form that was posted. A newer draft, begun in another tab, has another idempotency key or none
 * yet, and stays.
 * @param retryKey the idempotency key of the posted form
 */
export async function deleteSentDraft(key: string, retryKey: string): Promise<void> {
	const stored = await readPart(key, 'fields');
	if (!stored || stored.retryKey === retryKey) await deleteDraft(key);
}

/**
 * The stored draft's parts; null if there is nothing to continue.
 * @param listUploaded lists the photos that the server still has; called only if photos were uploaded
 */
export async function readDraft(
	key: string,
	listUploaded: () => Promise<readonly Photo[]>,
): Promise<Partial<Draft> | null> {
	const fields = await readPart(key, 'fields');
	const { photos, ...base } = (await readPart(key, 'photos')) ?? {};
	const isEmpty = Object.values(fields?.fields ?? {}).every((text) => text === '');
	if (isEmpty && !photos?.length) return null;
	const listed = photos && (await withFreshUrls(photos, listUploaded));
	// Reads the idempotency key again: another tab may have posted the draft and deleted it meanwhile.
	const isPosted =
		fields?.retryKey && fields.retryKey !== (await readPart(key, 'fields'))?.retryKey;
	return isPosted ? null : { ...fields, ...(listed && { ...base, photos: listed }) };
}

/**
 * Updates the URLs of uploaded photos, which are signed for minutes only. Photos that the server no longer has are
 * uploaded again.
 */
async function withFreshUrls(
	photos: readonly ListedPhoto[],
	listUploaded: () => Promise<readonly Photo[]>,
): Promise<ListedPhoto[]> {
	const hasSent = photos.some((photo) => photo.kind === 'new' && photo.sent);
	const storedPhotos = hasSent ? await listUploaded().catch(() => []) : [];
	return photos.map((photo) => {
		if (photo.kind === 'existing') return photo;
		const { sent, ...unsent } = photo;
		if (!sent) return withNewEntryKey(unsent);
		const sentPath = photoPath(sent.url);
		const fresh = storedPhotos.find(({ url }) => photoPath(url) === sentPath);
		return withNewEntryKey({ ...unsent, sentPath, ...(fresh && { sent: fresh }) });
	});
}

function readPart<P extends keyof DraftParts>(
	key: string,
	part: P,
): Promise<DraftParts[P] | undefined> {
	return withDraftStore(
		'readonly',
		(store): IDBRequest<DraftParts[P] | undefined> => store.get(storageKeyOf(key, part)),
	);
}

function storageKeyOf(key: string, part: keyof DraftParts): string {
	return `${key}/${part}`;
}
