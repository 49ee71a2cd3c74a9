import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/** As many items as the largest first screen shows. */
const FIRST_SCREEN = 8;

/**
 * How many items of a listing are rendered; undefined for all. On a page that a link has opened those of the first screen come
 * a moment before the others (bench/RESULTS.md, "navigation to pages visited or hovered before"). A first load hydrates the
 * whole page, and going back needs it to scroll.
 */
export function useRenderedCount(): number | undefined {
	const isFirstLoadOrBack = useNavigationType() === 'POP';
	return useDeferredValue(undefined, isFirstLoadOrBack ? undefined : FIRST_SCREEN);
}
