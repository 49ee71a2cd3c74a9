import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addItem, updateItem } from '#contract/items/endpoints.ts';
import type { Item, ItemFields } from '#contract/items/schemas.ts';
import { listPendingPhotos, uploadPhoto } from '#contract/photos/endpoints.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type RetryOptions, retryOnConnectionLoss } from '#web/lib/api/retry.ts';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import { type Draft, deleteSentDraft, readDraft } from './draft-store.ts';
import { type ListedPhoto, photoPath, toPhotosPayload } from './photo-list.ts';
import type { PhotoUploads, SendPhoto } from './photo-uploads.ts';
import { broadcastPosted } from './posted-in-other-tab.ts';
import { saysTheSame } from './same-fields.ts';

/** After this time the draft opens anyway; photos not known to be uploaded are uploaded again. */
const LIST_UPLOADS_TIMEOUT_MS = 10_000;

// Loaded together with the form, because the connection may be lost when photos are sent.
retryUntilLoaded(() => import('#web/lib/api/send-form.ts')).catch(() => undefined);

/** Everything that one submit of an item form sends. */
export interface Submission {
	fields: ItemFields;
	photos: readonly ListedPhoto[];
	uploads: PhotoUploads;
	/** Idempotency key: a request repeated after a lost response returns the item it has already created. */
	retryKey: string;
	retryOptions: RetryOptions & { stop: () => void };
}

export const sendPhoto: SendPhoto = (file, { onProgress, ...retryOptions }) =>
	retryOnConnectionLoss(async () => {
		const { signal } = retryOptions;
		return (await call(uploadPhoto, { files: [file], onProgress, signal })).photo;
	}, retryOptions);

/** The uploaded photos of unfinished forms that the server still has. */
export async function listSentPhotos(): Promise<readonly Photo[]> {
	const signal = AbortSignal.timeout(LIST_UPLOADS_TIMEOUT_MS);
	return (await call(listPendingPhotos, { signal })).photos;
}

/** Matches a running submit of a draft's form, even one that was started on an earlier visit to the form. */
export const pendingSubmissionFilter = (draftKey: string) =>
	({ mutationKey: ['item form', draftKey], status: 'pending' }) as const;

/** Like `readDraft`, but first waits for a submit that an earlier visit to the form has started. */
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

/**
 * Whether the item has the submitted content. False if an earlier attempt created the item, its response was lost,
 * and the form was changed since.
 */
function matchesSubmission(item: Item, fields: ItemFields, uploaded: readonly string[]): boolean {
	const paths = (urls: readonly string[]) => urls.map(photoPath).join();
	return saysTheSame(item, fields) && paths(item.imageUrl) === paths(uploaded);
}

/** Uploads the photos, then sends the item; both wait while the connection is lost. */
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

/** Whether the server has deleted the uploaded photos: it keeps photos without an item only for a limited time. */
function arePhotosExpired(error: unknown): boolean {
	return error instanceof ApiError && error.code === PHOTO_ERRORS.uploadNotYours.code;
}

/** Refetches all items. Not awaited, because the next page loads its own data. */
function refreshItems(client: QueryClient): void {
	client.invalidateQueries({ queryKey: ['items'] }).catch(() => undefined);
}
