import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Carousel {
	/** Props of the scroll container; its children have its width and snap. */
	viewport: {
		ref: Ref<HTMLDivElement>;
		onScroll: () => void;
		onPointerDown: () => void;
	};
	/** Index of the shown picture. */
	shown: number;
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
	/** The target of a running scroll: pictures that pass on the way do not become `shown`. */
	const targetIndex = useRef<number>(undefined);
	const [shown, setShown] = useState(0);

	function syncFromScroll() {
		const { scrollLeft = 0, clientWidth = 1 } = viewport.current ?? {};
		const index = Math.round(scrollLeft / clientWidth);
		if (targetIndex.current !== undefined && targetIndex.current !== index) return;
		targetIndex.current = undefined;
		setShown(index);
	}

	/** Reads the position once at the start, because a server-rendered page may have been swiped before hydration. */
	const syncShown = useEffectEvent(syncFromScroll);
	useEffect(() => syncShown(), []);

	/** A touch during a scroll cancels its target. */
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
