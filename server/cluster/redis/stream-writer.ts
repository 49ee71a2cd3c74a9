import { reasonOf } from '#server/db/errors.ts';
import type { RedisStatus } from './status.ts';
import type { Entry } from './stream-entry.ts';

const MAX_BATCH = 100;
/** What is said while Redis is away; then the oldest goes first. */
const MAX_PENDING = 5000;
const RETRY_MS = 200;

interface Options {
	/** The instance that says it. */
	self: string;
	append: (entry: Entry) => Promise<unknown>;
	status: RedisStatus;
}

/** One entry is on its way at a time, at once and without a timer; what is said meanwhile goes together with the next. */
export function openStreamWriter({ self, append, status }: Options) {
	const pending: string[] = [];
	let messages: string[] = [];
	let count = 0;
	let sending: Promise<void> | undefined;

	async function send(): Promise<void> {
		try {
			while (messages.length > 0 || pending.length > 0) {
				if (messages.length === 0) {
					messages = pending.splice(0, MAX_BATCH);
					count += 1;
				}
				await append({ from: self, count, messages });
				messages = [];
			}
			status.report('sending', undefined);
		} catch (error) {
			// It goes again as it was, whatever became of it: who has heard it knows its count.
			status.report('sending', reasonOf(error));
		}
	}

	function flush(): Promise<void> {
		sending ??= send().finally(() => {
			sending = undefined;
		});
		return sending;
	}

	const timer = setInterval(flush, RETRY_MS);
	return {
		publish(message: string): void {
			pending.push(message);
			if (pending.length > MAX_PENDING) pending.shift();
			void flush();
		},
		/** Sends what waits, if it can be sent. */
		flush,
		close: () => clearInterval(timer),
	};
}
