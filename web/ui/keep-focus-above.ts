import type { RefCallback } from 'react';

/** Space for the focus ring. */
const MARGIN_PX = 8;

/**
 * Ref callback of a floating element: elements focused by keyboard are scrolled to above it (compare `scroll-padding`
 * in `theme.css`).
 */
export const keepFocusAbove: RefCallback<HTMLElement> = (floating) => {
	if (!floating) return undefined;
	const { style } = document.documentElement;
	const { top } = floating.getBoundingClientRect();
	style.scrollPaddingBottom = `${window.innerHeight - top + MARGIN_PX}px`;
	return () => {
		style.scrollPaddingBottom = '';
	};
};
