import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isModalOpen, openButtonOf } from './use-list-keys.ts';

/** Moves the focus to the list. Call it when the focused element is gone. */
export function focusList(): void {
	document.querySelector<HTMLElement>('.list-body')?.focus({ preventScroll: true });
}

/**
 * Restores a lost focus in a list: to the row that had the focus, even if that row has moved, or else to the row now at
 * its index. If there is no row, or rows cannot be opened, the list itself gets the focus. A row is often removed from a
 * dialog or a panel that was opened for the row, so this also runs when a dialog closes.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
	/**
	 * The row that was focused last, and its index at that time: undefined and -1 if the focus was in the list but in no
	 * row. The whole value is undefined once the focus has moved elsewhere.
	 */
	const focused = useRef<{ row: HTMLTableRowElement | undefined; index: number }>(undefined);
	const listRows = () => [
		...(list.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
	];

	function restore() {
		if (focused.current === undefined || document.activeElement !== document.body) return;
		const { row, index } = focused.current;
		const rows = listRows();
		const button = openButtonOf(row?.isConnected ? row : rows[Math.min(index, rows.length - 1)]);
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
			const rows = listRows();
			const index = rows.findIndex((row) => row.contains(target));
			focused.current = { row: rows[index], index };
		},
		// Not fired when the row itself is removed.
		onBlur: ({ relatedTarget: nextFocused }: FocusEvent<HTMLElement>) => {
			const isForDialog =
				isModalOpen() || (nextFocused instanceof Element && nextFocused.closest('dialog'));
			if (!isForDialog) focused.current = undefined;
		},
	};
}
