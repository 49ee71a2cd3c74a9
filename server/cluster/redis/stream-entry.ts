import type { Redis } from 'ioredis';

/** What an instance says at once to all others. */
export interface Entry {
	/** The instance. */
	from: string;
	/** Of its entries, from 1 on. */
	count: number;
	messages: readonly string[];
}

export const STREAM_KEY = 'passdown:said';
/** What somebody has not read by then is lost to them: some seconds of the busiest evening, some ten MB. */
const MAX_ENTRIES = 5000;

/**
 * Writes to the end of the stream, of which the newest some thousand entries are kept.
 * @returns where that is
 */
export async function appendEntry(
	commands: Redis,
	{ from, count, messages }: Entry,
): Promise<string> {
	const fields = ['from', from, 'count', count, 'said', JSON.stringify(messages)] as const;
	return (await commands.xadd(STREAM_KEY, 'MAXLEN', '~', MAX_ENTRIES, '*', ...fields)) ?? '';
}

/** An entry as it comes out of the stream. */
export function parseEntry(fields: readonly string[]): Entry {
	const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
	return {
		from: value('from'),
		count: Number(value('count')),
		messages: JSON.parse(value('said')),
	};
}
