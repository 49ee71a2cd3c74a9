import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';

const CHANNEL = 'office-activity';
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Other tabs needn't hear of every key. */
const TOLD_EVERY_MS = 5_000;
const LOOKED_EVERY_MS = 15_000;
/** Somebody may work for long without calling the server, whose session would end. */
const KEPT_EVERY_MS = 5 * 60_000;
/** Told, and answered, in time: people have at least 20 s for it (WCAG 2.2.1). */
const WARNED_BEFORE_MS = 60_000;

/** When somebody last did something, in this tab or another; opening the page counts. */
let lastSignAt = Date.now();

/** Nobody has done anything for as long as a session lasts without it. */
export function hasBeenIdle(): boolean {
	return isIdleFor(ADMIN_SESSION_LIMITS.idleMs);
}

function isIdleFor(ms: number): boolean {
	return Date.now() - lastSignAt >= ms;
}

interface Watch {
	/** Called once when nobody has done anything for too long. */
	onIdle: () => void;
	/** Called shortly before that with what says that somebody is there, and with nothing once somebody is. */
	onNearIdle: (stay: (() => void) | undefined) => void;
	/** Called now and then while somebody works. */
	onWork: () => void;
}

/**
 * Watches over the session of this page, as the server does over its own: what is done in any tab counts.
 * @returns how to stop
 */
export function watchActivity({ onIdle, onNearIdle, onWork }: Watch): () => void {
	const channel = new BroadcastChannel(CHANNEL);
	let keptAt = Date.now();
	let toldAt = 0;
	let isWarned = false;
	lastSignAt = keptAt;

	function note() {
		// A computer that was asleep wakes by a key: that does not bring back what is over.
		if (hasBeenIdle()) return look();
		// A hand on its way to the answer is not it: the question would go from under it.
		if (isWarned) return;
		lastSignAt = Date.now();
		if (lastSignAt - toldAt < TOLD_EVERY_MS) return;
		toldAt = lastSignAt;
		channel.postMessage(lastSignAt);
	}

	function stay() {
		isWarned = false;
		toldAt = 0;
		note();
		look();
	}

	function look() {
		if (hasBeenIdle()) {
			stop();
			return onIdle();
		}
		isWarned = isIdleFor(ADMIN_SESSION_LIMITS.idleMs - WARNED_BEFORE_MS);
		onNearIdle(isWarned ? stay : undefined);
		if (lastSignAt > keptAt && Date.now() - keptAt >= KEPT_EVERY_MS) {
			keptAt = Date.now();
			onWork();
		}
	}

	function stop() {
		clearInterval(timer);
		channel.close();
		for (const sign of SIGNS) window.removeEventListener(sign, note);
	}

	channel.onmessage = ({ data }: MessageEvent<number>) => {
		lastSignAt = Math.max(lastSignAt, data);
		look();
	};
	channel.postMessage(lastSignAt);
	const timer = setInterval(look, LOOKED_EVERY_MS);
	for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true });
	return stop;
}
