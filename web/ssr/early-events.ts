/*
 * A script of its own that runs long before the app. Until hydration, which takes seconds on a slow network, the buttons
 * and selects of a server-rendered page do nothing. This script repeats the last event until React handles it. Links,
 * and forms with an `action`, work without script.
 */
const AGAIN_MS = 50;
const root = document.querySelector<HTMLElement>('#root[data-address]');
let again: ReturnType<typeof setTimeout> | undefined;

function noteOnItsWay({ type, target }: Event): void {
	clearTimeout(again);
	if (target instanceof HTMLSelectElement) {
		// A click only opens the select.
		if (type === 'change') {
			soon(() => target.dispatchEvent(new Event('change', { bubbles: true })));
		}
	} else if (type === 'click' && target instanceof Element) {
		const button = target.closest<HTMLElement>('button[type="button"]');
		if (button) soon(() => button.click());
	}
}

/** A form without an `action` needs its script: the browser would reload the page with the fields in its address. */
function noteUnsent(event: SubmitEvent): void {
	const { target: form, defaultPrevented: isHeard } = event;
	if (isHeard || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
	event.preventDefault();
	clearTimeout(again);
	soon(() => form.requestSubmit());
}

/** An event that reaches this listener was not stopped by React, which stops events in parts without a script. */
function noteArrival(): void {
	if (isAwake()) clearTimeout(again);
}

function soon(repeat: () => void): void {
	again = setTimeout(() => (isAwake() ? repeat() : soon(repeat)), AGAIN_MS);
}

/** Whether React is running (`web/app/main.tsx`). */
function isAwake(): boolean {
	return root?.dataset.awake !== undefined;
}

for (const type of ['click', 'change']) {
	root?.addEventListener(type, noteOnItsWay, { capture: true });
	root?.addEventListener(type, noteArrival);
}
// On the document, after React's listeners: a submit that React handled has its default prevented.
if (root) document.addEventListener('submit', noteUnsent);
