import { useLayoutEffect } from 'react';

/** Chrome on Android then makes the page smaller instead of laying the keyboard over it. */
const RESIZE_CONTENT = ', interactive-widget=resizes-content';

/**
 * Keeps the page as tall as what is really in sight, so that the line one writes in stays above the keyboard. Safari knows
 * only the visual viewport; a page that somebody has zoomed into is left alone.
 */
export function useViewportHeight(): void {
	useLayoutEffect(() => {
		const root = document.documentElement;
		const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
		const before = meta?.content ?? '';
		if (meta) meta.content = before + RESIZE_CONTENT;
		const viewport = window.visualViewport;
		viewport?.addEventListener('resize', fitPage);
		fitPage();
		return () => {
			viewport?.removeEventListener('resize', fitPage);
			root.style.removeProperty('--screen-height');
			if (meta) meta.content = before;
		};

		function fitPage() {
			if (!viewport || Math.abs(viewport.scale - 1) > 0.01) return;
			root.style.setProperty('--screen-height', `${viewport.height}px`);
			window.scrollTo({ top: 0, behavior: 'instant' });
		}
	}, []);
}
