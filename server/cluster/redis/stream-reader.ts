import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';
import { READ_BLOCK_MS } from './connections.ts';
import type { RedisStatus } from './status.ts';
import { type Entry, parseEntry, STREAM_KEY } from './stream-entry.ts';

const READ_BATCH_SIZE = 100;
const RETRY_MS = 200;
/** Limit for remembered instances; the one heard longest ago is dropped. */
const MAX_INSTANCES = 200;

interface Options {
	/** Id of the reading instance. */
	self: string;
	/** The stream id to start after. */
	startId: string;
	reader: Redis;
	onMessage: (message: string) => void;
	status: RedisStatus;
}

/** Reads the entries after `startId` until `close` is called. */
export function startStreamReader({ self, startId, reader, onMessage, status }: Options) {
	const lastSequences = new Map<string, number>();
	let lastId = startId;
	let mayBePastEnd = false;
	let isClosed = false;

	/** Delivers the messages of an entry, unless this instance sent the entry or has delivered it already. */
	function handleEntry({ from, sequence, messages }: Entry): void {
		if (from === self || sequence <= (lastSequences.get(from) ?? 0)) return;
		// Deleting first moves the instance to the end, so that the first key is the one heard longest ago.
		lastSequences.delete(from);
		lastSequences.set(from, sequence);
		const [oldest] = lastSequences.keys();
		if (lastSequences.size > MAX_INSTANCES && oldest !== undefined) lastSequences.delete(oldest);
		for (const message of messages) onMessage(message);
	}

	async function readNext(): Promise<void> {
		if (mayBePastEnd) await moveBackToEnd();
		mayBePastEnd = false;
		const streamArgs = ['STREAMS', STREAM_KEY, lastId] as const;
		const reply = await reader.xread(
			'COUNT',
			READ_BATCH_SIZE,
			'BLOCK',
			READ_BLOCK_MS,
			...streamArgs,
		);
		for (const [id, fields] of reply?.[0]?.[1] ?? []) {
			lastId = id;
			handleEntry(parseEntry(fields));
		}
	}

	/** After data loss or a failover, the stream may end before `lastId`, and new entries may have lower ids. */
	async function moveBackToEnd(): Promise<void> {
		const [newest] = await reader.xrevrange(STREAM_KEY, '+', '-', 'COUNT', 1);
		const end = newest?.[0] ?? '0-0';
		if (isEarlier(end, lastId)) lastId = end;
	}

	async function recover(error: unknown): Promise<void> {
		mayBePastEnd = true;
		status.report('reading', reasonOf(error));
		// The connection may be broken although the client has not noticed: for example, a read got no reply in time.
		if (reader.status === 'ready') reader.disconnect(true);
		await wait(RETRY_MS, undefined, { ref: false });
	}

	async function keepReading(): Promise<void> {
		while (!isClosed) {
			try {
				await readNext();
				status.report('reading', undefined);
			} catch (error) {
				if (!isClosed) await recover(error);
			}
		}
	}

	void keepReading();
	return {
		close() {
			isClosed = true;
		},
	};
}

function isEarlier(id: string, otherId: string): boolean {
	const [time = 0, count = 0] = id.split('-').map(Number);
	const [otherTime = 0, otherCount = 0] = otherId.split('-').map(Number);
	return time < otherTime || (time === otherTime && count < otherCount);
}
