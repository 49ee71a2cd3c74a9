import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { BusyError } from './app-error.ts';

/** Limits how many tasks run at the same time; the others wait. */
export interface ConcurrencyLimit {
	/**
	 * Runs `work` when a slot is free, in order of arrival.
	 * @param signal removes waiting work from the queue; running work must handle it itself
	 * @throws AppError too_many when the queue is full; `signal.reason` when aborted while waiting
	 */
	run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Runs at most `limits.maxRunning` tasks at a time; `limits.waiting` more can wait. */
export function createConcurrencyLimit(limits: {
	maxRunning: number;
	waiting: number;
}): ConcurrencyLimit {
	const waitingTasks: (() => void)[] = [];
	let running = 0;

	async function acquire(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		if (running < limits.maxRunning) {
			running += 1;
			return;
		}
		if (waitingTasks.length >= limits.waiting) {
			throw new BusyError('too_many', REQUEST_ERRORS.unavailable);
		}
		const turn = Promise.withResolvers<void>();
		waitingTasks.push(turn.resolve);
		signal?.addEventListener('abort', () => {
			const index = waitingTasks.indexOf(turn.resolve);
			if (index === -1) return;
			waitingTasks.splice(index, 1);
			turn.reject(signal.reason);
		});
		await turn.promise;
	}

	/** Passes the slot directly to the longest-waiting task, so that a new one cannot take it first. */
	function release(): void {
		const next = waitingTasks.shift();
		if (next) next();
		else running -= 1;
	}

	return {
		async run(work, signal) {
			await acquire(signal);
			try {
				return await work();
			} finally {
				release();
			}
		},
	};
}
