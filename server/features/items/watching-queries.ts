import { eq, sql } from 'drizzle-orm';
import type { StoredReservation } from '#contract/items/reservation.ts';
import type { Db } from '#server/db/client.ts';
import { isPublicOrRemoved } from '#server/db/expressions.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { REMOVED_AT } from './queries.ts';

/** The state of an item that live updates show. */
export interface WatchedRow extends StoredReservation {
	id: number;
	/** Rupees. */
	price: number;
	soldAt: Date | null;
	/** When its owner removed it, if that is all that hides it from the public. */
	removedAt: Date | null;
	/** The item or its seller is banned or deleted. */
	isHidden: boolean;
}

/** The current state of these items, in any order, without unknown ids. */
export async function listWatched(db: Db, ids: readonly number[]): Promise<WatchedRow[]> {
	return ids.length === 0 ? [] : watchedItems(db).execute({ ids });
}

const watchedItems = buildOncePerPool((db) =>
	db
		.select({
			id: items.id,
			price: items.price,
			reservedUntil: items.reservedUntil,
			waitingCount: items.waitingCount,
			soldAt: items.soldAt,
			removedAt: REMOVED_AT,
			isHidden: sql<boolean>`not ${isPublicOrRemoved(items, users)}`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(sql`${items.id} = any(${sql.placeholder('ids')}::int[])`)
		.prepare('watched items'),
);
