import { sql } from 'drizzle-orm';
import { CONDITIONS } from '#contract/items/facts.ts';
import { fillWithItems } from '#tools/seed/fill.ts';
import { countRows, type FillContext } from './fill-database.ts';
import type { Log } from './scenario.ts';

/** The fields of a sold item that are sent as a query to the price guide. */
export interface SoldItem {
	title: string;
	category: string;
	condition: string;
	subject: string;
}

const SUBJECTS = 300;
/** Months over which the sales are spread. */
const MONTHS = 11;

/**
 * Fills a database up to this number of items, and marks all of them as sold within the last eleven months. Each gets a
 * condition and a subject.
 * @returns a pseudo-random sample of `sampleCount` items
 */
export async function fillWithSoldItems(
	{ db, store }: FillContext,
	items: number,
	sampleCount: number,
	log: Log,
): Promise<SoldItem[]> {
	const missing = items - (await countRows(db, 'items'));
	if (missing > 0) await fillWithItems({ db, store }, missing, log);
	await db.execute(sql`
		insert into branches (code, name, position) values ('EC', 'Electronics', 0) on conflict do nothing`);
	await db.execute(sql`
		insert into subjects (code, name, branch_code, semester, position)
		select 'EC' || n, 'Subject ' || n, 'EC', 1 + n % 8, n from generate_series(1, ${SUBJECTS}) as n
		on conflict do nothing`);
	const chance = (salt: number) => sql`(hashint8extended(id, ${salt}) & 2147483647) / 2147483648.0`;
	const conditions = sql`array(select jsonb_array_elements_text(${JSON.stringify(CONDITIONS)}::jsonb))`;
	await db.execute(sql`
		update items set
			sold_at = now() - ${chance(1)} * make_interval(months => ${MONTHS}),
			condition = (${conditions})[1 + floor(${chance(2)} * ${CONDITIONS.length})],
			subjects = array['EC' || 1 + floor(${chance(3)} * ${SUBJECTS})]`);
	log('Sold all items');
	const { rows } = await db.execute<SoldItem & Record<string, unknown>>(sql`
		select title, category, condition, subjects[1] as subject from items
		order by hashint8extended(id, 4) limit ${sampleCount}`);
	return rows;
}
