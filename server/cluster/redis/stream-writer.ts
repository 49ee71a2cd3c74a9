import { reasonOf } from '#server/db/errors.ts';
import type { RedisStatus } from './status.ts';
import type { Entry } from './stream-entry.ts';

const MAX_BATCH = 100;
/** Limit for messages queued while Redis is unavailable; beyond it the oldest are dropped. */
const MAX_PENDING = 5000;
const RETRY_MS = 200;

interface Options {
	/** Id of the sending instance. */
	self: string;
	append: (entry: Entry) => Promise<unknown>;
	status: RedisStatus;
}

/**
 * Sends messages to the stream without delay, one entry at a time. Messages published meanwhile go into the next entry
 * together.
 */
export function openStreamWriter({ self, append, status }: Options) {
	const pending: string[] = [];
	/** The messages of the entry being sent; kept until Redis has confirmed it. */
	let batch: string[] = [];
	let sequence = 0;
	let sending: Promise<void> | undefined;

	async function send(): Promise<void> {
		try {
			while (batch.length > 0 || pending.length > 0) {
				if (batch.length === 0) {
					batch = pending.splice(0, MAX_BATCH);
					sequence += 1;
				}
				await append({ from: self, sequence, messages: batch });
				batch = [];
			}
			status.report('sending', undefined);
		} catch (error) {
			// The entry may have arrived all the same. It is sent again with its sequence number: readers skip the duplicate.
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
		/** Tries to send the pending messages. */
		flush,
		close: () => clearInterval(timer),
	};
}
