import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { BusyError } from './app-error.ts';

export interface ConcurrencyLimit {
	/**
	 * Runs `work` when its turn comes, first come first served.
	 * @param signal takes it out of the line; once it has begun, ending it is its own affair
	 * @throws Refusal too_many when too much is waiting already; `gone.reason`
	 */
	run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** At most `limits.atOnce` pieces of work at a time; `limits.waiting` more may wait. */
export function createConcurrencyLimit(limits: {
	maxRunning: number;
	waiting: number;
}): ConcurrencyLimit {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function acquire(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		if (running < limits.maxRunning) {
			running += 1;
			return;
		}
		if (waiting.length >= limits.waiting) {
			throw new BusyError('too_many', COMMON_MESSAGES.unavailable);
		}
		const turn = Promise.withResolvers<void>();
		waiting.push(turn.resolve);
		signal?.addEventListener('abort', () => {
			const index = waiting.indexOf(turn.resolve);
			if (index === -1) return;
			waiting.splice(index, 1);
			turn.reject(signal.reason);
		});
		await turn.promise;
	}

	/** The slot passes straight to who waits longest, so that nobody can slip in between. */
	function release(): void {
		const next = waiting.shift();
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
