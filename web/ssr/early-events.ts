/*
 * A separate script that runs before the page is painted, long before the app. Until hydration, which takes seconds on
 * a slow network, the buttons and selects of a server-rendered page do nothing. This script repeats the last event, and
 * one press on each toggle such as a heart, until React handles them. Links, and forms with an `action`, work without
 * script.
 */
const REPLAY_INTERVAL_MS = 50;

/** The timer of each pending replay, by the button, select or form that the event was for. */
const replays = new Map<Element, ReturnType<typeof setTimeout>>();
let root: HTMLElement | null = null;

function captureEarlyEvent({ type, target, isTrusted }: Event): void {
	watchRoot();
	if (!(target instanceof Element) || !root?.contains(target)) return;
	// Not for a replayed event, which a script has sent.
	if (isTrusted) cancelAllButToggles();
	if (target instanceof HTMLSelectElement) {
		// A click only opens the select.
		if (type === 'change') {
			scheduleReplay(target, () => target.dispatchEvent(new Event('change', { bubbles: true })));
		}
	} else if (type === 'click') {
		const button = buttonAround(target);
		if (button) scheduleReplay(button, () => button.click());
	}
}

/**
 * Prevents submitting a form without `action` before its script has loaded: the browser would reload the page with the
 * fields in the URL. The submit is replayed instead.
 */
function captureEarlySubmit(event: SubmitEvent): void {
	const { target: form, defaultPrevented: isHandled } = event;
	if (isHandled || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
	event.preventDefault();
	cancelAllButToggles();
	scheduleReplay(form, () => form.requestSubmit());
}

/** Finds the root when an element in it is first pressed: the root does not exist yet when this script runs. */
function watchRoot(): void {
	if (root) return;
	root = document.getElementById('root');
	for (const type of ['click', 'change']) root?.addEventListener(type, cancelHandled);
}

/**
 * Cancels the replay of an event that React has handled. React stops events in parts of the page whose scripts have not
 * loaded, so such events do not reach this listener.
 */
function cancelHandled({ target }: Event): void {
	if (!(target instanceof Element) || !isReactRunning()) return;
	cancelReplay(buttonAround(target) ?? target);
}

/**
 * Cancels all replays except those of toggles, which are independent of each other. Of several presses on buttons that
 * open dialogs and menus, only the last is replayed.
 */
function cancelAllButToggles(): void {
	for (const element of replays.keys()) {
		if (!element.hasAttribute('aria-pressed')) cancelReplay(element);
	}
}

function cancelReplay(element: Element): void {
	clearTimeout(replays.get(element));
	replays.delete(element);
}

/**
 * Replays an event once React is running. The replayed event passes the listeners above again, and they schedule the
 * next replay. Once React handles the event, `cancelHandled` cancels that next replay. A submit is not replayed again
 * once React has prevented its default.
 */
function scheduleReplay(element: Element, replay: () => void): void {
	cancelReplay(element);
	const timer = setTimeout(() => {
		if (isReactRunning()) replay();
		else scheduleReplay(element, replay);
	}, REPLAY_INTERVAL_MS);
	replays.set(element, timer);
}

function buttonAround(element: Element): HTMLElement | null {
	return element.closest<HTMLElement>('button[type="button"]');
}

/** Whether React is running (`web/app/main.tsx`). */
function isReactRunning(): boolean {
	return document.querySelector('#root[data-awake]') !== null;
}

for (const type of ['click', 'change']) {
	document.addEventListener(type, captureEarlyEvent, { capture: true });
}
// After React's listeners: a submit that React handled has its default prevented.
document.addEventListener('submit', captureEarlySubmit);
