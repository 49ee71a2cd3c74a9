import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isModalOpen, openButtonOf } from './use-list-keys.ts';

/** Moves the focus to the list when the focused element is gone. */
export function focusList(): void {
	document.querySelector<HTMLElement>('.list-body')?.focus({ preventScroll: true });
}

/**
 * Keeps the focus position in a list when its focused row is removed: the focus moves to the row that takes its place,
 * or to the list itself when there is none or rows cannot be opened. The row may have been removed from a dialog or
 * panel that was opened on it.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
	/** Index of the focused row, -1 for none. */
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
		// The close event does not bubble.
		document.addEventListener('close', restore, { capture: true });
		return () => document.removeEventListener('close', restore, { capture: true });
	});

	return {
		onFocus: ({ target }: FocusEvent<HTMLElement>) => {
			focusedIndex.current = listRows().findIndex((row) => row.contains(target));
		},
		// Not fired when the row itself is removed.
		onBlur: ({ relatedTarget: nextFocused }: FocusEvent<HTMLElement>) => {
			const isForDialog =
				isModalOpen() || (nextFocused instanceof Element && nextFocused.closest('dialog'));
			if (!isForDialog) focusedIndex.current = undefined;
		},
	};
}
