import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Sort } from '#contract/items/facts.ts';
import { encodeCursor, type Position } from '#server/features/items/search/listing.ts';
import { openRecordedServer, type RecordedServer } from '../lib/recorded-server.ts';
import { checkTarget, formatRange, withoutTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption, type Log } from '../lib/scenario.ts';
import { UNKNOWN_TOKEN } from '../lib/search-cases.ts';
import { percentile } from '../lib/statistics.ts';

/** Response times of a page 5,000 pages deep, compared with the first page. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-data'),
		items: itemsOption(1_000_000),
		rounds: { default: 200, help: 'requests of each page and order' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		const server = await openRecordedServer({ environment: { DATA_DIR: dataDir }, items, log });
		try {
			const measurements = await measureDeepPages({ server, pagesDeep: PAGES_DEEP, rounds, log });
			return {
				tables: [
					{
						title: `A page ${PAGES_DEEP} pages deep among ${items.toLocaleString('en-IN')} items`,
						columns: [
							'order',
							'first p50 ms',
							'p95 ms',
							'deep p50 ms',
							'p95 ms',
							'factor',
							'unread p50 ms',
							'p95 ms',
							'factor',
						],
						rows: measurements.map(rowOf),
					},
				],
				results: resultsOf(measurements),
			};
		} finally {
			await server.close();
		}
	},
});

const PAGES_DEEP = 5000;
const PAGE_SIZE = 24;
/** Rounds that are not counted: the database parses a statement when it first runs on a connection. */
const WARM_UP_ROUNDS = 10;

interface Options {
	server: RecordedServer;
	pagesDeep: number;
	rounds: number;
	log: Log;
}

/** Milliseconds of each round. */
export interface DeepPageMeasurements {
	name: string;
	first: number[];
	/** The same deep page in each round. */
	deep: number[];
	/** The deep page and those that follow it, each with items that were not read before. */
	unread: number[];
}

/** The orders that an index has. */
type IndexedSort = Exclude<Sort, 'best-match'>;

interface Case {
	name: string;
	sort: IndexedSort;
	category?: string;
}

const CASES: readonly Case[] = [
	{ name: 'newest', sort: 'newest' },
	{ name: 'price up', sort: 'price-asc' },
	{ name: 'price down', sort: 'price-desc' },
	{ name: 'by name', sort: 'name' },
	{ name: 'Books, price up', sort: 'price-asc', category: 'Books' },
];
/** The sort orders of the listing in SQL; `key` is the value that its cursors contain. */
const SORT_SQL: Record<IndexedSort, { key: string; order: string }> = {
	newest: { key: 'null', order: 'id desc' },
	'price-asc': { key: 'price::float8', order: 'price, id' },
	'price-desc': { key: 'price::float8', order: 'price desc, id desc' },
	name: { key: 'lower(title)', order: 'lower(title), id' },
};

/**
 * Requests first and deep pages in turns. The unknown token keeps them from being answered from the response cache, and
 * their cursors have a number of matches already, so that none counts them. If there are fewer pages, the deep page is
 * in the middle of the list.
 */
export async function measureDeepPages(options: Options): Promise<DeepPageMeasurements[]> {
	const { server, pagesDeep, rounds, log } = options;
	const [client] = await server.openConnections(1);
	if (!client) throw new Error('The database has no free connection.');
	const results: DeepPageMeasurements[] = [];
	for (const each of CASES) {
		const measurements: DeepPageMeasurements = { name: each.name, first: [], deep: [], unread: [] };
		const first = await findCursorAfter(client, each, 0);
		const deep = await findCursorAfter(client, each, pagesDeep);
		let unreadCursor: string = deep;
		for (let round = -Math.min(WARM_UP_ROUNDS, rounds); round < rounds; round++) {
			const pages = {
				first: await requestPage(server, each, first),
				deep: await requestPage(server, each, deep),
				unread: await requestPage(server, each, unreadCursor),
			};
			unreadCursor = pages.unread.nextCursor ?? deep;
			if (round < 0) continue;
			measurements.first.push(pages.first.durationMs);
			measurements.deep.push(pages.deep.durationMs);
			measurements.unread.push(pages.unread.durationMs);
		}
		results.push(measurements);
		log(`Measured: ${each.name}`);
	}
	return results;
}

async function requestPage(
	server: RecordedServer,
	{ sort, category }: Case,
	cursor: string,
): Promise<{ durationMs: number; nextCursor: string | null }> {
	const query = new URLSearchParams({ limit: String(PAGE_SIZE), sort, cursor });
	if (category) query.set('category', category);
	const startedAt = performance.now();
	const response = await fetch(`${server.address}/api/items?${query}`, { headers: UNKNOWN_TOKEN });
	const text = await response.text();
	const durationMs = performance.now() - startedAt;
	if (!response.ok) throw new Error(`A page answers ${response.status}: ${text.slice(0, 200)}`);
	return { durationMs, nextCursor: JSON.parse(text).nextCursor };
}

/**
 * The cursor after this many pages and one item: the first page is requested with a cursor too, so that both take the
 * same code path.
 */
async function findCursorAfter(client: pg.Client, { sort, category }: Case, pages: number) {
	const { key, order } = SORT_SQL[sort];
	const condition = category === undefined ? '' : `and category = '${category}'`;
	const onSale = `from items
		where sold_at is null and banned_at is null and deleted_at is null ${condition}`;
	const { rows } = await client.query<Position>(
		`select id, ${key} as key ${onSale}
		order by ${order} offset least($1::int, (select count(*) / 2 ${onSale})) limit 1`,
		[pages * PAGE_SIZE],
	);
	if (!rows[0]) throw new Error('There are no items on sale.');
	return encodeCursor(sort, rows[0], '1000+');
}

const p95 = (durationsMs: readonly number[]) => percentile(durationsMs, 0.95);

function rowOf({ name, first, deep, unread }: DeepPageMeasurements): string[] {
	const percentiles = (durationsMs: readonly number[]) =>
		[0.5, 0.95].map((share) => percentile(durationsMs, share).toFixed(1));
	const comparedWithFirst = (durationsMs: readonly number[]) => [
		...percentiles(durationsMs),
		(p95(durationsMs) / p95(first)).toFixed(2),
	];
	return [name, ...percentiles(first), ...comparedWithFirst(deep), ...comparedWithFirst(unread)];
}

function resultsOf(measurements: readonly DeepPageMeasurements[]) {
	const unread = measurements.map((each) => p95(each.unread) / p95(each.first));
	return [
		checkTarget({
			what: 'a page 5,000 pages deep: p95',
			sign: '≤',
			limit: 2,
			unit: '×',
			comparedWith: 'the first page',
			measurements: measurements.map(({ first, deep }) => p95(deep) / p95(first)),
		}),
		withoutTarget(
			'pages 5,000 pages deep that were not read before: p95',
			`${formatRange(unread)} × a first page that was`,
		),
	];
}
