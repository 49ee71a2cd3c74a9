import type { RetryOptions } from '#web/lib/api/retry.ts';

/** Stops one submit of a form, and says whether it waits for the connection, also after the form was left. */
export interface SubmissionControl extends RetryOptions {
	stop: () => void;
	isWaiting: () => boolean;
	/** Calls back when `isWaiting` has changed; returns a function that stops watching. */
	watch: (watcher: () => void) => () => void;
}

export function createSubmissionControl(): SubmissionControl {
	const controller = new AbortController();
	const watchers = new Set<() => void>();
	let isWaiting = false;
	return {
		signal: controller.signal,
		stop: () => controller.abort(),
		onWaiting: (next) => {
			isWaiting = next;
			for (const watcher of watchers) watcher();
		},
		isWaiting: () => isWaiting,
		watch: (watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}
