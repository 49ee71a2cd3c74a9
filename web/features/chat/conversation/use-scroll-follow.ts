import {
	type RefObject,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Row } from './rows.ts';

interface Reading {
	scroller: RefObject<HTMLDivElement | null>;
	/** Whether the newest message is in sight. */
	isAtEnd: boolean;
	/** Whether something came while one read further up. */
	hasNews: boolean;
	goToEnd: () => void;
}

/** A line of text: who is as near to the end is at it. */
const NEAR_PX = 48;

/**
 * Where one reads: at the end, which is followed 100 ms after new content (spec 1 §9), or further up, where nothing moves.
 * @param onRead called when the newest message is in sight of somebody who looks, and `isKnown` that there is none after it
 */
export function useReading(
	rows: readonly Row[],
	{ isTyping, isKnown }: { isTyping: boolean; isKnown: boolean },
	onRead: () => void,
): Reading {
	const scroller = useRef<HTMLDivElement>(null);
	const isFollowing = useRef(true);
	/** Where the reader last was, in pixels from the top. */
	const lastTop = useRef(0);
	const [isAtEnd, setIsAtEnd] = useState(true);
	const [hasNews, setHasNews] = useState(false);
	const newest = rows.at(-1)?.key;
	/** Not always the newest: what the other side wrote may come in above what one has just written. */
	const heard = rows.findLast((row) => !row.isOwn)?.key;
	useSteadyView(scroller, rows);

	useLayoutEffect(() => {
		// Where something went away at the end, the browser has moved the view up: nobody has scrolled.
		const box = scroller.current;
		if (box && belowView(box) < 1) lastTop.current = box.scrollTop;
	});

	const readIfLookedAt = useEffectEvent(() => {
		const isLooking = document.visibilityState === 'visible' && document.hasFocus();
		if (isFollowing.current && isLooking && isKnown) onRead();
	});

	/** By then the reader may have gone up, and that not be told yet. */
	const followOn = useEffectEvent(() => {
		const box = scroller.current;
		if (box && isFollowing.current && !hasGoneUp(box, lastTop.current)) toEnd(box);
	});

	const seen = useRef({ newest, heard });
	const meetNews = useEffectEvent((now: typeof seen.current) => {
		const before = seen.current;
		seen.current = now;
		const hasWritten = now.newest !== before.newest && rows.at(-1)?.unsent !== undefined;
		const hasCome = now.heard !== before.heard;
		if (hasWritten) isFollowing.current = true;
		if (isFollowing.current) setTimeout(followOn, CHAT_LIMITS.scrollDelayMs);
		else if (hasCome) setHasNews(true);
	});

	useEffect(() => {
		meetNews({ newest, heard });
		if (isKnown) readIfLookedAt();
	}, [newest, heard, isKnown]);

	useEffect(() => {
		// What shows that somebody writes takes room at the end, too.
		if (isTyping) followOn();
	}, [isTyping]);

	useEffect(() => {
		const box = scroller.current;
		if (!box) return;
		const stop = new AbortController();
		const follow = () => {
			if (isNearEnd(box)) isFollowing.current = true;
			else if (hasGoneUp(box, lastTop.current)) isFollowing.current = false;
			lastTop.current = box.scrollTop;
			setIsAtEnd(isFollowing.current);
			if (isFollowing.current) setHasNews(false);
			readIfLookedAt();
		};
		const look = () => readIfLookedAt();
		box.addEventListener('scroll', follow, { passive: true, signal: stop.signal });
		window.addEventListener('focus', look, { signal: stop.signal });
		document.addEventListener('visibilitychange', look, { signal: stop.signal });
		// The keyboard comes, the line one writes in grows: the end stays in sight.
		const resized = new ResizeObserver(() => {
			if (!isFollowing.current) return;
			toEnd(box);
			lastTop.current = box.scrollTop;
		});
		resized.observe(box);
		return () => {
			resized.disconnect();
			stop.abort();
		};
	}, []);

	function goToEnd() {
		isFollowing.current = true;
		setHasNews(false);
		toEnd(scroller.current);
		// The button is gone: the focus goes to what it led to.
		scroller.current?.focus({ preventScroll: true });
	}

	return { scroller, isAtEnd, hasNews, goToEnd };
}

/** Begins at the end; older messages come in above, and what one reads stays where it is. */
function useSteadyView(scroller: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
	const before = useRef<{ first: string | undefined; height: number }>(undefined);

	useLayoutEffect(() => {
		const box = scroller.current;
		if (!box) return;
		const first = rows.at(0)?.key;
		if (!before.current) toEnd(box);
		else if (before.current.first !== first)
			box.scrollTop += box.scrollHeight - before.current.height;
		before.current = { first, height: box.scrollHeight };
	}, [rows, scroller]);
}

/** Only who goes up leaves the end: what comes in below takes nobody from it. */
function hasGoneUp(box: HTMLElement, lastTop: number): boolean {
	return !isNearEnd(box) && box.scrollTop < lastTop;
}

function isNearEnd(box: HTMLElement): boolean {
	return belowView(box) < NEAR_PX;
}

/** How much there is below what is in sight, in pixels. */
function belowView(box: HTMLElement): number {
	return box.scrollHeight - box.scrollTop - box.clientHeight;
}

function toEnd(box: HTMLElement | null): void {
	if (box) box.scrollTop = box.scrollHeight;
}
