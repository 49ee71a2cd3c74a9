import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/** The number of items that the largest screen shows at first. */
const FIRST_SCREEN = 8;

/**
 * How many items of a listing are rendered; undefined for all. On a page opened by a link, the items of the first
 * screen are rendered before the others (bench/RESULTS.md, "navigation to pages visited or hovered before"). All items
 * are rendered on a first load, which hydrates the whole page, and after Back, to restore the scroll position.
 */
export function useRenderedCount(): number | undefined {
	const isFirstLoadOrBack = useNavigationType() === 'POP';
	return useDeferredValue(undefined, isFirstLoadOrBack ? undefined : FIRST_SCREEN);
}
