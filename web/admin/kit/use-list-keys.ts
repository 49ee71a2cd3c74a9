import { useEffect } from 'react';
import { areLetterKeysOn } from './key-hints.tsx';

/** An action on a row. */
export interface ListAction {
	label: string;
	/** The letter that triggers it on the focused row; `Enter` opens the row. */
	key: string;
	run: () => void;
	/** True when it deletes or bans. */
	isDestructive?: boolean | undefined;
	/** True when it is rarely needed and goes into the '…' menu. */
	isSecondary?: boolean | undefined;
}

/**
 * Keyboard shortcuts of a table: j and k move the focus from row to row, letters press the buttons of the focused row
 * (`data-key`). Screen readers follow, because the real focus moves. An open panel follows too; the letters press the
 * panel's own buttons first, even before the list has loaded. In text fields letters are typed as usual.
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

/** A click anywhere on a row opens it, unless text is being selected. */
function openClickedRow({ target }: MouseEvent): void {
	if (!(target instanceof Element) || target.closest('a, button, label, input, [popover]')) return;
	const row = target.closest<HTMLTableRowElement>(ROW_SELECTOR);
	if (row && document.getSelection()?.isCollapsed !== false) openButtonOf(row)?.click();
}

/** The button that opens a row. The shortcuts j and k move the focus to this button. */
export function openButtonOf(row: HTMLTableRowElement | undefined): HTMLElement | undefined {
	return row?.querySelector<HTMLElement>('[data-key="Enter"]') ?? undefined;
}

/**
 * Whether a modal dialog is open.
 * @param except a CSS selector of dialogs that do not count; the default matches nothing
 */
export function isModalOpen(except = ':not(*)'): boolean {
	return document.querySelector(`dialog:modal:not(${except})`) !== null;
}

const ROW_SELECTOR = '.office-list tbody tr';
const PANEL_SELECTOR = '.side-panel';
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** Keys that activate a focused button by themselves. */
const ACTIVATION_KEYS = ['Enter', ' '];

/**
 * True while letter keys are off. Otherwise true for a browser shortcut, a key that activates a focused button, a letter
 * typed in a field, and a key that belongs to an open dialog. A key that is held down repeats only for moving.
 */
function shouldIgnore({ ctrlKey, metaKey, altKey, target, key, repeat }: KeyboardEvent): boolean {
	if (ctrlKey || metaKey || altKey || ACTIVATION_KEYS.includes(key) || !areLetterKeysOn())
		return true;
	if (repeat && !(key in STEPS)) return true;
	return isTyping(target) || isModalOpen(PANEL_SELECTOR);
}

/** @returns whether the key was handled */
function handleKey(rows: readonly HTMLTableRowElement[], key: string): boolean {
	const panel = document.querySelector<HTMLDialogElement>(`${PANEL_SELECTOR}[open]`);
	const openedIndex = rows.findIndex((row) => row.matches('[data-open]'));
	const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
	const currentIndex = focusedIndex === -1 ? openedIndex : focusedIndex;
	const step = STEPS[key];
	if (step !== undefined)
		return focusRow(rows[currentIndex === -1 ? 0 : currentIndex + step], panel);
	// If the panel shows this row, its buttons are clicked first: only the panel has all actions and the typed notes.
	return (
		(currentIndex === openedIndex && clickByKey(panel, key)) || clickByKey(rows[currentIndex], key)
	);
}

function focusRow(row: HTMLTableRowElement | undefined, panel: HTMLDialogElement | null): boolean {
	// On narrow screens the panel covers the list.
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
