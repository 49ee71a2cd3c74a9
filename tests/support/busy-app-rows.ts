import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** Number of rows of each kind: more than the loops of busy-app.ts use before the app is killed. */
const ROWS_PER_KIND = 400;

/** What the inserted rows refer to. */
interface References {
	sellerId: number;
	reporterId: number;
	/** The photo of all items. */
	hash: string;
}

/** Inserts items to sell, users to ban and reports to decide. @returns their ids */
export async function insertRows(db: Db, { sellerId, reporterId, hash }: References) {
	async function idsOf(statement: SQL): Promise<string[]> {
		const { rows } = await db.execute<{ id: number }>(statement);
		return rows.map(({ id }) => String(id));
	}
	const newItems = () =>
		idsOf(sql`
			with made as (
				insert into items (seller_id, title, description, price, category)
				select ${sellerId}, 'Drafter', 'As good as new.', 300, 'Instruments' from generate_series(1, ${ROWS_PER_KIND}::int)
				returning id
			), shown as (
				insert into item_photos (item_id, position, photo_hash) select id, 0, ${hash} from made
			)
			select id from made`);
	const people = await idsOf(sql`
		insert into users (user_name, email)
		select 'Ravi', gen_random_uuid() || '@campus.example' from generate_series(1, ${ROWS_PER_KIND}::int) returning id`);
	const reported = await newItems();
	const reports = await idsOf(sql`
		insert into reports (reporter_id, item_id, complaint, type)
		select ${reporterId}, id, 'Not theirs.', 'fraud' from unnest(${`{${reported}}`}::int[]) as id returning id`);
	return { items: await newItems(), people, reports };
}
