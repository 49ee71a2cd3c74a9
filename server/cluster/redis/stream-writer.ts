import { reasonOf } from '#server/db/errors.ts';
import type { RedisTroubles } from './status.ts';
import type { Entry } from './stream-entry.ts';

const MOST_WORDS = 100;
/** What is said while Redis is away; then the oldest goes first. */
const MOST_WAITING = 5000;
const TRY_AGAIN_MS = 200;

interface Options {
	/** The instance that says it. */
	self: string;
	append: (entry: Entry) => Promise<unknown>;
	troubles: RedisTroubles;
}

/** One entry is on its way at a time, at once and without a timer; what is said meanwhile goes together with the next. */
export function openOutbox({ self, append, troubles }: Options) {
	const waiting: string[] = [];
	let said: string[] = [];
	let count = 0;
	let sending: Promise<void> | undefined;

	async function send(): Promise<void> {
		try {
			while (said.length > 0 || waiting.length > 0) {
				if (said.length === 0) {
					said = waiting.splice(0, MOST_WORDS);
					count += 1;
				}
				await append({ from: self, count, said });
				said = [];
			}
			troubles.note('sending', undefined);
		} catch (error) {
			// It goes again as it was, whatever became of it: who has heard it knows its count.
			troubles.note('sending', reasonOf(error));
		}
	}

	function flush(): Promise<void> {
		sending ??= send().finally(() => {
			sending = undefined;
		});
		return sending;
	}

	const timer = setInterval(flush, TRY_AGAIN_MS);
	return {
		say(words: string): void {
			waiting.push(words);
			if (waiting.length > MOST_WAITING) waiting.shift();
			void flush();
		},
		/** Sends what waits, if it can be sent. */
		flush,
		close: () => clearInterval(timer),
	};
}
