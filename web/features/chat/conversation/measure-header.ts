/**
 * A ref callback that publishes the bottom edge of a chat's header as `--chat-head`, so that toasts appear below the
 * header. At the bottom of the page they would cover the newest message.
 */
export function measureHeader(header: HTMLElement | null): (() => void) | undefined {
	if (!header) return undefined;
	const root = document.documentElement;
	const observer = new ResizeObserver(() => {
		root.style.setProperty('--chat-head', `${header.getBoundingClientRect().bottom}px`);
	});
	observer.observe(header);
	return () => {
		observer.disconnect();
		root.style.removeProperty('--chat-head');
	};
}
