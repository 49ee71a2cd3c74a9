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
	/** Whether a message arrived while the user was reading further up. */
	hasNewMessages: boolean;
	scrollToEnd: () => void;
}

/** About one line of text. A reader within this distance of the end counts as being at the end. */
const NEAR_PX = 48;

/**
 * Scrolls the conversation. If the reader is at the end, scrolls to new content after 100 ms. If the reader
 * is further up, nothing moves until they send a message.
 * @param containsNewestMessage whether `rows` certainly contain the newest message
 * @param onRead called when the newest message is visible in a focused window and the rows certainly contain it
 */
export function useScrollFollow(
	rows: readonly Row[],
	{ isTyping, containsNewestMessage }: { isTyping: boolean; containsNewestMessage: boolean },
	onRead: () => void,
): ScrollFollow {
	const container = useRef<HTMLDivElement>(null);
	const isFollowing = useRef(true);
	/** The last scroll position, in pixels from the top. */
	const lastTop = useRef(0);
	const [isAtEnd, setIsAtEnd] = useState(true);
	const [hasNewMessages, setHasNewMessages] = useState(false);
	const newest = rows.at(-1)?.key;
	/** The newest message of the other person. It is not always the newest row, because unsent messages come last. */
	const newestReceived = rows.findLast((row) => !row.isOwn)?.key;
	useKeepScrollOffset(container, rows);

	useLayoutEffect(() => {
		// When content is removed at the end, the browser moves the view up. This must not count as scrolling by the
		// reader.
		const element = container.current;
		if (element && distanceToEnd(element) < 1) lastTop.current = element.scrollTop;
	});

	const markReadIfVisible = useEffectEvent(() => {
		const isVisible = document.visibilityState === 'visible' && document.hasFocus();
		if (isFollowing.current && isVisible && containsNewestMessage) onRead();
	});

	/** Does nothing if the reader has scrolled up, even if the scroll event has not arrived yet. */
	const followToEnd = useEffectEvent(() => {
		if (isFollowing.current) jumpToEndUnlessScrolledUp(container.current, lastTop.current);
	});

	const lastKeys = useRef({ newest, newestReceived });
	const handleNewRows = useEffectEvent((current: typeof lastKeys.current) => {
		const before = lastKeys.current;
		lastKeys.current = current;
		const hasSent = current.newest !== before.newest && rows.at(-1)?.unsent !== undefined;
		const hasReceived = current.newestReceived !== before.newestReceived;
		if (hasSent) isFollowing.current = true;
		if (isFollowing.current) setTimeout(followToEnd, CHAT_LIMITS.scrollDelayMs);
		else if (hasReceived) setHasNewMessages(true);
	});

	useEffect(() => {
		handleNewRows({ newest, newestReceived });
		// `markReadIfVisible` checks this too. It is named here, so that the effect also runs when it becomes true.
		if (containsNewestMessage) markReadIfVisible();
	}, [newest, newestReceived, containsNewestMessage]);

	useEffect(() => {
		// The typing indicator also takes space at the end.
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
		// Keeps the end visible when the keyboard opens or the message field grows.
		const observer = new ResizeObserver(() => {
			if (!isFollowing.current || hasScrolledUp(element, lastTop.current)) return;
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
		// The button disappears, so the focus moves to the message list.
		container.current?.focus({ preventScroll: true });
	}

	return { container, isAtEnd, hasNewMessages, scrollToEnd };
}

/**
 * Scrolls to the end when the list appears. When older messages are inserted above, keeps the visible messages in
 * place.
 */
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

/**
 * Whether the reader has scrolled up. New content below also increases the distance to the end, but does not change
 * the position.
 */
function hasScrolledUp(element: HTMLElement, lastTop: number): boolean {
	return !isNearEnd(element) && element.scrollTop < lastTop;
}

function jumpToEndUnlessScrolledUp(element: HTMLElement | null, lastTop: number): void {
	if (element && !hasScrolledUp(element, lastTop)) jumpToEnd(element);
}

function isNearEnd(element: HTMLElement): boolean {
	return distanceToEnd(element) < NEAR_PX;
}

/** Height of the content below the visible part, in pixels. */
function distanceToEnd(element: HTMLElement): number {
	return element.scrollHeight - element.scrollTop - element.clientHeight;
}

function jumpToEnd(element: HTMLElement | null): void {
	if (element) element.scrollTop = element.scrollHeight;
}
