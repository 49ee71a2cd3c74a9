/*
 * A script of its own that runs long before the app. Until hydration, which takes seconds on a slow network, the buttons
 * and selects of a server-rendered page do nothing. This script repeats the last event until React handles it. Links,
 * and forms with an `action`, work without script.
 */
const REPLAY_INTERVAL_MS = 50;
const root = document.querySelector<HTMLElement>('#root[data-address]');
let replayTimer: ReturnType<typeof setTimeout> | undefined;

function captureEarlyEvent({ type, target }: Event): void {
	clearTimeout(replayTimer);
	if (target instanceof HTMLSelectElement) {
		// A click only opens the select.
		if (type === 'change') {
			scheduleReplay(() => target.dispatchEvent(new Event('change', { bubbles: true })));
		}
	} else if (type === 'click' && target instanceof Element) {
		const button = target.closest<HTMLElement>('button[type="button"]');
		if (button) scheduleReplay(() => button.click());
	}
}

/** A form without an `action` needs its script: the browser would reload the page with the fields in its address. */
function captureEarlySubmit(event: SubmitEvent): void {
	const { target: form, defaultPrevented: isHandled } = event;
	if (isHandled || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
	event.preventDefault();
	clearTimeout(replayTimer);
	scheduleReplay(() => form.requestSubmit());
}

/** An event that reaches this listener was not stopped by React, which stops events in parts without a script. */
function cancelReplay(): void {
	if (isReactRunning()) clearTimeout(replayTimer);
}

function scheduleReplay(replay: () => void): void {
	replayTimer = setTimeout(
		() => (isReactRunning() ? replay() : scheduleReplay(replay)),
		REPLAY_INTERVAL_MS,
	);
}

/** Whether React is running (`web/app/main.tsx`). */
function isReactRunning(): boolean {
	return root?.dataset.awake !== undefined;
}

for (const type of ['click', 'change']) {
	root?.addEventListener(type, captureEarlyEvent, { capture: true });
	root?.addEventListener(type, cancelReplay);
}
// On the document, after React's listeners: a submit that React handled has its default prevented.
if (root) document.addEventListener('submit', captureEarlySubmit);
