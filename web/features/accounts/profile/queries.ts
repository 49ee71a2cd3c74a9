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
 * About items, because a change of an item also changes its owner's uploads. Lists of items show the picture. While an
 * item is taken down, its photos have signed addresses, which are kept valid.
 */
export function profileQuery(userId: number | undefined) {
	return queryOptions({
		queryKey: ['items', 'profile', userId],
		queryFn: async ({ signal }) => (await call(getProfile, { signal })).data,
		refetchInterval: ({ state }) => {
			const isTakenDown = state.data?.items.some(({ status }) => status === 'banned');
			return isTakenDown && SIGNED_PHOTO_REFRESH_MS;
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

/** Items and wanted posts show the picture of who posted them. */
function refetchPictures(client: QueryClient): Promise<void> {
	void client.invalidateQueries({ queryKey: ['wanted'] });
	return client.invalidateQueries({ queryKey: ['items'] });
}
