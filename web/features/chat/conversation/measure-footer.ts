/**
 * A ref for what stands at the foot of a chat. Its height is known to the styles as `--chat-foot`, so that toasts appear
 * above it.
 */
export function measureFoot(foot: HTMLElement | null): (() => void) | undefined {
	if (!foot) return undefined;
	const root = document.documentElement;
	const resized = new ResizeObserver(() => {
		root.style.setProperty('--chat-foot', `${foot.offsetHeight}px`);
	});
	resized.observe(foot);
	return () => {
		resized.disconnect();
		root.style.removeProperty('--chat-foot');
	};
}
