import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Sort } from '#contract/item-facts.ts';
import { encodeCursor, type Place } from '#server/features/items/listing.ts';
import type { RecordedMarket } from './recorded-market.ts';
import { STRANGER } from './search-cases.ts';

const PAGE = 24;
/** So many more before the first that counts: the database parses a statement once for each connection. */
const WARMING = 10;

interface Options {
	market: RecordedMarket;
	pagesDeep: number;
	rounds: number;
	say: (line: string) => void;
}

/** Milliseconds of each round. */
export interface DeepFigures {
	name: string;
	first: number[];
	/** The same page so deep again and again. */
	deep: number[];
	/** One page after the other from there on: each has items that nobody has read before. */
	unread: number[];
}

interface Case {
	name: string;
	sort: Sort;
	category?: string;
}

const CASES: readonly Case[] = [
	{ name: 'newest', sort: 'newest' },
	{ name: 'price up', sort: 'price-asc' },
	{ name: 'price down', sort: 'price-desc' },
	{ name: 'by name', sort: 'name' },
	{ name: 'Books, price up', sort: 'price-asc', category: 'Books' },
];
/** As the listing has them; `key` is what a cursor holds. */
const ORDERS: Record<Sort, { key: string; order: string }> = {
	newest: { key: 'null', order: 'id desc' },
	'price-asc': { key: 'price::float8', order: 'price, id' },
	'price-desc': { key: 'price::float8', order: 'price desc, id desc' },
	name: { key: 'lower(title)', order: 'lower(title), id' },
};

/**
 * Turns to the first page and to deep ones in turns, over HTTP; no answer is ready, and none is counted. Where the market is
 * smaller, as deep as its half.
 */
export async function measureDeep(options: Options): Promise<DeepFigures[]> {
	const { market, pagesDeep, rounds, say } = options;
	const [alone] = await market.openAlone(1);
	if (!alone) throw new Error('The database has no connection left.');
	const all: DeepFigures[] = [];
	for (const each of CASES) {
		const figures: DeepFigures = { name: each.name, first: [], deep: [], unread: [] };
		const first = await cursorAt(alone, each, 0);
		const deep = await cursorAt(alone, each, pagesDeep);
		let next: string = deep;
		for (let round = -Math.min(WARMING, rounds); round < rounds; round++) {
			const taken = {
				first: await turnTo(market, each, first),
				deep: await turnTo(market, each, deep),
				unread: await turnTo(market, each, next),
			};
			next = taken.unread.nextCursor ?? deep;
			if (round < 0) continue;
			figures.first.push(taken.first.took);
			figures.deep.push(taken.deep.took);
			figures.unread.push(taken.unread.took);
		}
		all.push(figures);
		say(`Measured: ${each.name}`);
	}
	return all;
}

async function turnTo(
	market: RecordedMarket,
	{ sort, category }: Case,
	cursor: string,
): Promise<{ took: number; nextCursor: string | null }> {
	const asked = new URLSearchParams({ limit: String(PAGE), sort, cursor });
	if (category) asked.set('category', category);
	const startedAt = performance.now();
	const answer = await fetch(`${market.address}/api/items?${asked}`, { headers: STRANGER });
	const text = await answer.text();
	const took = performance.now() - startedAt;
	if (!answer.ok) throw new Error(`A page answers ${answer.status}: ${text.slice(0, 200)}`);
	return { took, nextCursor: JSON.parse(text).nextCursor };
}

/** The place before so many pages; before the first, that of its first item, so that both are asked for alike. */
async function cursorAt(alone: pg.Client, { sort, category }: Case, pages: number) {
	const { key, order } = ORDERS[sort];
	const condition = category === undefined ? '' : `and category = '${category}'`;
	const onSale = `from items
		where sold_at is null and banned_at is null and deleted_at is null ${condition}`;
	const { rows } = await alone.query<Place>(
		`select id, ${key} as key ${onSale}
		order by ${order} offset least($1::int, (select count(*) / 2 ${onSale})) limit 1`,
		[pages * PAGE],
	);
	if (!rows[0]) throw new Error('The market has nothing on sale.');
	return encodeCursor(sort, rows[0], '1000+');
}
