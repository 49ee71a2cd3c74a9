import type { RefCallback } from 'react';

/** For the ring of what has the focus. */
const MARGIN_PX = 8;

/** What the keyboard comes to is scrolled to above what floats at the lower end of the page, as above the bars (`look.css`). */
export const keepFocusAbove: RefCallback<HTMLElement> = (floating) => {
	if (!floating) return undefined;
	const { style } = document.documentElement;
	const { top } = floating.getBoundingClientRect();
	style.scrollPaddingBottom = `${window.innerHeight - top + MARGIN_PX}px`;
	return () => {
		style.scrollPaddingBottom = '';
	};
};
