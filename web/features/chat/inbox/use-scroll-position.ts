import { type RefObject, useLayoutEffect, useRef } from 'react';

/** From the top of the list, in CSS pixels. */
type RowTops = ReadonlyMap<Element, number>;

/**
 * Keeps what is being read where it is when rows rise to the top, be it from above, below or out of its midst. The
 * browser's own anchoring loses hold of rows that are moved. At the top of the list one sees what comes.
 * @param order changes whenever the rows come in another order
 */
export function useScrollPosition(order: string): RefObject<HTMLUListElement | null> {
	const list = useRef<HTMLUListElement>(null);
	const tops = useRef<RowTops>(new Map());

	// biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moves the rows
	useLayoutEffect(() => {
		if (!list.current) return;
		const before = tops.current;
		tops.current = measureRowTops(list.current);
		scrollBy(list.current, shiftInView(list.current, before, tops.current));
	}, [order]);

	return list;
}

function measureRowTops(list: Element): RowTops {
	const origin = list.getBoundingClientRect().top;
	return new Map([...list.children].map((row) => [row, row.getBoundingClientRect().top - origin]));
}

/** How far down the rows in view have been moved; 0 while the first of all is among them. */
function shiftInView(list: Element, before: RowTops, after: RowTops): number {
	const hidden = containerTop(scrollContainerOf(list)) - list.getBoundingClientRect().top;
	if (hidden < 0) return 0;
	const shifts = [...before]
		.filter(([row, top]) => top > hidden && after.has(row))
		.map(([row, top]) => (after.get(row) ?? top) - top);
	// Those that rose were moved up: it is not them that one follows.
	return shifts.length > 0 ? Math.max(...shifts) : 0;
}

/** At its end the list takes the room for it that is missing, as if what rose had left its own behind. */
function scrollBy(list: HTMLElement, shift: number): void {
	const container = scrollContainerOf(list);
	const target = container.scrollTop + shift;
	list.style.paddingBottom = `${target}px`;
	const spare = container.scrollHeight - container.clientHeight - target;
	list.style.paddingBottom = `${Math.max(0, target - spare)}px`;
	container.scrollTop = target;
}

function containerTop(container: Element): number {
	return container === document.scrollingElement ? 0 : container.getBoundingClientRect().top;
}

/** A pane of its own on wide screens, else the page. */
function scrollContainerOf(list: Element): Element {
	for (let ancestor = list.parentElement; ancestor; ancestor = ancestor.parentElement) {
		if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor;
	}
	return document.scrollingElement ?? document.documentElement;
}
