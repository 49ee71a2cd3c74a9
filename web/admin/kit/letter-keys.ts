import { useSyncExternalStore } from 'react';
import { readUiCookie, writeUiCookie, YEAR_SECONDS } from '#web/lib/ui-cookie.ts';

const OFF_VALUE = 'off';

const listeners = new Set<() => void>();
let isEnabled = readUiCookie('letter-keys') !== OFF_VALUE;

/**
 * Whether single-letter shortcuts are enabled. Speech input can trigger them by accident, so they can be turned off
 * (WCAG 2.1.4).
 */
export function areLetterKeysOn(): boolean {
	return isEnabled;
}

/** `areLetterKeysOn` as a hook, for components that show the letters only while the shortcuts are enabled. */
export function useLetterKeys(): boolean {
	return useSyncExternalStore(subscribe, areLetterKeysOn);
}

/** Stores the choice in a cookie of this browser: off for a year, while on deletes the cookie. */
export function setLetterKeys(isOn: boolean): void {
	isEnabled = isOn;
	for (const listener of listeners) listener();
	writeUiCookie('letter-keys', OFF_VALUE, isOn ? 0 : YEAR_SECONDS);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
