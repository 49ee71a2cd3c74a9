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

interface ScrollFollow {
	container: RefObject<HTMLDivElement | null>;
	/** Whether the newest message is in sight. */
	isAtEnd: boolean;
	/** Whether something came while one read further up. */
	hasNewMessages: boolean;
	scrollToEnd: () => void;
}

/** A line of text: who is as near to the end is at it. */
const NEAR_PX = 48;

/**
 * Where one reads: at the end, which is followed 100 ms after new content (spec 1 §9), or further up, where nothing moves.
 * @param onRead called when the newest message is in sight of somebody who looks, and `isKnown` that there is none after it
 */
export function useScrollFollow(
	rows: readonly Row[],
	{ isTyping, isUpToDate }: { isTyping: boolean; isUpToDate: boolean },
	onRead: () => void,
): ScrollFollow {
	const container = useRef<HTMLDivElement>(null);
	const isFollowing = useRef(true);
	/** Where the reader last was, in pixels from the top. */
	const lastTop = useRef(0);
	const [isAtEnd, setIsAtEnd] = useState(true);
	const [hasNewMessages, setHasNewMessages] = useState(false);
	const newest = rows.at(-1)?.key;
	/** Not always the newest: what the other side wrote may come in above what one has just written. */
	const newestReceived = rows.findLast((row) => !row.isOwn)?.key;
	useKeepScrollOffset(container, rows);

	useLayoutEffect(() => {
		// Where something went away at the end, the browser has moved the view up: nobody has scrolled.
		const element = container.current;
		if (element && distanceToEnd(element) < 1) lastTop.current = element.scrollTop;
	});

	const markReadIfVisible = useEffectEvent(() => {
		const isVisible = document.visibilityState === 'visible' && document.hasFocus();
		if (isFollowing.current && isVisible && isUpToDate) onRead();
	});

	/** By then the reader may have gone up, and that not be told yet. */
	const followToEnd = useEffectEvent(() => {
		if (isFollowing.current) jumpToEndUnlessScrolledUp(container.current, lastTop.current);
	});

	const lastKeys = useRef({ newest, heard: newestReceived });
	const handleNewRows = useEffectEvent((current: typeof lastKeys.current) => {
		const before = lastKeys.current;
		lastKeys.current = current;
		const hasSent = current.newest !== before.newest && rows.at(-1)?.unsent !== undefined;
		const hasReceived = current.heard !== before.heard;
		if (hasSent) isFollowing.current = true;
		if (isFollowing.current) setTimeout(followToEnd, CHAT_LIMITS.scrollDelayMs);
		else if (hasReceived) setHasNewMessages(true);
	});

	useEffect(() => {
		handleNewRows({ newest, heard: newestReceived });
		if (isUpToDate) markReadIfVisible();
	}, [newest, newestReceived, isUpToDate]);

	useEffect(() => {
		// What shows that somebody writes takes room at the end, too.
		if (isTyping) followToEnd();
	}, [isTyping]);

	useEffect(() => {
		const element = container.current;
		if (!element) return;
		const controller = new AbortController();
		const handleScroll = () => {
			if (isNearEnd(element)) isFollowing.current = true;
			else if (hasScrolledUp(element, lastTop.current)) isFollowing.current = false;
			lastTop.current = element.scrollTop;
			setIsAtEnd(isFollowing.current);
			if (isFollowing.current) setHasNewMessages(false);
			markReadIfVisible();
		};
		const checkVisible = () => markReadIfVisible();
		element.addEventListener('scroll', handleScroll, { passive: true, signal: controller.signal });
		window.addEventListener('focus', checkVisible, { signal: controller.signal });
		document.addEventListener('visibilitychange', checkVisible, { signal: controller.signal });
		// The keyboard comes, the line one writes in grows: the end stays in sight.
		const observer = new ResizeObserver(() => {
			if (!isFollowing.current) return;
			jumpToEnd(element);
			lastTop.current = element.scrollTop;
		});
		observer.observe(element);
		return () => {
			observer.disconnect();
			controller.abort();
		};
	}, []);

	function scrollToEnd() {
		isFollowing.current = true;
		setHasNewMessages(false);
		jumpToEnd(container.current);
		// The button is gone: the focus goes to what it led to.
		container.current?.focus({ preventScroll: true });
	}

	return { container, isAtEnd, hasNewMessages, scrollToEnd };
}

/** Begins at the end; older messages come in above, and what one reads stays where it is. */
function useKeepScrollOffset(container: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
	const before = useRef<{ first: string | undefined; height: number }>(undefined);

	useLayoutEffect(() => {
		const element = container.current;
		if (!element) return;
		const first = rows.at(0)?.key;
		if (!before.current) jumpToEnd(element);
		else if (before.current.first !== first)
			element.scrollTop += element.scrollHeight - before.current.height;
		before.current = { first, height: element.scrollHeight };
	}, [rows, container]);
}

/** Only who goes up leaves the end: what comes in below takes nobody from it. */
function hasScrolledUp(element: HTMLElement, lastTop: number): boolean {
	return !isNearEnd(element) && element.scrollTop < lastTop;
}

function jumpToEndUnlessScrolledUp(element: HTMLElement | null, lastTop: number): void {
	if (element && !hasScrolledUp(element, lastTop)) jumpToEnd(element);
}

function isNearEnd(element: HTMLElement): boolean {
	return distanceToEnd(element) < NEAR_PX;
}

/** How much there is below what is in sight, in pixels. */
function distanceToEnd(element: HTMLElement): number {
	return element.scrollHeight - element.scrollTop - element.clientHeight;
}

function jumpToEnd(element: HTMLElement | null): void {
	if (element) element.scrollTop = element.scrollHeight;
}
