import { sql } from 'drizzle-orm';
import { pgSequence } from 'drizzle-orm/pg-core';

/**
 * Users and items draw their numbers from one sequence, so that of the two in `/chat/{a}/{b}` exactly one is an
 * item (decisions, "Items").
 */
export const idSequence = pgSequence('market_number', { maxValue: 2_147_483_647 });

export const nextId = sql`nextval('market_number')`;
