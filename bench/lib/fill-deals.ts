import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** An item of ₹150 with its seller and its possible buyers. */
export interface DealParties {
	itemId: number;
	sellerId: number;
	buyerIds: number[];
}

/** Inserts items on sale, each with a seller and buyers of its own. */
export async function insertDealParties(
	db: Db,
	{ items, buyersOfEach }: { items: number; buyersOfEach: number },
): Promise<DealParties[]> {
	const people = await insertPeople(db, items * (buyersOfEach + 1));
	const perItem = Array.from({ length: items }, (_, index) =>
		people.slice(index * (buyersOfEach + 1), (index + 1) * (buyersOfEach + 1)),
	);
	const sellerIds = perItem.map(([sellerId]) => sellerId ?? 0);
	const { rows } = await db.execute<{ id: number; sellerId: number }>(sql`
		insert into items (seller_id, title, description, price, category)
		select seller_id, 'Drafter', 'Used for one semester.', 150, (select name from categories order by position limit 1)
		from unnest(${sql.param(sellerIds)}::int[]) as seller (seller_id)
		returning id, seller_id as "sellerId"`);
	const itemOf = new Map(rows.map(({ id, sellerId }) => [sellerId, id]));
	return perItem.map(([sellerId = 0, ...buyerIds]) => ({
		sellerId,
		buyerIds,
		itemId: itemOf.get(sellerId) ?? 0,
	}));
}

async function insertPeople(db: Db, count: number): Promise<number[]> {
	const { rows } = await db.execute<{ id: number }>(sql`
		insert into users (user_name, email, email_confirmed_at, password_hash)
		select 'Asha', gen_random_uuid() || '@campus.example', now(), 'none' from generate_series(1, ${count}::int)
		returning id`);
	return rows.map(({ id }) => id);
}
