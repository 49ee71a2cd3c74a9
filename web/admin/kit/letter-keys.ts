import { useSyncExternalStore } from 'react';
import { uiCookieName } from '#contract/core/cookies.ts';

const OFF = 'off';
const YEAR_MS = 31_536_000_000;

const cookie = uiCookieName('letter-keys', window.location.protocol === 'https:');
const watchers = new Set<() => void>();
let areOn = !document.cookie.split('; ').includes(`${cookie}=${OFF}`);

/** Whether single letters do something. Who speaks to the computer says letters that are meant for no page (WCAG 2.1.4). */
export function areLetterKeysOn(): boolean {
	return areOn;
}

/** The same, for what shows the letters: they are shown only while they do something. */
export function useLetterKeys(): boolean {
	return useSyncExternalStore(watch, areLetterKeysOn);
}

/** Keeps the choice in a cookie of this browser; without a cookie store it lasts for this visit. */
export async function switchLetterKeys(isOn: boolean): Promise<void> {
	areOn = isOn;
	for (const watcher of watchers) watcher();
	if (!('cookieStore' in window)) return;
	if (isOn) await cookieStore.delete(cookie);
	else {
		const expires = Date.now() + YEAR_MS;
		await cookieStore.set({ name: cookie, value: OFF, path: '/', expires, sameSite: 'lax' });
	}
}

function watch(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}
