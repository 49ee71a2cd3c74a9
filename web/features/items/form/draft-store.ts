import type { Photo } from '#contract/photos/schema.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { type ListedPhoto, photoPath, withNewKey } from './photo-list.ts';
import type { ItemFormValues } from './validate.ts';

/** What a form held when it was last looked at and has not arrived yet. */
export interface Draft {
	fields: ItemFormValues;
	photos: readonly ListedPhoto[];
	/**
	 * Names the post, so that sending it again makes no second item. Only from when it was first sent: what was not is an
	 * item of its own in each tab that goes on with it.
	 */
	retryKey?: string;
}

/** A draft's parts are written apart: photos are large, and words change with every key. */
type DraftParts = {
	fields: Pick<Draft, 'fields' | 'retryKey'>;
	photos: Pick<Draft, 'photos'>;
};

/** Parts that changed while they were being written. */
const pendingParts = new Map<string, DraftParts[keyof DraftParts]>();
const writing = new Set<string>();

/** A draft's name: one per person and form. An item that is not on the market yet has no number. */
export function draftKey(userId: number | undefined, itemId?: number): string {
	return `${userId ?? 'nobody'}/${itemId ?? 'new'}`;
}

/**
 * Keeps a part of a form in IndexedDB: a closed tab, a session that ends or a lost connection must not cost what was typed
 * and picked. Written at once, as a page that closes has no time for it; what changes meanwhile is written together. Where
 * the browser forbids it, nothing is kept.
 */
export function saveDraft<P extends keyof DraftParts>(
	key: string,
	part: P,
	value: DraftParts[P],
): void {
	const name = storageKey(key, part);
	pendingParts.set(name, value);
	if (!writing.has(name)) void writeChanges(name);
}

async function writeChanges(name: string): Promise<void> {
	writing.add(name);
	for (let value = pendingParts.get(name); value; value = pendingParts.get(name)) {
		pendingParts.delete(name);
		const part = value;
		await withDraftStore('readwrite', (store) => store.put(part, name));
	}
	writing.delete(name);
}

export async function deleteDraft(key: string): Promise<void> {
	for (const part of ['fields', 'photos'] as const) {
		const name = storageKey(key, part);
		pendingParts.delete(name);
		await withDraftStore('readwrite', (store) => store.delete(name));
	}
}

/**
 * Drops what has arrived. What was begun afresh since, in another tab, has another key, or none yet, and stays.
 * @param retryKey of what was sent
 */
export async function deleteSentDraft(key: string, retryKey: string): Promise<void> {
	const stored = await readPart(key, 'fields');
	if (!stored || stored.retryKey === retryKey) await deleteDraft(key);
}

/**
 * The stored draft's parts, or null where there is nothing to go on with.
 * @param listSent asks which photos the server still has; not asked where none was sent
 */
export async function readDraft(
	key: string,
	listSent: () => Promise<readonly Photo[]>,
): Promise<Partial<Draft> | null> {
	const fields = await readPart(key, 'fields');
	const photos = (await readPart(key, 'photos'))?.photos;
	const isEmpty = Object.values(fields?.fields ?? {}).every((text) => text === '');
	if (isEmpty && !photos?.length) return null;
	const listed = photos && (await withFreshUrls(photos, listSent));
	// Meanwhile another tab, which had sent it, may have heard that it is posted.
	const isPosted =
		fields?.retryKey && fields.retryKey !== (await readPart(key, 'fields'))?.retryKey;
	return isPosted ? null : { ...fields, ...(listed && { photos: listed }) };
}

/** Addresses of what was sent ahead are signed for minutes only; what the server no longer has is sent again. */
async function withFreshUrls(
	photos: readonly ListedPhoto[],
	listSent: () => Promise<readonly Photo[]>,
): Promise<ListedPhoto[]> {
	const hasSent = photos.some((photo) => photo.kind === 'new' && photo.sent);
	const storedPhotos = hasSent ? await listSent().catch(() => []) : [];
	return photos.map((photo) => {
		if (photo.kind === 'kept') return photo;
		const { sent, ...unsent } = photo;
		const fresh = sent && storedPhotos.find(({ url }) => photoPath(url) === photoPath(sent.url));
		return withNewKey(fresh ? { ...unsent, sent: fresh } : unsent);
	});
}

function readPart<P extends keyof DraftParts>(
	key: string,
	part: P,
): Promise<DraftParts[P] | undefined> {
	return withDraftStore(
		'readonly',
		(store): IDBRequest<DraftParts[P] | undefined> => store.get(storageKey(key, part)),
	);
}

function storageKey(key: string, part: keyof DraftParts): string {
	return `${key}/${part}`;
}
