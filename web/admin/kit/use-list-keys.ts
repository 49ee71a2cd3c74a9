import { useEffect } from 'react';
import { areLetterKeysOn } from './letter-keys.ts';

/** Something that can be done with a row. */
export interface ListAction {
	label: string;
	/** The letter that does it on the row that one is at; `Enter` opens it. */
	key: string;
	run: () => void;
	/** Takes something away. */
	isDestructive?: boolean | undefined;
	/** Less often needed: behind '…'. */
	isSecondary?: boolean | undefined;
}

/**
 * Moves through a table by j and k, and presses the buttons of the row that one is at by their letters (`data-key`). The focus
 * is what moves, so that a screen reader follows; where a panel is open beside the list it follows too, and its own buttons
 * hear the letters first, before the list has come, too. Where one types, letters are letters.
 */
export function useListKeys(): void {
	useEffect(() => {
		function handleKeyDown(event: KeyboardEvent) {
			if (shouldIgnore(event)) return;
			const rows = document.querySelectorAll<HTMLTableRowElement>(ROW_SELECTOR);
			const isHandled = handleKey([...rows], event.key);
			if (isHandled) event.preventDefault();
		}

		document.addEventListener('keydown', handleKeyDown);
		document.addEventListener('click', openClickedRow);
		return () => {
			document.removeEventListener('keydown', handleKeyDown);
			document.removeEventListener('click', openClickedRow);
		};
	}, []);
}

/** A press anywhere on a row opens it. Words are marked as everywhere. */
function openClickedRow({ target }: MouseEvent): void {
	if (!(target instanceof Element) || target.closest('a, button, label, input, [popover]')) return;
	const row = target.closest<HTMLTableRowElement>(ROW_SELECTOR);
	if (row && document.getSelection()?.isCollapsed !== false) openButtonOf(row)?.click();
}

/** The button of a row that opens it: where the focus is while one moves. */
export function openButtonOf(row: HTMLTableRowElement | undefined): HTMLElement | undefined {
	return row?.querySelector<HTMLElement>('[data-key="Enter"]') ?? undefined;
}

/** Whether a modal dialog stands above everything; `besides` does not count. */
export function isModalOpen(except = ':not(*)'): boolean {
	return document.querySelector(`dialog:modal:not(${except})`) !== null;
}

const ROW_SELECTOR = '.office-list tbody tr';
const PANEL_SELECTOR = '.side-panel';
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** What a focused button does by itself. */
const ACTIVATION_KEYS = ['Enter', ' '];

/** A shortcut of the browser, a letter that is typed, or a key for the dialog above the list. One that is held only moves on. */
function shouldIgnore({ ctrlKey, metaKey, altKey, target, key, repeat }: KeyboardEvent): boolean {
	if (ctrlKey || metaKey || altKey || ACTIVATION_KEYS.includes(key) || !areLetterKeysOn())
		return true;
	if (repeat && !(key in STEPS)) return true;
	return isTyping(target) || isModalOpen(PANEL_SELECTOR);
}

/** @returns whether the key did something */
function handleKey(rows: readonly HTMLTableRowElement[], key: string): boolean {
	const panel = document.querySelector<HTMLDialogElement>(`${PANEL_SELECTOR}[open]`);
	const openedIndex = rows.findIndex((row) => row.matches('[data-open]'));
	const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
	const currentIndex = focusedIndex === -1 ? openedIndex : focusedIndex;
	const step = STEPS[key];
	if (step !== undefined)
		return focusRow(rows[currentIndex === -1 ? 0 : currentIndex + step], panel);
	// The row that it shows is the panel's as well: only there are all of its buttons, and what was written for them.
	return (
		(currentIndex === openedIndex && clickByKey(panel, key)) || clickByKey(rows[currentIndex], key)
	);
}

function focusRow(row: HTMLTableRowElement | undefined, panel: HTMLDialogElement | null): boolean {
	// On narrow screens the panel lies over the list.
	if (panel?.matches(':modal')) return false;
	const button = openButtonOf(row);
	button?.focus();
	if (panel) button?.click();
	row?.scrollIntoView({ block: 'nearest' });
	return row !== undefined;
}

function clickByKey(container: HTMLElement | null | undefined, key: string): boolean {
	const button = container?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
	button?.click();
	return button !== undefined && button !== null;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		target.matches(
			'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
		)
	);
}
