import { pgSequence, sql } from '../drizzle.ts';

/**
 * Users and items take their ids from one sequence, so that exactly one of the two ids in `/chat/{a}/{b}` is an item.
 */
export const idSequence = pgSequence('market_number', { maxValue: 2_147_483_647 });

export const nextId = sql`nextval('market_number')`;
