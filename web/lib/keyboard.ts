import type { KeyboardEvent } from 'react';

/** Whether somebody is in a field that takes words. */
export function isTyping(): boolean {
	return document.querySelector(':read-write:focus') !== null;
}

/** What every key is while a word is composed, in the numbers that keys had before they had names. */
const COMPOSITION_KEY_CODE = 229;

/**
 * Whether a key belongs to a word that is being composed, as words are in many scripts. Safari ends the composing before it
 * tells of the Enter that ended it: only its number says so then (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
	return nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_KEY_CODE;
}
