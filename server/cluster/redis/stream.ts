import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnections } from './connections.ts';
import type { RedisStatus } from './status.ts';
import { appendEntry } from './stream-entry.ts';
import { startStreamReader } from './stream-reader.ts';
import { openStreamWriter } from './stream-writer.ts';

/**
 * Messages between instances: in order, each delivered at most once. Messages published while Redis is unavailable are
 * delivered afterwards. The oldest are lost beyond `MAX_PENDING` (stream-writer.ts) or `MAX_ENTRIES` (stream-entry.ts).
 */
export interface RedisStream {
	publish: (message: string) => void;
	/** Waits up to FINISH_TIMEOUT_MS for pending messages, then stops reading and writing. */
	close: () => Promise<void>;
}

const FINISH_TIMEOUT_MS = 1000;

interface Options {
	connections: RedisConnections;
	status: RedisStatus;
	/** Called with each message of another instance; must not throw. */
	onMessage: (message: string) => void;
}

/**
 * Opens the stream that all instances append to. Each instance reads on from its last position, so
 * that a connection that was broken for a moment loses nothing.
 * @throws Error when the stream can't be written to
 */
export async function openRedisStream({
	connections,
	status,
	onMessage,
}: Options): Promise<RedisStream> {
	const self = randomUUID();
	const { commands, reader } = connections;
	// The id of this empty entry is the position to start reading from.
	const startId = await appendEntry(commands, { from: self, sequence: 0, messages: [] });
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
