import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { listPendingPhotos, uploadPhoto } from '#contract/photos/endpoints.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { retryOnConnectionLoss } from '#web/lib/api/retry.ts';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import { type Draft, deleteSentDraft, readDraft } from './draft-store.ts';
import { itemPoster, type Post } from './item-poster.ts';
import { type ListedPhoto, type PhotosPayload, toPhotosPayload } from './photo-list.ts';
import type { PhotoUploads, SendPhoto } from './photo-uploads.ts';
import { broadcastPosted } from './posted-in-other-tab.ts';
import type { SubmissionControl } from './submission-control.ts';

/** A draft waits this long for the list of uploaded photos. Without the list, it opens and uploads its photos again. */
const LIST_UPLOADS_TIMEOUT_MS = 10_000;

// Loaded together with the form, because the connection may be lost when photos are sent.
retryUntilLoaded(() => import('#web/lib/api/send-form.ts')).catch(() => undefined);

/** Everything that one submit of an item form sends. */
export interface Submission extends Post {
	photos: readonly ListedPhoto[];
	uploads: PhotoUploads;
	control: SubmissionControl;
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
			sendItem(submission, itemPoster(submission, submission.control.signal)),
		onSuccess: async ({ item, retryKey }, { fields }) => {
			await deleteSentDraft(draftKey, retryKey);
			broadcastPosted({ draftKey, retryKey, fields, itemId: item.id });
		},
		onSettled: () => refreshItems(client),
	});
}

/** Uploads the photos, then sends the item. Waits while the connection is lost. */
export async function sendItem<T>(
	{ photos, uploads, control }: Submission,
	send: (photos: PhotosPayload) => Promise<T>,
): Promise<T> {
	const attempt = async () => {
		await uploads.waitUntilReady(control.signal);
		const findUploaded = (key: string) => {
			const state = uploads.current().get(key);
			return state?.step === 'ready' ? state.photo : undefined;
		};
		return retryOnConnectionLoss(() => {
			// Checked here as well, because this tab may not have noticed a login in another tab yet.
			control.stopForOtherUser();
			return send(toPhotosPayload(photos, findUploaded));
		}, control);
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

/**
 * Whether the server has deleted the uploaded photos, because it keeps photos without an item only for a limited time.
 * It then answers that the photos are not the user's.
 */
function arePhotosExpired(error: unknown): boolean {
	return error instanceof ApiError && error.code === PHOTO_ERRORS.uploadNotYours.code;
}

/** Refetches all items. Not awaited, because the next page loads its own data. */
export function refreshItems(client: QueryClient): void {
	client.invalidateQueries({ queryKey: ['items'] }).catch(() => undefined);
}
