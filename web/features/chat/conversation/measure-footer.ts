/**
 * A ref for what stands at the foot of a chat. Its height is known to the styles as `--chat-foot`, so that toasts appear
 * above it.
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
