import { useLayoutEffect } from 'react';

/** Makes Chrome on Android shrink the page instead of overlaying the keyboard. */
const RESIZE_CONTENT = ', interactive-widget=resizes-content';

/**
 * Keeps the page as tall as the visible area, so that the message field stays above the keyboard. Safari reports that
 * area only through the visual viewport. While the user has zoomed in, the height is not changed.
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
