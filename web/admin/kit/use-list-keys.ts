import { useEffect } from 'react';
import { areLetterKeysOn } from './letter-keys.ts';

/** Something that can be done with a row. */
export interface ListAction {
	label: string;
	/** The letter that does it on the row that one is at; `Enter` opens it. */
	key: string;
	run: () => void;
	/** Takes something away. */
	isBad?: boolean | undefined;
	/** Less often needed: behind '…'. */
	isRare?: boolean | undefined;
}

/**
 * Moves through a table by j and k, and presses the buttons of the row that one is at by their letters (`data-key`). The focus
 * is what moves, so that a screen reader follows; where a panel is open beside the list it follows too, and its own buttons
 * hear the letters first, before the list has come, too. Where one types, letters are letters.
 */
export function useListKeys(): void {
	useEffect(() => {
		function hear(event: KeyboardEvent) {
			if (isForOthers(event)) return;
			const rows = document.querySelectorAll<HTMLTableRowElement>(ROWS);
			const isDone = answer([...rows], event.key);
			if (isDone) event.preventDefault();
		}

		document.addEventListener('keydown', hear);
		document.addEventListener('click', openPressedRow);
		return () => {
			document.removeEventListener('keydown', hear);
			document.removeEventListener('click', openPressedRow);
		};
	}, []);
}

/** A press anywhere on a row opens it. Words are marked as everywhere. */
function openPressedRow({ target }: MouseEvent): void {
	if (!(target instanceof Element) || target.closest('a, button, label, input, [popover]')) return;
	const row = target.closest<HTMLTableRowElement>(ROWS);
	if (row && document.getSelection()?.isCollapsed !== false) mainButtonOf(row)?.click();
}

/** The button of a row that opens it: where the focus is while one moves. */
export function mainButtonOf(row: HTMLTableRowElement | undefined): HTMLElement | undefined {
	return row?.querySelector<HTMLElement>('[data-key="Enter"]') ?? undefined;
}

/** Whether a modal dialog stands above everything; `besides` does not count. */
export function isUnderModal(besides = ':not(*)'): boolean {
	return document.querySelector(`dialog:modal:not(${besides})`) !== null;
}

const ROWS = '.office-list tbody tr';
const PANEL = '.side-panel';
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** What a focused button does by itself. */
const PRESSES = ['Enter', ' '];

/** A shortcut of the browser, a letter that is typed, or a key for the dialog above the list. One that is held only moves on. */
function isForOthers({ ctrlKey, metaKey, altKey, target, key, repeat }: KeyboardEvent): boolean {
	if (ctrlKey || metaKey || altKey || PRESSES.includes(key) || !areLetterKeysOn()) return true;
	if (repeat && !(key in STEPS)) return true;
	return isTyping(target) || isUnderModal(PANEL);
}

/** @returns whether the key did something */
function answer(rows: readonly HTMLTableRowElement[], key: string): boolean {
	const panel = document.querySelector<HTMLDialogElement>(`${PANEL}[open]`);
	const opened = rows.findIndex((row) => row.matches('[data-open]'));
	const focused = rows.findIndex((row) => row.contains(document.activeElement));
	const at = focused === -1 ? opened : focused;
	const step = STEPS[key];
	if (step !== undefined) return moveTo(rows[at === -1 ? 0 : at + step], panel);
	// The row that it shows is the panel's as well: only there are all of its buttons, and what was written for them.
	return (at === opened && press(panel, key)) || press(rows[at], key);
}

function moveTo(row: HTMLTableRowElement | undefined, panel: HTMLDialogElement | null): boolean {
	// On narrow screens the panel lies over the list.
	if (panel?.matches(':modal')) return false;
	const button = mainButtonOf(row);
	button?.focus();
	if (panel) button?.click();
	row?.scrollIntoView({ block: 'nearest' });
	return row !== undefined;
}

function press(within: HTMLElement | null | undefined, key: string): boolean {
	const pressed = within?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
	pressed?.click();
	return pressed !== undefined && pressed !== null;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		target.matches(
			'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
		)
	);
}
