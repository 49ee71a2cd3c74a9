import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { refresh } from '#web/admin/lib/queries.ts';

/** How long the addresses of banned items' pictures last (decisions, "Items"). */
const SIGNED_URL_TTL_MS = 600_000;

/**
 * A picture that fails to come may have an address whose time is up: the items are asked for again, once for each picture in
 * that time. One that is broken stays so.
 * @returns for the part of the page that holds the pictures
 */
export function useFreshPhotoUrls() {
	const client = useQueryClient();
	const refreshedAtMs = useRef(new Map<string, number>());

	function handleFailure({ target }: SyntheticEvent): void {
		if (!(target instanceof HTMLImageElement)) return;
		const { pathname } = new URL(target.currentSrc || target.src);
		const lastMs = refreshedAtMs.current.get(pathname);
		const nowMs = Date.now();
		if (lastMs !== undefined && nowMs - lastMs < SIGNED_URL_TTL_MS) return;
		refreshedAtMs.current.set(pathname, nowMs);
		refresh(client, 'items').catch(() => undefined);
	}

	return { onErrorCapture: handleFailure };
}
