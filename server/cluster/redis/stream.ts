import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnections } from './connections.ts';
import type { RedisStatus } from './status.ts';
import { appendEntry } from './stream-entry.ts';
import { startStreamReader } from './stream-reader.ts';
import { openStreamWriter } from './stream-writer.ts';

/** What every instance says to all others: each hears it once and in order, also after a while without Redis. */
export interface RedisStream {
	publish: (message: string) => void;
	/** Waits a moment until what was said is on its way; hears and says no more. */
	close: () => Promise<void>;
}

const FINISH_TIMEOUT_MS = 1000;

interface Options {
	connections: RedisConnections;
	status: RedisStatus;
	/** Told what others have said; it throws nothing. */
	onMessage: (message: string) => void;
}

/**
 * Opens the one stream of a market's instances. Everybody writes to its end and reads on from where they were, so that
 * nothing is missed where a connection breaks.
 * @throws Error when the stream can't be written to
 */
export async function openRedisStream({
	connections,
	status,
	onMessage,
}: Options): Promise<RedisStream> {
	const self = randomUUID();
	const { commands, reader } = connections;
	// So that there is a place to read on from.
	const startId = await appendEntry(commands, { from: self, count: 0, messages: [] });
	const streamWriter = openStreamWriter({
		self,
		append: (entry) => appendEntry(commands, entry),
		status,
	});
	commands.on('ready', streamWriter.flush);
	const streamReader = startStreamReader({ self, startId, reader, onMessage, status });
	return {
		publish: streamWriter.publish,
		async close() {
			await Promise.race([
				streamWriter.flush(),
				wait(FINISH_TIMEOUT_MS, undefined, { ref: false }),
			]);
			streamWriter.close();
			streamReader.close();
		},
	};
}
