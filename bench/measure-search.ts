import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { pino } from 'pino';
import type { Sort } from '#contract/item-facts.ts';
import { fillWithItems } from '#ops/seed/fill.ts';
import { readConfig } from '#server/config.ts';
import type { Connection } from '#server/db/client.ts';
import { encodeCursor } from '#server/features/items/listing.ts';
import { type MarketParts, openMarket } from '#server/market.ts';
import { PAGE, SEARCH_CASES } from './search-cases.ts';

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string>;
	items: number;
	/** How often each case is measured. */
	rounds: number;
	say: (line: string) => void;
}

export interface Figures {
	name: string;
	/** Milliseconds of each round: a request, and its statements without anything else. */
	http: number[];
	sql: number[];
}

interface Statement {
	text: string;
	values: unknown[];
}

/** One address, with the statements it runs. */
interface Probe {
	address: string;
	statements: Statement[];
}

/**
 * Opens a market of so many items and asks it what people ask, one request at a time: each between two runs of the same
 * SQL over a connection of its own, so that neither has the warmer memory.
 */
export async function measureSearch(options: Options): Promise<Figures[]> {
	const { environment, items, rounds, say } = options;
	let recorder: Recorder | undefined;
	const market = await openMarket({
		config: readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment }),
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: say,
		async beforeServing(parts) {
			await fillUp(parts, items, say);
			recorder = recordStatements(parts.serving);
		},
	});
	try {
		if (!recorder) throw new Error('The market did not open.');
		return await measureCases(market.address, recorder, rounds, say);
	} finally {
		await market.close();
	}
}

async function fillUp(parts: MarketParts, items: number, say: Options['say']): Promise<void> {
	const { rows } = await parts.connection.pool.query('select count(*)::int as count from items');
	const missing = items - (rows[0]?.count ?? 0);
	const { db } = parts.connection;
	if (missing > 0) await fillWithItems({ db, store: parts.store }, missing, say);
}

interface Recorder {
	/** A connection that nobody else uses. */
	alone: pg.Client;
	/** What the market runs while `ask` is answered. */
	during: (ask: () => Promise<unknown>) => Promise<Statement[]>;
}

function recordStatements({ pool }: Connection): Recorder {
	let recorded: Statement[] | undefined;
	const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
	const recording = (...given: unknown[]) => {
		const [statement, values] = given as [string | Statement, unknown[] | undefined];
		const text = typeof statement === 'string' ? statement : statement.text;
		recorded?.push({ text, values: values ?? [] });
		return query(...given);
	};
	Object.assign(pool, { query: recording });
	return {
		alone: new pg.Client({ connectionString: pool.options.connectionString }),
		async during(ask) {
			const statements: Statement[] = [];
			recorded = statements;
			await ask();
			recorded = undefined;
			return statements;
		},
	};
}

async function measureCases(
	market: string,
	recorder: Recorder,
	rounds: number,
	say: Options['say'],
): Promise<Figures[]> {
	const { alone, during } = recorder;
	await alone.connect();
	try {
		const all: Figures[] = [];
		for (const { name, addresses, pagesDeep } of SEARCH_CASES) {
			const probes: Probe[] = [];
			for (const given of addresses) {
				const address = pagesDeep ? await deepInto(alone, given, pagesDeep) : given;
				const statements = await during(() => request(market, address));
				probes.push({ address, statements });
			}
			const figures: Figures = { name, http: [], sql: [] };
			for (let round = 0; round < rounds; round++) {
				const probe = probes[round % probes.length];
				if (probe) await measureOnce(market, alone, probe, figures, round);
			}
			all.push(figures);
			say(`Measured: ${name}`);
		}
		return all;
	} finally {
		await alone.end();
	}
}

/** Which of the two is first takes turns with the rounds of one address. */
async function measureOnce(
	market: string,
	alone: pg.Client,
	{ address, statements }: Probe,
	figures: Figures,
	round: number,
): Promise<void> {
	const http = async () => figures.http.push(await timed(() => request(market, address)));
	const sql = async () => figures.sql.push(await timed(() => runAll(alone, statements)));
	const order = Math.floor(round / 2) % 2 === 0 ? [http, sql] : [sql, http];
	for (const measure of order) await measure();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

async function request(market: string, address: string): Promise<void> {
	const answer = await fetch(`${market}/api${address}`, { signal: AbortSignal.timeout(30_000) });
	const body = await answer.text();
	if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${body.slice(0, 200)}`);
}

async function runAll(alone: pg.Client, statements: readonly Statement[]): Promise<void> {
	for (const { text, values } of statements) await alone.query(text, values);
}

/** The address of a page far into the listing, where nobody wants to turn the pages one by one. */
async function deepInto(alone: pg.Client, address: string, pages: number): Promise<string> {
	const asked = new URLSearchParams(address.split('?')[1]);
	const sort = (asked.get('sort') ?? 'newest') as Sort;
	const order = sort === 'newest' ? 'id desc' : 'price, id';
	const { rows } = await alone.query(
		`select id, price::float8 as price from items
		where sold_at is null and banned_at is null and deleted_at is null
		order by ${order} offset least($1, (select count(*) / 2 from items)) limit 1`,
		[pages * PAGE],
	);
	const { id, price } = rows[0] ?? { id: 1, price: 1 };
	const cursor = encodeCursor(sort, { id, key: sort === 'newest' ? null : price }, '1000+');
	return `${address}&cursor=${encodeURIComponent(cursor)}`;
}
