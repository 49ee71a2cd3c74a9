import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
	getProfile,
	removeProfilePicture,
	updateProfilePicture,
} from '#contract/accounts/endpoints.ts';
import { SIGNED_PHOTO_REFRESH_MS } from '#contract/photos/signed-urls.ts';
import type { UploadOptions } from '#web/features/photos/use-upload.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The user's profile with their items. The key begins with 'items', so that every change of an item refetches it. While
 * an item is taken down or removed, the query is refetched at intervals, because the signed URLs of its photos expire.
 */
export function profileQuery(userId: number | undefined) {
	return queryOptions({
		queryKey: ['items', 'profile', userId],
		queryFn: async ({ signal }) => (await call(getProfile, { signal })).data,
		refetchInterval: ({ state }) => {
			const hasSigned = state.data?.items.some(
				({ status }) => status === 'banned' || status === 'removed',
			);
			return hasSigned && SIGNED_PHOTO_REFRESH_MS;
		},
	});
}

interface NewPicture {
	userId: number;
	file: File;
	uploadOptions: UploadOptions;
}

export function useUpdatePicture() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ userId, file, uploadOptions }: NewPicture) =>
			call(updateProfilePicture, { params: { id: userId }, files: [file], ...uploadOptions }),
		onSuccess: () => refetchPictures(client),
	});
}

export function useRemovePicture() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(removeProfilePicture, {}),
		onSuccess: () => refetchPictures(client),
	});
}

/**
 * Refetches items and wanted posts, which show the picture of their owner. Not awaited, so that the dialog closes
 * before they have loaded.
 */
function refetchPictures(client: QueryClient): void {
	void client.invalidateQueries({ queryKey: ['wanted'] });
	void client.invalidateQueries({ queryKey: ['items'] });
}
