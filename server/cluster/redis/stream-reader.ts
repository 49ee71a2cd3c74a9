import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';
import { NEWS_WITHIN_MS } from './connections.ts';
import type { RedisTroubles } from './status.ts';
import { type Entry, entryOf, STREAM_KEY } from './stream-entry.ts';

const READ_AT_ONCE = 100;
const TRY_AGAIN_MS = 200;
/** Whoever was heard longest ago is gone. */
const MOST_INSTANCES = 200;

interface Options {
	/** The instance that reads. */
	self: string;
	/** Where in the stream it began. */
	begin: string;
	reader: Redis;
	hear: (words: string) => void;
	troubles: RedisTroubles;
}

/** Reads the stream from where this instance began until it is closed. */
export function openReading({ self, begin, reader, hear, troubles }: Options) {
	const heardUpTo = new Map<string, number>();
	let after = begin;
	let isSure = true;
	let isClosed = false;

	/** What was sent again is heard once. */
	function hearEntry({ from, count, said }: Entry): void {
		if (from === self || count <= (heardUpTo.get(from) ?? 0)) return;
		// Set anew, so that the first one is whoever was heard longest ago.
		heardUpTo.delete(from);
		heardUpTo.set(from, count);
		const [oldest] = heardUpTo.keys();
		if (heardUpTo.size > MOST_INSTANCES && oldest !== undefined) heardUpTo.delete(oldest);
		for (const words of said) hear(words);
	}

	async function readOn(): Promise<void> {
		if (!isSure) await findPlace();
		isSure = true;
		const place = ['STREAMS', STREAM_KEY, after] as const;
		const found = await reader.xread('COUNT', READ_AT_ONCE, 'BLOCK', NEWS_WITHIN_MS, ...place);
		for (const [id, fields] of found?.[0]?.[1] ?? []) {
			after = id;
			hearEntry(entryOf(fields));
		}
	}

	/** A Redis that comes back empty, or another one that takes over, may count from further back. */
	async function findPlace(): Promise<void> {
		const [newest] = await reader.xrevrange(STREAM_KEY, '+', '-', 'COUNT', 1);
		const end = newest?.[0] ?? '0-0';
		if (isEarlier(end, after)) after = end;
	}

	async function comeBack(error: unknown): Promise<void> {
		isSure = false;
		troubles.note('reading', reasonOf(error));
		// It was silent for longer than it may be.
		if (reader.status === 'ready') reader.disconnect(true);
		await wait(TRY_AGAIN_MS, undefined, { ref: false });
	}

	async function keepReading(): Promise<void> {
		while (!isClosed) {
			try {
				await readOn();
				troubles.note('reading', undefined);
			} catch (error) {
				if (!isClosed) await comeBack(error);
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

function isEarlier(one: string, other: string): boolean {
	const [time = 0, count = 0] = one.split('-').map(Number);
	const [otherTime = 0, otherCount = 0] = other.split('-').map(Number);
	return time < otherTime || (time === otherTime && count < otherCount);
}
