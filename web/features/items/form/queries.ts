import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addItem, type Item, type ItemFields, updateItem } from '#contract/items/items.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import type { Photo } from '#contract/photos/schema.ts';
import { listPendingPhotos, uploadPhoto } from '#contract/photos/uploads.ts';
import { itemKeys, itemQuery } from '#web/features/items/queries.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type RetryOptions, retryOnConnectionLoss } from '#web/lib/api/retry.ts';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import { type Draft, deleteSentDraft, readDraft } from './draft-store.ts';
import { type ListedPhoto, photoPath, toPhotosPayload } from './photo-list.ts';
import type { PhotoUploads, SendPhoto } from './photo-uploads.ts';
import { broadcastPosted } from './posted-in-other-tab.ts';

/** A draft is there without it: what is not known to be sent is sent again. */
const LIST_UPLOADS_TIMEOUT_MS = 10_000;

// Comes with the form: photos are sent when the line may be a thin one.
retryUntilLoaded(() => import('#web/lib/api/send-form.ts')).catch(() => undefined);

/** Everything that one submit of an item form sends. */
export interface Submission {
	fields: ItemFields;
	photos: readonly ListedPhoto[];
	uploads: PhotoUploads;
	/** Names a post: sent again after a lost answer, it finds the item that it has made. */
	retryKey: string;
	retryOptions: RetryOptions & { stop: () => void };
}

export const sendPhoto: SendPhoto = (file, { onProgress, ...retryOptions }) =>
	retryOnConnectionLoss(async () => {
		const { signal } = retryOptions;
		return (await call(uploadPhoto, { files: [file], onProgress, signal })).photo;
	}, retryOptions);

/** The photos of unfinished forms that the server has. */
export async function listSentPhotos(): Promise<readonly Photo[]> {
	const signal = AbortSignal.timeout(LIST_UPLOADS_TIMEOUT_MS);
	return (await call(listPendingPhotos, { signal })).photos;
}

/** What is on its way from the form of a draft, be it from a visit that is over. */
export const pendingSubmissionFilter = (draftKey: string) =>
	({ mutationKey: ['item form', draftKey], status: 'pending' }) as const;

/** The draft, as `readDraft`. What an earlier visit to its form has sent is none: how it ends is waited for. */
export async function readDraftWhenIdle(
	client: QueryClient,
	draftKey: string,
): Promise<Partial<Draft> | null> {
	const mutations = client.getMutationCache();
	await new Promise<void>((resolve) => {
		const unsubscribe = mutations.subscribe(check);
		check();

		function check() {
			if (mutations.find(pendingSubmissionFilter(draftKey))) return;
			unsubscribe();
			resolve();
		}
	});
	return readDraft(draftKey, listSentPhotos);
}

export function useAddItem(draftKey: string) {
	const client = useQueryClient();
	return useMutation({
		mutationKey: pendingSubmissionFilter(draftKey).mutationKey,
		mutationFn: (submission: Submission) =>
			sendItem(submission, async ({ uploaded, order }) => {
				const { fields, retryKey, retryOptions } = submission;
				const sent = { body: { ...fields, uploaded, order: JSON.stringify(order) }, files: [] };
				const { signal } = retryOptions;
				const headers = { 'idempotency-key': retryKey };
				const added = await call(addItem, { ...sent, headers, signal });
				if (matchesSubmission(added.item, fields, uploaded)) return added;
				return call(updateItem, { ...sent, params: { itemId: added.item.id }, signal });
			}),
		onSuccess: async ({ item }, { retryKey, fields }) => {
			await deleteSentDraft(draftKey, retryKey);
			broadcastPosted({ draftKey, retryKey, fields, itemId: item.id });
		},
		onSettled: () => refreshItems(client),
	});
}

export function useUpdateItem(itemId: number, draftKey: string) {
	const client = useQueryClient();
	return useMutation({
		mutationKey: pendingSubmissionFilter(draftKey).mutationKey,
		mutationFn: (submission: Submission) =>
			sendItem(submission, ({ keepExistingImages, uploaded, order }) =>
				call(updateItem, {
					params: { itemId },
					body: {
						...submission.fields,
						keepExistingImages,
						uploaded,
						order: JSON.stringify(order),
					},
					files: [],
					signal: submission.retryOptions.signal,
				}),
			),
		onSuccess: async ({ item }, { retryKey }) => {
			client.setQueryData(itemQuery(itemId).queryKey, item);
			await deleteSentDraft(draftKey, retryKey);
		},
		onSettled: () => refreshItems(client),
	});
}

/** Not so where an earlier try has made the item, its answer was lost, and the form was changed since. */
function matchesSubmission(item: Item, fields: ItemFields, uploaded: readonly string[]): boolean {
	const names = Object.keys(fields) as (keyof ItemFields)[];
	const paths = (urls: readonly string[]) => urls.map(photoPath).join();
	return (
		names.every((name) => item[name] === fields[name]) && paths(item.imageUrl) === paths(uploaded)
	);
}

/** The photos first, then the words; both wait for the line where it is gone. */
async function sendItem<T>(
	{ photos, uploads, retryOptions }: Submission,
	send: (wire: ReturnType<typeof toPhotosPayload>) => Promise<T>,
): Promise<T> {
	const attempt = async () => {
		await uploads.waitUntilReady(retryOptions.signal);
		const sent = (key: string) => {
			const state = uploads.current().get(key);
			return state?.step === 'ready' ? state.photo : undefined;
		};
		return retryOnConnectionLoss(() => send(toPhotosPayload(photos, sent)), retryOptions);
	};
	return uploads.duringSubmit(async () => {
		try {
			return await attempt();
		} catch (error) {
			if (!arePhotosExpired(error)) throw error;
			uploads.resendAll();
			return attempt();
		}
	});
}

/** The form was open for longer than the server keeps photos that no item shows. */
function arePhotosExpired(error: unknown): boolean {
	return error instanceof ApiError && error.message === PHOTO_MESSAGES.uploadNotYours;
}

/** Not waited for: the next page asks for itself. */
function refreshItems(client: QueryClient): void {
	client.invalidateQueries({ queryKey: itemKeys.all }).catch(() => undefined);
}
