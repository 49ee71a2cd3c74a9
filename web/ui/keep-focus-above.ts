import type { RefCallback } from 'react';

/**
 * Ref callback of a note that floats at the bottom of the screen. Increases the page's scroll padding by the note's
 * height, so that a focused element is not hidden behind the note. `6rem` is the padding in `theme.css`. Uses the note's
 * height and not its position, because in a chat the note is at the top of the screen.
 */
export const keepFocusAbove: RefCallback<HTMLElement> = (floating) => {
	if (!floating) return undefined;
	const { style } = document.documentElement;
	style.scrollPaddingBottom = `calc(6rem + env(safe-area-inset-bottom) + ${floating.offsetHeight}px)`;
	return () => {
		style.scrollPaddingBottom = '';
	};
};
