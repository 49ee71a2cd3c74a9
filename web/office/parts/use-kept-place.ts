import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isUnderModal, mainButtonOf } from './use-list-keys.ts';

/**
 * Keeps the place in a list whose row goes away under the focus, as one that was deleted does: the focus moves to the row that
 * takes its place. It may have been deleted from a dialog or a panel that was opened on it.
 */
export function useKeptPlace(table: RefObject<HTMLTableElement | null>) {
	const place = useRef<number>(undefined);

	function restore() {
		const rows = table.current?.tBodies[0]?.rows;
		if (place.current === undefined || document.activeElement !== document.body || !rows) return;
		mainButtonOf(rows[Math.min(place.current, rows.length - 1)])?.focus();
	}

	useLayoutEffect(restore);
	useEffect(() => {
		// It does not bubble.
		document.addEventListener('close', restore, { capture: true });
		return () => document.removeEventListener('close', restore, { capture: true });
	});

	return {
		onFocus: ({ target }: FocusEvent<HTMLElement>) => {
			place.current = target.closest('tr')?.sectionRowIndex;
		},
		// Not told where the row itself goes away.
		onBlur: ({ relatedTarget: next }: FocusEvent<HTMLElement>) => {
			const isForDialog = isUnderModal() || (next instanceof Element && next.closest('dialog'));
			if (!isForDialog) place.current = undefined;
		},
	};
}
