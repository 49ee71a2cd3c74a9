import type { RetryOptions } from '#web/lib/api/retry.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';

/**
 * Stops one submit of a form, and says whether the submit waits for the connection, even after the user has left the
 * form.
 */
export interface SubmissionControl extends RetryOptions {
	stop: () => void;
	/**
	 * Stops the submit if another user has logged in since it began: its requests would be sent in that user's session.
	 * If the session has only ended, the submit goes on, and the server's refusal asks the user to log in.
	 */
	stopForOtherUser: () => void;
	isWaiting: () => boolean;
	/** Calls back when `isWaiting` has changed; returns a function that stops watching. */
	watch: (watcher: () => void) => () => void;
}

export function createSubmissionControl(): SubmissionControl {
	const controller = new AbortController();
	const userId = readCredentials()?.userId;
	const watchers = new Set<() => void>();
	let isWaiting = false;
	return {
		signal: controller.signal,
		stop: () => controller.abort(),
		stopForOtherUser: () => {
			const current = readCredentials();
			if (current && current.userId !== userId) controller.abort();
		},
		onWaiting: (waitsNow) => {
			isWaiting = waitsNow;
			for (const watcher of watchers) watcher();
		},
		isWaiting: () => isWaiting,
		watch: (watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}
