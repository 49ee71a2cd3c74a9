import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const RESTORE_TIMEOUT_MS = 1000;
/** After a reload, restoring takes longer, because the pages of a list load one after the other. */
const RELOAD_RESTORE_TIMEOUT_MS = 4000;
const SAVE_DELAY_MS = 150;
const positions = new Map<string, number>();
const initialPosition = readStoredPosition();

/**
 * A new page starts at its top; going back or reloading restores the scroll position. React Router has this function
 * only in its data router, which the app does not use.
 */
export function useScrollRestoration(): void {
	const { key, pathname, hash } = useLocation();
	const navigationType = useNavigationType();
	const lastPathname = useRef(pathname);
	const currentKey = useRef(key);

	useEffect(() => {
		window.history.scrollRestoration = 'manual';
		let saveTimer: ReturnType<typeof setTimeout>;
		const savePosition = () => {
			positions.set(currentKey.current, window.scrollY);
			// Browsers limit the rate of history changes, and accept none from a page that is unloading.
			clearTimeout(saveTimer);
			saveTimer = setTimeout(storePosition, SAVE_DELAY_MS);
		};
		window.addEventListener('scroll', savePosition, { passive: true });
		return () => {
			clearTimeout(saveTimer);
			window.removeEventListener('scroll', savePosition);
		};
	}, []);

	useEffect(() => {
		if (initialPosition !== undefined) return restore(initialPosition, RELOAD_RESTORE_TIMEOUT_MS);
	}, []);

	useLayoutEffect(() => {
		const isOtherPage = lastPathname.current !== pathname;
		const isSameEntry = currentKey.current === key;
		lastPathname.current = pathname;
		currentKey.current = key;
		if (isSameEntry) return;
		if (navigationType === 'POP') return restoreEntry(key);
		if (hash) scrollToAnchor(hash.slice(1));
		else if (isOtherPage) window.scrollTo({ top: 0, behavior: 'instant' });
		// The same page with another address keeps its scroll position.
		else positions.set(key, window.scrollY);
	}, [key, pathname, hash, navigationType]);
}

/**
 * Restores the position of a history entry: from memory, or from the entry itself if it was visited before a reload.
 */
function restoreEntry(key: string): () => void {
	const top = positions.get(key);
	if (top !== undefined) return restore(top, RESTORE_TIMEOUT_MS);
	return restore(readStoredPosition() ?? 0, RELOAD_RESTORE_TIMEOUT_MS);
}

/** The position that is stored in the current entry of the history. */
function readStoredPosition(): number | undefined {
	const state = globalThis.history?.state as { scrolledTo?: number } | null | undefined;
	return state?.scrolledTo;
}

function storePosition(): void {
	window.history.replaceState({ ...window.history.state, scrolledTo: window.scrollY }, '');
}

/** Does what the browser does for an anchor: scrolls the element into view, and the next Tab continues from there. */
function scrollToAnchor(id: string): void {
	const target = document.getElementById(id);
	target?.scrollIntoView();
	target?.focus({ preventScroll: true });
}

/** Scrolls once the page is tall enough; stops after a timeout, or when the user scrolls or presses something. */
function restore(top: number, timeoutMs: number): () => void {
	const scroll = () => window.scrollTo({ top, behavior: 'instant' });
	const observer = new ResizeObserver(() => {
		scroll();
		if (Math.abs(window.scrollY - top) >= 2) return;
		stop();
		// If the page was left less than SAVE_DELAY_MS after the last scroll, its entry has an older position.
		storePosition();
	});
	const timer = setTimeout(stop, timeoutMs);
	const controller = new AbortController();
	for (const eventName of ['wheel', 'pointerdown', 'keydown']) {
		window.addEventListener(eventName, stop, { passive: true, signal: controller.signal });
	}
	observer.observe(document.documentElement);
	scroll();
	return stop;

	function stop() {
		observer.disconnect();
		clearTimeout(timer);
		controller.abort();
	}
}
