import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { Crowded } from './app-error.ts';

export interface Slots {
	/**
	 * Runs `work` when its turn comes, first come first served.
	 * @param gone takes it out of the line; once it has begun, ending it is its own affair
	 * @throws Refusal too_many when too much is waiting already; `gone.reason`
	 */
	run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
}

/** At most `limits.atOnce` pieces of work at a time; `limits.waiting` more may wait. */
export function openSlots(limits: { atOnce: number; waiting: number }): Slots {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function enter(gone?: AbortSignal): Promise<void> {
		gone?.throwIfAborted();
		if (running < limits.atOnce) {
			running += 1;
			return;
		}
		if (waiting.length >= limits.waiting) {
			throw new Crowded('too_many', COMMON_MESSAGES.unavailable);
		}
		const turn = Promise.withResolvers<void>();
		waiting.push(turn.resolve);
		gone?.addEventListener('abort', () => {
			const place = waiting.indexOf(turn.resolve);
			if (place === -1) return;
			waiting.splice(place, 1);
			turn.reject(gone.reason);
		});
		await turn.promise;
	}

	/** The slot passes straight to who waits longest, so that nobody can slip in between. */
	function leave(): void {
		const next = waiting.shift();
		if (next) next();
		else running -= 1;
	}

	return {
		async run(work, gone) {
			await enter(gone);
			try {
				return await work();
			} finally {
				leave();
			}
		},
	};
}
