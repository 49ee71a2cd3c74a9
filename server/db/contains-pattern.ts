import { type SQL, sql } from 'drizzle-orm';

/**
 * A pattern for `normalize(lower(…)) like`: the text literally, anywhere, in any letter case, with letters that have
 * two Unicode forms (ज़ among them) in one of them.
 */
export function containsPattern(text: string): SQL {
	return sql`normalize(lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}))`;
}
