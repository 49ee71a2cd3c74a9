/*
 * Runs by itself, long before the app: a page that the server drew is seen until then, on a thin network for seconds, and its
 * buttons and choices do nothing. Whichever was used last is used again until it is heard. Links, and forms that have an
 * address, work without us.
 */
const REPLAY_INTERVAL_MS = 50;
const root = document.querySelector<HTMLElement>('#root[data-address]');
let replayTimer: ReturnType<typeof setTimeout> | undefined;

function captureEarlyEvent({ type, target }: Event): void {
	clearTimeout(replayTimer);
	if (target instanceof HTMLSelectElement) {
		// A click only opens it.
		if (type === 'change') {
			scheduleReplay(() => target.dispatchEvent(new Event('change', { bubbles: true })));
		}
	} else if (type === 'click' && target instanceof Element) {
		const button = target.closest<HTMLElement>('button[type="button"]');
		if (button) scheduleReplay(() => button.click());
	}
}

/** A form without an address is its script's to send: the browser would put what was typed into the page's own. */
function captureEarlySubmit(event: SubmitEvent): void {
	const { target: form, defaultPrevented: isHandled } = event;
	if (isHandled || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
	event.preventDefault();
	clearTimeout(replayTimer);
	scheduleReplay(() => form.requestSubmit());
}

/** Of a part whose script has not come, React stops what is used before it gets here. */
function cancelReplay(): void {
	if (isHydrating()) clearTimeout(replayTimer);
}

function scheduleReplay(replay: () => void): void {
	replayTimer = setTimeout(
		() => (isHydrating() ? replay() : scheduleReplay(replay)),
		REPLAY_INTERVAL_MS,
	);
}

/** Whether React is there (`web/app/main.tsx`). */
function isHydrating(): boolean {
	return root?.dataset.awake !== undefined;
}

for (const type of ['click', 'change']) {
	root?.addEventListener(type, captureEarlyEvent, { capture: true });
	root?.addEventListener(type, cancelReplay);
}
// Beyond all that React listens at: what it has heard, it has kept from the browser.
if (root) document.addEventListener('submit', captureEarlySubmit);
