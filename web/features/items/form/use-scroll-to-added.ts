import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the last photo when one was added, because on a phone the list may be off-screen. */
export function useScrollToAdded(list: RefObject<HTMLElement | null>, count: number): void {
	const lastCount = useRef(count);

	useEffect(() => {
		const isAdded = count > lastCount.current;
		lastCount.current = count;
		if (isAdded) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
	}, [list, count]);
}
