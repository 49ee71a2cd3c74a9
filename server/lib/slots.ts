import { COMMON_MESSAGES } from '#contract/common.ts';
import { Crowded } from './refusal.ts';

export interface Slots {
	/**
	 * Runs `work` when its turn comes, first come first served.
	 * @throws Refusal too_many when too much is waiting already
	 */
	run<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `limits.atOnce` pieces of work at a time; `limits.waiting` more may wait. */
export function openSlots(limits: { atOnce: number; waiting: number }): Slots {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function enter(): Promise<void> {
		if (running < limits.atOnce) {
			running += 1;
			return;
		}
		if (waiting.length >= limits.waiting) {
			throw new Crowded('too_many', COMMON_MESSAGES.unavailable);
		}
		await new Promise<void>((resolve) => waiting.push(resolve));
	}

	/** The slot passes straight to who waits longest, so that nobody can slip in between. */
	function leave(): void {
		const next = waiting.shift();
		if (next) next();
		else running -= 1;
	}

	return {
		async run(work) {
			await enter();
			try {
				return await work();
			} finally {
				leave();
			}
		},
	};
}
