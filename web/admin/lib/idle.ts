import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';

const CHANNEL_NAME = 'office-activity';
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Other tabs needn't hear of every key. */
const BROADCAST_INTERVAL_MS = 5_000;
const CHECK_INTERVAL_MS = 15_000;
/** Somebody may work for long without calling the server, whose session would end. */
const KEEP_ALIVE_INTERVAL_MS = 5 * 60_000;
/** Told, and answered, in time: people have at least 20 s for it (WCAG 2.2.1). */
const WARNING_BEFORE_MS = 60_000;

/** When somebody last did something, in this tab or another; opening the page counts. */
let lastActivityAtMs = Date.now();

/** Nobody has done anything for as long as a session lasts without it. */
export function hasBeenIdle(): boolean {
	return isIdleFor(ADMIN_SESSION_LIMITS.idleMs);
}

function isIdleFor(ms: number): boolean {
	return Date.now() - lastActivityAtMs >= ms;
}

interface ActivityHandlers {
	/** Called once when nobody has done anything for too long. */
	onIdle: () => void;
	/** Called shortly before that with what says that somebody is there, and with nothing once somebody is. */
	onNearIdle: (staySignedIn: (() => void) | undefined) => void;
	/** Called now and then while somebody works. */
	onActive: () => void;
}

/**
 * Watches over the session of this page, as the server does over its own: what is done in any tab counts.
 * @returns how to stop
 */
export function watchActivity({ onIdle, onNearIdle, onActive }: ActivityHandlers): () => void {
	const channel = new BroadcastChannel(CHANNEL_NAME);
	let keptAliveAtMs = Date.now();
	let broadcastAtMs = 0;
	let isWarned = false;
	lastActivityAtMs = keptAliveAtMs;

	function recordActivity() {
		// A computer that was asleep wakes by a key: that does not bring back what is over.
		if (hasBeenIdle()) return check();
		// A hand on its way to the answer is not it: the question would go from under it.
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
