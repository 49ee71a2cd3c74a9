/**
 * A ref callback that publishes the height of a chat's footer as `--chat-foot`, so that toasts appear above the
 * footer.
 */
export function measureFooter(footer: HTMLElement | null): (() => void) | undefined {
	if (!footer) return undefined;
	const root = document.documentElement;
	const observer = new ResizeObserver(() => {
		root.style.setProperty('--chat-foot', `${footer.offsetHeight}px`);
	});
	observer.observe(footer);
	return () => {
		observer.disconnect();
		root.style.removeProperty('--chat-foot');
	};
}
