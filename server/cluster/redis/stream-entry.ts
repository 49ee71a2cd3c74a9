import type { Redis } from 'ioredis';

/** One stream entry: a batch of messages from one instance to all others. */
export interface Entry {
	/** Id of the sending instance. */
	from: string;
	/** Number of the entry within its instance, starting at 1; repeated sends keep it. */
	sequence: number;
	messages: readonly string[];
}

export const STREAM_KEY = 'passdown:said';
/** Older entries are trimmed, and slow readers lose them: some seconds of peak load, about 10 MB. */
const MAX_ENTRIES = 5000;

/**
 * Appends to the stream, where the sequence is called `count` and the messages `said`. Trims it to about MAX_ENTRIES.
 * @returns the id of the entry
 */
export async function appendEntry(
	commands: Redis,
	{ from, sequence, messages }: Entry,
): Promise<string> {
	const fields = ['from', from, 'count', sequence, 'said', JSON.stringify(messages)] as const;
	return (await commands.xadd(STREAM_KEY, 'MAXLEN', '~', MAX_ENTRIES, '*', ...fields)) ?? '';
}

/** Parses the fields of an entry that was read from the stream. */
export function parseEntry(fields: readonly string[]): Entry {
	const fieldOf = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
	return {
		from: fieldOf('from'),
		sequence: Number(fieldOf('count')),
		messages: JSON.parse(fieldOf('said')),
	};
}
