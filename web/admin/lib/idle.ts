import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';

const CHANNEL_NAME = 'office-activity';
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Activity is broadcast to other tabs at most this often. */
const BROADCAST_INTERVAL_MS = 5_000;
const CHECK_INTERVAL_MS = 15_000;
/**
 * Interval of a request that keeps the server's session alive: an administrator may work for long without any other
 * request.
 */
const KEEP_ALIVE_INTERVAL_MS = 5 * 60_000;
/** The warning leaves time to answer: WCAG 2.2.1 asks for at least 20 s. */
const WARNING_BEFORE_MS = 60_000;

/** Time of the last activity, in this tab or another; loading the page counts. */
let lastActivityAtMs = Date.now();

/** Whether there was no activity for the lifetime of an idle session. */
export function hasBeenIdle(): boolean {
	return isIdleFor(ADMIN_SESSION_LIMITS.idleMs);
}

function isIdleFor(ms: number): boolean {
	return Date.now() - lastActivityAtMs >= ms;
}

interface ActivityHandlers {
	/** Called once when there was no activity for too long. */
	onIdle: () => void;
	/**
	 * Called at every check: with a function that keeps the session open if the session is about to end, otherwise with
	 * undefined.
	 */
	onNearIdle: (staySignedIn: (() => void) | undefined) => void;
	/** Called at intervals while the administrator is active. */
	onActive: () => void;
}

/**
 * Watches the administrator's activity in all tabs, and calls `onIdle` when there was none for as long as the server
 * keeps an unused session.
 * @returns a function that stops watching
 */
export function watchActivity({ onIdle, onNearIdle, onActive }: ActivityHandlers): () => void {
	const channel = new BroadcastChannel(CHANNEL_NAME);
	let keptAliveAtMs = Date.now();
	let broadcastAtMs = 0;
	let isWarned = false;
	lastActivityAtMs = keptAliveAtMs;

	function recordActivity() {
		// A key pressed after the computer slept does not revive an expired session.
		if (hasBeenIdle()) return check();
		// During the warning only an answer to its dialog counts. Otherwise moving the pointer would close the dialog.
		if (isWarned) return;
		lastActivityAtMs = Date.now();
		if (lastActivityAtMs - broadcastAtMs < BROADCAST_INTERVAL_MS) return;
		broadcastAtMs = lastActivityAtMs;
		channel.postMessage(lastActivityAtMs);
	}

	function staySignedIn() {
		isWarned = false;
		broadcastAtMs = 0;
		recordActivity();
		check();
	}

	function check() {
		if (hasBeenIdle()) {
			stop();
			return onIdle();
		}
		isWarned = isIdleFor(ADMIN_SESSION_LIMITS.idleMs - WARNING_BEFORE_MS);
		onNearIdle(isWarned ? staySignedIn : undefined);
		if (lastActivityAtMs > keptAliveAtMs && Date.now() - keptAliveAtMs >= KEEP_ALIVE_INTERVAL_MS) {
			keptAliveAtMs = Date.now();
			onActive();
		}
	}

	function stop() {
		clearInterval(timer);
		channel.close();
		for (const eventName of ACTIVITY_EVENTS) window.removeEventListener(eventName, recordActivity);
	}

	channel.onmessage = ({ data }: MessageEvent<number>) => {
		lastActivityAtMs = Math.max(lastActivityAtMs, data);
		check();
	};
	channel.postMessage(lastActivityAtMs);
	const timer = setInterval(check, CHECK_INTERVAL_MS);
	for (const eventName of ACTIVITY_EVENTS)
		window.addEventListener(eventName, recordActivity, { passive: true });
	return stop;
}
