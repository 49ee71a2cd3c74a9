import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isModalOpen, openButtonOf } from './use-list-keys.ts';

/** Takes the focus to the list of a page, as what had it is gone. */
export function focusList(): void {
	document.querySelector<HTMLElement>('.list-body')?.focus({ preventScroll: true });
}

/**
 * Keeps the place in a list whose row goes away under the focus, as one that was deleted does: the focus moves to the row that
 * takes its place, or to the list itself where rows have nothing that opens them, or there are none left. It may have been deleted from a dialog or a
 * panel that was opened on it.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
	/** Which row, -1 for none of them. */
	const focusedIndex = useRef<number>(undefined);
	const listRows = () => [
		...(list.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
	];

	function restore() {
		if (focusedIndex.current === undefined || document.activeElement !== document.body) return;
		const rows = listRows();
		const button = openButtonOf(rows[Math.min(focusedIndex.current, rows.length - 1)]);
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
			focusedIndex.current = listRows().findIndex((row) => row.contains(target));
		},
		// Not told where the row itself goes away.
		onBlur: ({ relatedTarget: nextFocused }: FocusEvent<HTMLElement>) => {
			const isForDialog =
				isModalOpen() || (nextFocused instanceof Element && nextFocused.closest('dialog'));
			if (!isForDialog) focusedIndex.current = undefined;
		},
	};
}
