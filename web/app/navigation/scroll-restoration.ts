import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const PATIENCE_MS = 1000;
/** After a reload, pages of a list come one after the other. */
const RELOAD_PATIENCE_MS = 4000;
const RESTING_MS = 150;
const positions = new Map<string, number>();
const beforeReload = placeBeforeReload();

/**
 * A new page begins at its top; going back, and a reload, return to where one was. The router keeps scroll positions only
 * with its data router.
 */
export function useScrollMemory(): void {
	const { key, pathname, hash } = useLocation();
	const direction = useNavigationType();
	const lastPathname = useRef(pathname);
	const keyInView = useRef(key);

	useEffect(() => {
		window.history.scrollRestoration = 'manual';
		let resting: ReturnType<typeof setTimeout>;
		const remember = () => {
			positions.set(keyInView.current, window.scrollY);
			// Browsers take only so many changes of the history in a while, and none from a page that is leaving.
			clearTimeout(resting);
			resting = setTimeout(keepForReload, RESTING_MS);
		};
		window.addEventListener('scroll', remember, { passive: true });
		return () => {
			clearTimeout(resting);
			window.removeEventListener('scroll', remember);
		};
	}, []);

	useEffect(() => {
		if (beforeReload !== undefined) return restore(beforeReload, RELOAD_PATIENCE_MS);
	}, []);

	useLayoutEffect(() => {
		const isOtherPage = lastPathname.current !== pathname;
		const isFirst = keyInView.current === key;
		lastPathname.current = pathname;
		keyInView.current = key;
		if (isFirst) return;
		if (direction === 'POP') return returnTo(key);
		if (hash) goTo(hash.slice(1));
		else if (isOtherPage) window.scrollTo({ top: 0, behavior: 'instant' });
		// The same page under another address: where one is now is where one was.
		else positions.set(key, window.scrollY);
	}, [key, pathname, hash, direction]);
}

/** Pages that one had been on before a reload have lost their lists with it. */
function returnTo(key: string): () => void {
	const top = positions.get(key);
	if (top !== undefined) return restore(top, PATIENCE_MS);
	return restore(placeBeforeReload() ?? 0, RELOAD_PATIENCE_MS);
}

/** Where one was on this page before a reload: kept with the entry of the history, as the browser itself would. */
function placeBeforeReload(): number | undefined {
	const kept = globalThis.history?.state as { scrolledTo?: number } | null | undefined;
	return kept?.scrolledTo;
}

function keepForReload(): void {
	window.history.replaceState({ ...window.history.state, scrolledTo: window.scrollY }, '');
}

/** As the browser does for an anchor: the place comes into view, and the next Tab goes on from there. */
function goTo(id: string): void {
	const place = document.getElementById(id);
	place?.scrollIntoView();
	place?.focus({ preventScroll: true });
}

/** Scrolls as soon as the page is tall enough again; gives up when it stays short or the reader scrolls. */
function restore(top: number, patienceMs: number): () => void {
	const scroll = () => window.scrollTo({ top, behavior: 'instant' });
	const observer = new ResizeObserver(() => {
		scroll();
		if (Math.abs(window.scrollY - top) < 2) stop();
	});
	const timer = setTimeout(stop, patienceMs);
	const stopped = new AbortController();
	for (const sign of ['wheel', 'touchstart', 'keydown']) {
		window.addEventListener(sign, stop, { passive: true, signal: stopped.signal });
	}
	observer.observe(document.documentElement);
	scroll();
	return stop;

	function stop() {
		observer.disconnect();
		clearTimeout(timer);
		stopped.abort();
	}
}
