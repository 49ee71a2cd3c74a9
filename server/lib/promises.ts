import { setTimeout as wait } from 'node:timers/promises';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { BusyError } from './app-error.ts';

/**
 * Merges concurrent calls into one run. Every caller gets a run that started after the call, so callers during a run
 * share the next one.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined;
	let next: Promise<T> | undefined;
	function start(): Promise<T> {
		const started = work().finally(() => {
			running = undefined;
		});
		running = started;
		return started;
	}
	async function startAfter(current: Promise<T>): Promise<T> {
		await current.catch(() => undefined);
		next = undefined;
		return start();
	}
	return () => {
		if (!running) return next ?? start();
		next ??= startAfter(running);
		return next;
	};
}

/** Makes `work` run once: all callers share its result. After a failure, the next call runs it again. */
export function memoizeSuccess<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return () => {
		result ??= work().catch((error: unknown) => {
			result = undefined;
			throw error;
		});
		return result;
	};
}

/** The result of `work`, which must not reject, or `fallback` after the timeout. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
	const timer = new AbortController();
	const result = await Promise.race([work, wait(timeoutMs, fallback, timer)]);
	timer.abort();
	return result;
}

/**
 * Waits until all promises have settled, even if one is rejected.
 * @throws the reason of the first rejected promise in the list
 */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
	const outcomes = await Promise.allSettled(work);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw failure.reason;
}

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
