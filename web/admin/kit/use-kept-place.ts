import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isUnderModal, mainButtonOf } from './use-list-keys.ts';

/** Takes the focus to the list of a page, as what had it is gone. */
export function focusList(): void {
	document.querySelector<HTMLElement>('.list-body')?.focus({ preventScroll: true });
}

/**
 * Keeps the place in a list whose row goes away under the focus, as one that was deleted does: the focus moves to the row that
 * takes its place, or to the list itself where rows have nothing that opens them, or there are none left. It may have been deleted from a dialog or a
 * panel that was opened on it.
 */
export function useKeptPlace(list: RefObject<HTMLElement | null>) {
	/** Which row, -1 for none of them. */
	const place = useRef<number>(undefined);
	const rowsOf = () => [
		...(list.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
	];

	function restore() {
		if (place.current === undefined || document.activeElement !== document.body) return;
		const rows = rowsOf();
		const button = mainButtonOf(rows[Math.min(place.current, rows.length - 1)]);
		if (button) button.focus();
		else list.current?.focus({ preventScroll: true });
	}

	useLayoutEffect(restore);
	useEffect(() => {
		// It does not bubble.
		document.addEventListener('close', restore, { capture: true });
		return () => document.removeEventListener('close', restore, { capture: true });
	});

	return {
		onFocus: ({ target }: FocusEvent<HTMLElement>) => {
			place.current = rowsOf().findIndex((row) => row.contains(target));
		},
		// Not told where the row itself goes away.
		onBlur: ({ relatedTarget: next }: FocusEvent<HTMLElement>) => {
			const isForDialog = isUnderModal() || (next instanceof Element && next.closest('dialog'));
			if (!isForDialog) place.current = undefined;
		},
	};
}
