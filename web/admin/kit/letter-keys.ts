import { useSyncExternalStore } from 'react';
import { uiCookieName } from '#contract/core/cookies.ts';

const OFF_VALUE = 'off';
const YEAR_MS = 31_536_000_000;

const cookieName = uiCookieName('letter-keys', window.location.protocol === 'https:');
const listeners = new Set<() => void>();
let isEnabled = !document.cookie.split('; ').includes(`${cookieName}=${OFF_VALUE}`);

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

/** Stores the choice in a cookie of this browser; without a cookie store it lasts until the page is closed. */
export async function setLetterKeys(isOn: boolean): Promise<void> {
	isEnabled = isOn;
	for (const listener of listeners) listener();
	if (!('cookieStore' in window)) return;
	if (isOn) await cookieStore.delete(cookieName);
	else {
		const expires = Date.now() + YEAR_MS;
		await cookieStore.set({
			name: cookieName,
			value: OFF_VALUE,
			path: '/',
			expires,
			sameSite: 'lax',
		});
	}
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
