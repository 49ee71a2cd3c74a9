import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Carousel {
	/** Props of the scroll container; its children have its width and snap. */
	viewport: {
		ref: Ref<HTMLDivElement>;
		onScroll: () => void;
		onScrollEnd: () => void;
		onPointerDown: () => void;
		onWheel: () => void;
	};
	shownIndex: number;
	show: (index: number) => void;
	/** Wraps around at both ends. */
	step: (by: 1 | -1) => void;
	/** Arrow keys anywhere in the carousel. With a modifier they are left to the browser: Alt+Left goes back. */
	onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A row of `count` pictures, one visible at a time, changed by swiping, stepping or choosing. The browser scrolls and
 * snaps.
 */
export function useCarousel(count: number): Carousel {
	const viewport = useRef<HTMLDivElement>(null);
	/** The target of a running scroll: pictures that pass on the way do not become the shown picture. */
	const targetIndex = useRef<number>(undefined);
	const [shownIndex, setShownIndex] = useState(0);

	function visibleIndex() {
		const { scrollLeft = 0, clientWidth = 1 } = viewport.current ?? {};
		return Math.round(scrollLeft / clientWidth);
	}

	function syncFromScroll() {
		const index = visibleIndex();
		if (targetIndex.current !== undefined && targetIndex.current !== index) return;
		targetIndex.current = undefined;
		setShownIndex(index);
	}

	/** Reads the position once at the start, because a server-rendered page may have been swiped before hydration. */
	const syncShown = useEffectEvent(syncFromScroll);
	useEffect(() => syncShown(), []);

	/**
	 * Called on a touch or a turn of the mouse wheel, which interrupts a running scroll, and at the end of a scroll. (Older
	 * versions of Safari do not report the end.)
	 */
	function cancelTarget() {
		targetIndex.current = undefined;
	}

	function handleScrollEnd() {
		cancelTarget();
		syncFromScroll();
	}

	function show(index: number) {
		// Without a scroll, no event would clear the target.
		targetIndex.current = index === visibleIndex() ? undefined : index;
		setShownIndex(index);
		const left = index * (viewport.current?.clientWidth ?? 0);
		viewport.current?.scrollTo({ left, behavior: isMotionReduced() ? 'instant' : 'smooth' });
	}

	const step = (by: 1 | -1) => show((shownIndex + by + count) % count);

	function onKeyDown(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		if (count < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
		event.preventDefault();
		step(event.key === 'ArrowRight' ? 1 : -1);
	}

	const viewportProps = {
		ref: viewport,
		onScroll: syncFromScroll,
		onScrollEnd: handleScrollEnd,
		onPointerDown: cancelTarget,
		onWheel: cancelTarget,
	};
	return { viewport: viewportProps, shownIndex, show, step, onKeyDown };
}

function isMotionReduced(): boolean {
	return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
