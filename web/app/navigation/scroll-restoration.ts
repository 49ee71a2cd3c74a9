import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const RESTORE_TIMEOUT_MS = 1000;
/** After a reload, pages of a list come one after the other. */
const RELOAD_RESTORE_TIMEOUT_MS = 4000;
const SAVE_DELAY_MS = 150;
const positions = new Map<string, number>();
const positionBeforeReload = readPositionBeforeReload();

/**
 * A new page begins at its top; going back, and a reload, return to where one was. The router keeps scroll positions only
 * with its data router.
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
			// Browsers take only so many changes of the history in a while, and none from a page that is leaving.
			clearTimeout(saveTimer);
			saveTimer = setTimeout(saveForReload, SAVE_DELAY_MS);
		};
		window.addEventListener('scroll', savePosition, { passive: true });
		return () => {
			clearTimeout(saveTimer);
			window.removeEventListener('scroll', savePosition);
		};
	}, []);

	useEffect(() => {
		if (positionBeforeReload !== undefined)
			return restore(positionBeforeReload, RELOAD_RESTORE_TIMEOUT_MS);
	}, []);

	useLayoutEffect(() => {
		const isOtherPage = lastPathname.current !== pathname;
		const isInitialEntry = currentKey.current === key;
		lastPathname.current = pathname;
		currentKey.current = key;
		if (isInitialEntry) return;
		if (navigationType === 'POP') return restoreEntry(key);
		if (hash) scrollToAnchor(hash.slice(1));
		else if (isOtherPage) window.scrollTo({ top: 0, behavior: 'instant' });
		// The same page under another address: where one is now is where one was.
		else positions.set(key, window.scrollY);
	}, [key, pathname, hash, navigationType]);
}

/** Pages that one had been on before a reload have lost their lists with it. */
function restoreEntry(key: string): () => void {
	const top = positions.get(key);
	if (top !== undefined) return restore(top, RESTORE_TIMEOUT_MS);
	return restore(readPositionBeforeReload() ?? 0, RELOAD_RESTORE_TIMEOUT_MS);
}

/** Where one was on this page before a reload: kept with the entry of the history, as the browser itself would. */
function readPositionBeforeReload(): number | undefined {
	const state = globalThis.history?.state as { scrolledTo?: number } | null | undefined;
	return state?.scrolledTo;
}

function saveForReload(): void {
	window.history.replaceState({ ...window.history.state, scrolledTo: window.scrollY }, '');
}

/** As the browser does for an anchor: the place comes into view, and the next Tab goes on from there. */
function scrollToAnchor(id: string): void {
	const target = document.getElementById(id);
	target?.scrollIntoView();
	target?.focus({ preventScroll: true });
}

/** Scrolls as soon as the page is tall enough again; gives up when it stays short or the reader scrolls. */
function restore(top: number, timeoutMs: number): () => void {
	const scroll = () => window.scrollTo({ top, behavior: 'instant' });
	const observer = new ResizeObserver(() => {
		scroll();
		if (Math.abs(window.scrollY - top) < 2) stop();
	});
	const timer = setTimeout(stop, timeoutMs);
	const controller = new AbortController();
	for (const eventName of ['wheel', 'touchstart', 'keydown']) {
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
