import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the last photo when one was added: on a phone the list may lie above what is seen. */
export function useShowAdded(list: RefObject<HTMLElement | null>, count: number): void {
	const shownCount = useRef(count);

	useEffect(() => {
		const isAdded = count > shownCount.current;
		shownCount.current = count;
		if (isAdded) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
	}, [list, count]);
}
