import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const PATIENCE_MS = 1000;
/** Longer after a reload, because the pages of a list load one after the other. */
const RELOAD_PATIENCE_MS = 4000;
const RESTING_MS = 150;
const positions = new Map<string, number>();
const beforeReload = placeBeforeReload();

/**
 * A new page starts at its top; going back or reloading restores the scroll position. The router offers this only
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
			// Browsers limit the rate of history changes, and accept none from a page that is unloading.
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
		// The same page with another address keeps its scroll position.
		else positions.set(key, window.scrollY);
	}, [key, pathname, hash, direction]);
}

/** Restores a page's position; pages visited before a reload have to load their lists again. */
function returnTo(key: string): () => void {
	const top = positions.get(key);
	if (top !== undefined) return restore(top, PATIENCE_MS);
	return restore(placeBeforeReload() ?? 0, RELOAD_PATIENCE_MS);
}

/** The position on this page before a reload, stored in the history state. */
function placeBeforeReload(): number | undefined {
	const kept = globalThis.history?.state as { scrolledTo?: number } | null | undefined;
	return kept?.scrolledTo;
}

function keepForReload(): void {
	window.history.replaceState({ ...window.history.state, scrolledTo: window.scrollY }, '');
}

/** Like the browser for an anchor: scrolls the element into view, and the next Tab continues from there. */
function goTo(id: string): void {
	const place = document.getElementById(id);
	place?.scrollIntoView();
	place?.focus({ preventScroll: true });
}

/** Scrolls once the page is tall enough; stops after a timeout or when the user scrolls. */
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
