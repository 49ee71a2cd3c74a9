/*
 * Runs by itself, long before the app: a page that the server drew is seen until then, on a thin network for seconds, and its
 * buttons and choices do nothing. Whichever was used last is used again until it is heard. Links, and forms that have an
 * address, work without us.
 */
const AGAIN_MS = 50;
const root = document.querySelector<HTMLElement>('#root[data-address]');
let again: ReturnType<typeof setTimeout> | undefined;

function noteOnItsWay({ type, target }: Event): void {
	clearTimeout(again);
	if (target instanceof HTMLSelectElement) {
		// A click only opens it.
		if (type === 'change') {
			soon(() => target.dispatchEvent(new Event('change', { bubbles: true })));
		}
	} else if (type === 'click' && target instanceof Element) {
		const button = target.closest<HTMLElement>('button[type="button"]');
		if (button) soon(() => button.click());
	}
}

/** A form without an address is its script's to send: the browser would put what was typed into the page's own. */
function noteUnsent(event: SubmitEvent): void {
	const { target: form, defaultPrevented: isHeard } = event;
	if (isHeard || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
	event.preventDefault();
	clearTimeout(again);
	soon(() => form.requestSubmit());
}

/** Of a part whose script has not come, React stops what is used before it gets here. */
function noteArrival(): void {
	if (isAwake()) clearTimeout(again);
}

function soon(repeat: () => void): void {
	again = setTimeout(() => (isAwake() ? repeat() : soon(repeat)), AGAIN_MS);
}

/** Whether React is there (`web/app/main.tsx`). */
function isAwake(): boolean {
	return root?.dataset.awake !== undefined;
}

for (const type of ['click', 'change']) {
	root?.addEventListener(type, noteOnItsWay, { capture: true });
	root?.addEventListener(type, noteArrival);
}
// Beyond all that React listens at: what it has heard, it has kept from the browser.
if (root) document.addEventListener('submit', noteUnsent);
