import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { refresh } from '#web/admin/lib/queries.ts';

/** How long the addresses of banned items' pictures last (decisions, "Items"). */
const SIGNED_FOR_MS = 600_000;

/**
 * A picture that fails to come may have an address whose time is up: the items are asked for again, once for each picture in
 * that time. One that is broken stays so.
 * @returns for the part of the page that holds the pictures
 */
export function useFreshPictures() {
	const client = useQueryClient();
	const askedAtMs = useRef(new Map<string, number>());

	function handleFailure({ target }: SyntheticEvent): void {
		if (!(target instanceof HTMLImageElement)) return;
		const { pathname } = new URL(target.currentSrc || target.src);
		const before = askedAtMs.current.get(pathname);
		const now = Date.now();
		if (before !== undefined && now - before < SIGNED_FOR_MS) return;
		askedAtMs.current.set(pathname, now);
		refresh(client, 'items').catch(() => undefined);
	}

	return { onErrorCapture: handleFailure };
}
