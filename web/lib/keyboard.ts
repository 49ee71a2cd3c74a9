import type { KeyboardEvent } from 'react';

/** Whether an editable field has the focus. */
export function isTyping(): boolean {
	return document.querySelector(':read-write:focus') !== null;
}

/** The legacy `keyCode` of every key during IME composition. */
const COMPOSITION_KEY_CODE = 229;

/**
 * Whether a key event belongs to IME composition. Safari ends the composition before it fires the event of the
 * confirming Enter: then only `keyCode` shows it (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
	return nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_KEY_CODE;
}
