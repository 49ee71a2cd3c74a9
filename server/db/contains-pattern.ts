import { type SQL, sql } from 'drizzle-orm';

/**
 * A pattern for `normalize(lower(…)) like` that finds the text literally, anywhere, in any letter case. It is
 * normalized, because letters such as ज़ can be encoded in two ways.
 */
export function containsPattern(text: string): SQL {
	return sql`normalize(lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}))`;
}
