import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Carousel {
	/** For the element that scrolls; its children are as wide as it is, and snap. */
	viewport: {
		ref: Ref<HTMLDivElement>;
		onScroll: () => void;
		onPointerDown: () => void;
	};
	/** Which picture is shown, from 0. */
	shown: number;
	show: (index: number) => void;
	/** From the last on to the first, and back. */
	step: (by: 1 | -1) => void;
	/** Arrow keys, wherever in the carousel the focus is. With another key they are the browser's: Alt and Left is Back. */
	onKeyDown: (event: KeyboardEvent) => void;
}

/** A row of `count` pictures, one in sight: swiped, stepped or chosen. The browser scrolls and snaps. */
export function useCarousel(count: number): Carousel {
	const viewport = useRef<HTMLDivElement>(null);
	/** Where we are scrolling to: what passes by on the way is not shown, it only passes. */
	const targetIndex = useRef<number>(undefined);
	const [shown, setShown] = useState(0);

	function syncFromScroll() {
		const { scrollLeft = 0, clientWidth = 1 } = viewport.current ?? {};
		const index = Math.round(scrollLeft / clientWidth);
		if (targetIndex.current !== undefined && targetIndex.current !== index) return;
		targetIndex.current = undefined;
		setShown(index);
	}

	/** A page that the server drew may have been swiped before this script came. */
	const syncShown = useEffectEvent(syncFromScroll);
	useEffect(() => syncShown(), []);

	/** A finger decides anew. */
	function cancelTarget() {
		targetIndex.current = undefined;
	}

	function show(index: number) {
		targetIndex.current = index;
		setShown(index);
		const left = index * (viewport.current?.clientWidth ?? 0);
		viewport.current?.scrollTo({ left, behavior: isMotionReduced() ? 'instant' : 'smooth' });
	}

	const step = (by: 1 | -1) => show((shown + by + count) % count);

	function onKeyDown(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		if (count < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
		event.preventDefault();
		step(event.key === 'ArrowRight' ? 1 : -1);
	}

	const viewportProps = { ref: viewport, onScroll: syncFromScroll, onPointerDown: cancelTarget };
	return { viewport: viewportProps, shown, show, step, onKeyDown };
}

function isMotionReduced(): boolean {
	return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
