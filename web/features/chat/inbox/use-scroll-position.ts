import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Offset of each row from the top of the list, in CSS pixels. */
type RowTops = ReadonlyMap<Element, number>;

/**
 * Keeps the visible rows in place when other rows move to the top. The scroll anchoring of browsers fails for moved
 * rows. At the top of the list nothing is kept in place, so that new rows are seen.
 * @param order changes whenever the order of the rows changes
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

/** How far down the visible rows have moved, in pixels. 0 while the first row is visible. */
function shiftInView(list: Element, before: RowTops, after: RowTops): number {
	const hiddenPx = containerTop(scrollContainerOf(list)) - list.getBoundingClientRect().top;
	if (hiddenPx < 0) return 0;
	const shifts = [...before]
		.filter(([row, top]) => top > hiddenPx && after.has(row))
		.map(([row, top]) => (after.get(row) ?? top) - top);
	// Rows that moved to the top have a negative shift; the largest shift belongs to the others.
	return shifts.length > 0 ? Math.max(...shifts) : 0;
}

/** Scrolls by `shift` pixels. Near the end of the list, padding adds the missing scroll range. */
function scrollBy(list: HTMLElement, shift: number): void {
	const container = scrollContainerOf(list);
	const target = container.scrollTop + shift;
	list.style.paddingBottom = `${target}px`;
	const rangeWithoutPadding = container.scrollHeight - container.clientHeight - target;
	list.style.paddingBottom = `${Math.max(0, target - rangeWithoutPadding)}px`;
	container.scrollTop = target;
}

function containerTop(container: Element): number {
	return container === document.scrollingElement ? 0 : container.getBoundingClientRect().top;
}

/** The nearest scrollable ancestor: the list's pane on wide screens, else the page. */
function scrollContainerOf(list: Element): Element {
	for (let ancestor = list.parentElement; ancestor; ancestor = ancestor.parentElement) {
		if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor;
	}
	return document.scrollingElement ?? document.documentElement;
}
