import { type Level, pino } from 'pino';

/** A logger that records its entries, from this level on. */
export function openRecordedLog(level: Level) {
	const entries: Record<string, unknown>[] = [];
	const write = (line: string) => void entries.push(JSON.parse(line));
	return { log: pino({ level }, { write }), entries };
}
