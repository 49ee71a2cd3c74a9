import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { withoutIndexes } from './indexes.ts';
import { picturesPerCategory, type SeedPicture, storePictures } from './pictures.ts';
import { CONDITIONS, FAMILY_NAMES, GIVEN_NAMES, PLACES, REASONS } from './sentences.ts';
import { conditionSql, detailsSql, FREE_SHARE, subjectsSql } from './stated-facts.ts';
import { insertSubjects } from './subjects.ts';
import { VOCABULARY } from './vocabulary.ts';

type Log = (line: string) => void;

/** Items that one statement inserts. */
const BATCH_SIZE = 50_000;
const MAX_SELLERS = 10_000;
/** From this number of items on it is faster to drop the indexes and rebuild them. Readers have to wait meanwhile. */
const INDEX_REBUILD_MIN_ITEMS = 20_000;

/**
 * Adds items and their sellers. An interrupted call adds no item and no seller.
 * @param indexRebuildMinItems from this number of items on, the indexes are dropped and rebuilt
 */
export async function fillWithItems(
	{ db, store }: { db: Db; store: PhotoStore },
	count: number,
	log: Log,
	indexRebuildMinItems = INDEX_REBUILD_MIN_ITEMS,
): Promise<void> {
	const startedAt = Date.now();
	const pictures = await storePictures(db, store, picturesPerCategory(count));
	await db.transaction(async (tx) => {
		await createTempTables(tx, pictures);
		await insertSubjects(tx);
		await insertSellers(tx, Math.min(MAX_SELLERS, Math.max(1, Math.ceil(count / 20))));
		const insert = () => insertItems(tx, count, log);
		await (count < indexRebuildMinItems ? insert() : withoutIndexes(tx, insert, log));
	});
	await vacuumTables(db);
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	log(`Seeded ${count.toLocaleString('en-IN')} items in ${seconds} s`);
}

/**
 * Creates temporary tables and functions for the transaction. `chance` returns a pseudo-random number between 0 and
 * 1, always the same for the same arguments. The properties of an item use different salts, so that they are
 * independent. `rank` returns a pseudo-random position in a list and prefers the first entries, like the frequencies
 * of words in a language (Zipf).
 */
async function createTempTables(tx: Db, pictures: readonly SeedPicture[]): Promise<void> {
	await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
	// The word lists are short: the planner would choose nested loops, which scan a list for every item.
	await tx.execute(sql`set local enable_nestloop = off`);
	await tx.execute(sql`
		create function pg_temp.chance(n bigint, salt int) returns float8 language sql immutable
			return (hashint8extended(n, salt) & 2147483647) / 2147483648.0::float8`);
	await tx.execute(sql`
		create function pg_temp.rank(n bigint, salt int, size bigint) returns int language sql immutable
			return floor(exp(pg_temp.chance(n, salt) * ln(size + 1)))::int`);
	const wordColumns = sql`category text, slot text, rank int, word text, low float8, high float8`;
	await createTempTable(tx, sql`seed_words`, wordColumns, wordRows());
	await createTempTable(tx, sql`seed_pictures`, sql`category text, rank int, hash text`, pictures);
	const shareColumns = sql`category text, models boolean, above float8, upto float8`;
	await createTempTable(tx, sql`seed_shares`, shareColumns, categoryShareRows());
	await tx.execute(sql`
		create temp table seed_sizes on commit drop as
			select category, slot, count(*) as size from seed_words group by category, slot`);
	await tx.execute(sql`create temp table seed_sellers (id int, number int) on commit drop`);
}

/** @param columns as in a table definition, with the names of the rows' properties */
async function createTempTable(
	tx: Db,
	name: SQL,
	columns: SQL,
	rows: readonly object[],
): Promise<void> {
	await tx.execute(sql`
		create temp table ${name} on commit drop as
			select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (${columns})`);
	await tx.execute(sql`analyze ${name}`);
}

/**
 * The words and sentences, each with its `slot`: the part of a title or description that it fills. The sentences are for
 * any category.
 */
function wordRows(): object[] {
	const sharedSlots = { condition: CONDITIONS, reason: REASONS, place: PLACES };
	const rows = Object.entries(VOCABULARY).flatMap(([category, { makers, things, details }]) => [
		...makers.map((word, index) => ({ category, slot: 'maker', rank: index + 1, word })),
		...details.map((word, index) => ({ category, slot: 'detail', rank: index + 1, word })),
		...things.map(([word, low, high], index) => ({
			category,
			slot: 'thing',
			rank: index + 1,
			word,
			low,
			high,
		})),
	]);
	const sentenceRows = Object.entries(sharedSlots).flatMap(([slot, sentences]) =>
		sentences.map((word, index) => ({ category: 'any', slot, rank: index + 1, word })),
	);
	return [...rows, ...sentenceRows];
}

/** Each category with its part of the interval from 0 to 1: `chance` selects the category whose part has the number. */
function categoryShareRows(): object[] {
	let above = 0;
	return Object.entries(VOCABULARY).map(([category, { share, modelNumbers: models }]) => {
		const row = { category, models, above: above / 100, upto: (above + share) / 100 };
		above += share;
		return row;
	});
}

/** Inserts sellers without a password, so that they cannot sign in. One in a thousand is banned. */
async function insertSellers(tx: Db, count: number): Promise<void> {
	const toJsonb = (words: readonly string[]) => sql`${JSON.stringify(words)}::jsonb`;
	await tx.execute(sql`
		with made as (
			insert into users (user_name, email, created_at, verified_at, banned_at)
			select
				concat_ws(' ',
					${toJsonb(GIVEN_NAMES)} ->> (pg_temp.rank(n, 1, ${GIVEN_NAMES.length}) - 1),
					${toJsonb(FAMILY_NAMES)} ->> (pg_temp.rank(n, 2, ${FAMILY_NAMES.length}) - 1)),
				'seed-' || gen_random_uuid() || '@students.example',
				now() - interval '2 years' - pg_temp.chance(n, 3) * interval '2 years',
				case when pg_temp.chance(n, 4) < 0.4 then now() end,
				case when pg_temp.chance(n, 5) < 0.001 then now() end
			from generate_series(1, ${count}) as n
			returning id)
		insert into seed_sellers select id, row_number() over (order by id) from made`);
	await tx.execute(sql`analyze seed_sellers`);
}

async function insertItems(tx: Db, count: number, log: Log): Promise<void> {
	const formatCount = (value: number) => value.toLocaleString('en-IN');
	for (
		let insertedCount = 0;
		insertedCount < count;
		insertedCount = Math.min(count, insertedCount + BATCH_SIZE)
	) {
		await tx.execute(
			itemBatch(insertedCount + 1, Math.min(count, insertedCount + BATCH_SIZE), count),
		);
		log(
			`Items: ${formatCount(Math.min(count, insertedCount + BATCH_SIZE))} of ${formatCount(count)}`,
		);
	}
}

/**
 * SQL that inserts the items number `from` to `to` of `count`, oldest first, so that ids grow with time. Each has one
 * photo. 15 % are sold.
 */
function itemBatch(from: number, to: number, count: number): SQL {
	return sql`
		with numbered as (
			select n, category, models from generate_series(${from}::bigint, ${to}::bigint) as n
			join seed_shares on pg_temp.chance(n, 10) >= above and pg_temp.chance(n, 10) < upto
		), ranked as (
			select numbered.*,
				pg_temp.rank(n, 11, maker.size) as maker_rank,
				pg_temp.rank(n, 12, thing.size) as thing_rank,
				pg_temp.rank(n, 13, detail.size) as detail_rank,
				now() - interval '2 years' * (1 - n::float8 / ${count}) as created_at
			from numbered
			join seed_sizes maker on maker.category = numbered.category and maker.slot = 'maker'
			join seed_sizes thing on thing.category = numbered.category and thing.slot = 'thing'
			join seed_sizes detail on detail.category = numbered.category and detail.slot = 'detail'
		), made as (
			insert into items
				(seller_id, title, description, price, category, condition, details, subjects, created_at, sold_at)
			select seller.id,
				concat_ws(' ', maker.word, thing.word,
					case when models and pg_temp.chance(n, 14) < 0.2
						then chr(65 + (n % 26)::int) || 'X-' || (1000 + pg_temp.chance(n, 15) * 9000)::int end,
					case when pg_temp.chance(n, 16) < 0.6 then detail.word end),
				concat_ws(' ', condition.word, reason.word, place.word),
				${priceSql},
				ranked.category, ${conditionSql}, ${detailsSql}, ${subjectsSql}, created_at,
				case when pg_temp.chance(n, 17) < 0.15
					then created_at + pg_temp.chance(n, 18) * (now() - created_at) end
			from ranked
			join seed_words maker
				on maker.category = ranked.category and maker.slot = 'maker' and maker.rank = maker_rank
			join seed_words thing
				on thing.category = ranked.category and thing.slot = 'thing' and thing.rank = thing_rank
			join seed_words detail
				on detail.category = ranked.category and detail.slot = 'detail' and detail.rank = detail_rank
			join seed_words condition
				on condition.slot = 'condition' and condition.rank = pg_temp.rank(n, 20, ${CONDITIONS.length})
			join seed_words reason
				on reason.slot = 'reason' and reason.rank = pg_temp.rank(n, 21, ${REASONS.length})
			join seed_words place
				on place.slot = 'place' and place.rank = pg_temp.rank(n, 22, ${PLACES.length})
			join seed_sellers seller
				on seller.number = 1 + floor(power(pg_temp.chance(n, 23), 1.5) * (select count(*) from seed_sellers))
			order by n
			returning id, category)
		insert into item_photos (item_id, position, photo_hash)
		select made.id, 0, picture.hash from made
		join seed_pictures picture on picture.category = made.category
			and picture.rank = 1 + floor(pg_temp.chance(made.id, 24) * ${picturesPerCategory(count)}::int)`;
}

/**
 * SQL for the price of item number `n`. Some items are free. Other prices are log-uniform between the lowest and the
 * highest price of the item's noun (`Vocabulary.things`), and rounded.
 */
const priceSql = sql`(
	with asked as (select thing.low * power(thing.high / thing.low, pg_temp.chance(n, 19)) as rupees)
	select case when pg_temp.chance(n, 25) < ${FREE_SHARE} then 0 when rupees < 100 then round(rupees / 5) * 5 when rupees < 1000 then round(rupees / 10) * 10
		else round(rupees / 50) * 50 end::numeric from asked)`;

/** Updates the visibility map and the planner's statistics, as PostgreSQL would do by itself within minutes. */
async function vacuumTables(db: Db): Promise<void> {
	for (const table of ['users', 'items', 'item_photos', 'title_words']) {
		await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
	}
}
