import type { RefCallback } from 'react';

/**
 * Ref callback of a note that floats above the bars at the bottom: elements focused by keyboard are scrolled to above
 * it. Only its height counts, as it may first appear in a chat, where it is at the top. `6rem` as in `theme.css`.
 */
export const keepFocusAbove: RefCallback<HTMLElement> = (floating) => {
	if (!floating) return undefined;
	const { style } = document.documentElement;
	style.scrollPaddingBottom = `calc(6rem + env(safe-area-inset-bottom) + ${floating.offsetHeight}px)`;
	return () => {
		style.scrollPaddingBottom = '';
	};
};
