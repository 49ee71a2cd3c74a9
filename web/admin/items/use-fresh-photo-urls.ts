import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { SIGNED_PHOTO_MS } from '#contract/photos/signed-urls.ts';
import { refresh } from '#web/admin/lib/queries.ts';

/**
 * Reloads the items when a photo fails to load, because its signed URL may have expired. A photo that keeps failing
 * causes at most one reload within the lifetime of a URL.
 * @returns props for the element around the photos
 */
export function useFreshPhotoUrls() {
	const client = useQueryClient();
	const refreshedAtMs = useRef(new Map<string, number>());

	function handleFailure({ target }: SyntheticEvent): void {
		if (!(target instanceof HTMLImageElement)) return;
		const { pathname } = new URL(target.currentSrc || target.src);
		const lastMs = refreshedAtMs.current.get(pathname);
		const nowMs = Date.now();
		if (lastMs !== undefined && nowMs - lastMs < SIGNED_PHOTO_MS) return;
		refreshedAtMs.current.set(pathname, nowMs);
		refresh(client, 'items').catch(() => undefined);
	}

	return { onErrorCapture: handleFailure };
}
