import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
	row: Element;
	top: number;
}

/**
 * Keeps what is being read where it is when a row rises above it. The browser's own anchoring loses hold of rows that
 * are moved. At the top of the list one sees what comes.
 * @param order changes whenever the rows come in another order
 */
export function useKeptPlace(order: string): RefObject<HTMLUListElement | null> {
	const list = useRef<HTMLUListElement>(null);
	const tops = useRef<readonly Place[]>([]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moves the rows
	useLayoutEffect(() => {
		if (!list.current) return;
		const scroller = scrollerOf(list.current);
		const before = firstInView(tops.current, scroller.scrollTop);
		const rows = [...list.current.children].map((row) => ({ row, top: topIn(scroller, row) }));
		const after = rows.find(({ row }) => row === before?.row);
		if (before && after) scroller.scrollTop += after.top - before.top;
		tops.current = rows;
	}, [order]);

	return list;
}

/** Undefined while the first row is in sight. */
function firstInView(places: readonly Place[], scrollTop: number): Place | undefined {
	const index = places.findIndex(({ top }) => top > scrollTop);
	return index > 0 ? places[index] : undefined;
}

/** From the start of what scrolls, in CSS pixels. */
function topIn(scroller: Element, row: Element): number {
	const isPage = scroller === document.scrollingElement;
	const origin = isPage ? 0 : scroller.getBoundingClientRect().top;
	return row.getBoundingClientRect().top - origin + scroller.scrollTop;
}

/** A pane of its own on wide screens, else the page. */
function scrollerOf(list: Element): Element {
	for (let place = list.parentElement; place; place = place.parentElement) {
		if (/auto|scroll/.test(getComputedStyle(place).overflowY)) return place;
	}
	return document.scrollingElement ?? document.documentElement;
}
