/*
 * Runs by itself, long before the app: a page that the server drew is seen until then, on a thin network for seconds, and its
 * buttons and choices do nothing. Whichever was used last is used again once the page answers. Links and forms work without us.
 */
const root = document.querySelector<HTMLElement>('#root[data-address]');
let useAgain: (() => void) | undefined;

function hear({ type, target }: Event): void {
	if (root?.dataset.waking !== undefined || !(target instanceof Element)) useAgain = undefined;
	else if (target instanceof HTMLSelectElement) {
		// A click only opens it.
		if (type === 'change') {
			useAgain = () => target.dispatchEvent(new Event('change', { bubbles: true }));
		}
	} else if (type === 'click') {
		const button = target.closest<HTMLElement>('button[type="button"]');
		useAgain = button ? () => button.click() : undefined;
	}
}

if (root) {
	root.addEventListener('click', hear);
	root.addEventListener('change', hear);
	new MutationObserver((_changes, watch) => {
		watch.disconnect();
		root.removeEventListener('click', hear);
		root.removeEventListener('change', hear);
		useAgain?.();
	}).observe(root, { attributeFilter: ['data-address'] });
}
