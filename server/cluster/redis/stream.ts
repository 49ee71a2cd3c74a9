import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisLines } from './connections.ts';
import type { RedisTroubles } from './status.ts';
import { append } from './stream-entry.ts';
import { openReading } from './stream-reader.ts';
import { openOutbox } from './stream-writer.ts';

/** What every instance says to all others: each hears it once and in order, also after a while without Redis. */
export interface RedisStream {
	say: (words: string) => void;
	/** Waits a moment until what was said is on its way; hears and says no more. */
	close: () => Promise<void>;
}

const FINISH_WITHIN_MS = 1000;

interface Options {
	lines: RedisLines;
	troubles: RedisTroubles;
	/** Told what others have said; it throws nothing. */
	hear: (words: string) => void;
}

/**
 * Opens the one stream of a market's instances. Everybody writes to its end and reads on from where they were, so that
 * nothing is missed where a connection breaks.
 * @throws Error when the stream can't be written to
 */
export async function openRedisStream({ lines, troubles, hear }: Options): Promise<RedisStream> {
	const self = randomUUID();
	const { commands, reader } = lines;
	// So that there is a place to read on from.
	const begin = await append(commands, { from: self, count: 0, said: [] });
	const outbox = openOutbox({ self, append: (entry) => append(commands, entry), troubles });
	commands.on('ready', outbox.flush);
	const reading = openReading({ self, begin, reader, hear, troubles });
	return {
		say: outbox.say,
		async close() {
			await Promise.race([outbox.flush(), wait(FINISH_WITHIN_MS, undefined, { ref: false })]);
			outbox.close();
			reading.close();
		},
	};
}
