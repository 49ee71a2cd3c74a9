import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { ClosedLoopResult } from '../lib/closed-loop.ts';
import {
	measureParallelSearch,
	type ParallelMeasurements,
	rateFactors,
} from '../lib/parallel-search.ts';
import {
	openRecordedServer,
	type RecordedServer,
	runStatements,
	type Statement,
} from '../lib/recorded-server.ts';
import { checkTarget, formatRange, withoutTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption, type Log } from '../lib/scenario.ts';
import {
	FACETS,
	FILTERED_WORDS,
	makeUnique,
	SEARCH_CASES,
	UNKNOWN_TOKEN,
} from '../lib/search-cases.ts';
import { formatSpread, percentile, sum } from '../lib/statistics.ts';

/** Response times of searches among a million items, compared with the same SQL alone. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-data'),
		items: itemsOption(1_000_000),
		rounds: { default: 60, help: 'requests of each case' },
		'parallel-rounds': { default: 5, help: 'rounds of parallel clients, after one that warms up' },
		seconds: { default: 5, help: 'seconds of each round of parallel clients' },
	},
	async run({ 'data-dir': dataDir, items, rounds, seconds, ...values }, log) {
		const server = await openRecordedServer({ environment: { DATA_DIR: dataDir }, items, log });
		try {
			const measurements = await measureSearch(server, rounds, log);
			const parallel = await measureParallelSearch({
				server,
				clients: PARALLEL_CLIENTS,
				rounds: values['parallel-rounds'],
				seconds,
				log,
			});
			const sizeText = `${items.toLocaleString('en-IN')} items`;
			return {
				tables: [
					{
						title: `Search among ${sizeText}`,
						columns: ['case', 'HTTP p50 ms', 'p95 ms', 'SQL p50 ms', 'p95 ms', 'p95 factor'],
						rows: measurements.map(rowOf),
					},
					{
						title: `Two words, category, by price, ${PARALLEL_CLIENTS} clients, among ${sizeText}`,
						columns: ['', 'per second', 'p50 ms', 'p95 ms', 'failed'],
						rows: parallelRowsOf(parallel),
					},
				],
				results: [...resultsOf(measurements), ...parallelResultsOf(parallel)],
			};
		} finally {
			await server.close();
		}
	},
});

const PARALLEL_CLIENTS = 8;
/** Names of the cases that have a target. */
const TWO_WORDS = 'two common words, category, price up';
const COMMON_WORDS = ['one very common word', 'one very common word, price up'];

export interface SearchMeasurements {
	name: string;
	/** Milliseconds of the request in each round. */
	http: number[];
	/** Milliseconds of its statements alone in each round. */
	sql: number[];
}

/** A path, with the statements of its last request. */
interface Probe {
	path: string;
	statements: Statement[];
}

/**
 * Sends one search at a time, and runs the same SQL statements on a separate connection. The two take turns in going first,
 * so that neither always finds warm caches. Each request has a token, so none is answered from the response cache. A search
 * for words is not repeated exactly (`makeUnique`), so that the number of its matches is not cached.
 */
export async function measureSearch(
	server: RecordedServer,
	rounds: number,
	log: Log,
): Promise<SearchMeasurements[]> {
	const [client] = await server.openConnections(1);
	if (!client) throw new Error('No connection was opened.');
	const results: SearchMeasurements[] = [];
	for (const { name, paths } of SEARCH_CASES) {
		const probes: Probe[] = [];
		for (const path of paths) {
			const statements = await server.recordDuring(() => fetchSearch(server.address, path));
			probes.push({ path, statements });
		}
		const measurements: SearchMeasurements = { name, http: [], sql: [] };
		for (let round = 0; round < rounds; round++) {
			const probe = probes[round % probes.length];
			if (probe) await measureOnce(server, client, probe, measurements, round);
		}
		results.push(measurements);
		log(`Measured: ${name}`);
	}
	return results;
}

async function measureOnce(
	server: RecordedServer,
	client: pg.Client,
	probe: Probe,
	measurements: SearchMeasurements,
	round: number,
): Promise<void> {
	const http = async () => {
		probe.statements = await server.recordDuring(async () =>
			measurements.http.push(await measureMs(() => fetchSearch(server.address, probe.path))),
		);
	};
	const sql = async () =>
		measurements.sql.push(await measureMs(() => runStatements(client, probe.statements)));
	// Changes every second round only: in a case with two paths, each is measured in both orders.
	const order = Math.floor(round / 2) % 2 === 0 ? [http, sql] : [sql, http];
	for (const measure of order) await measure();
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

async function fetchSearch(address: string, path: string): Promise<void> {
	const uniquePath = makeUnique(path);
	const signal = AbortSignal.timeout(30_000);
	const response = await fetch(`${address}/api${uniquePath}`, { headers: UNKNOWN_TOKEN, signal });
	const body = await response.text();
	if (!response.ok)
		throw new Error(`${uniquePath} answers ${response.status}: ${body.slice(0, 200)}`);
}

const p95Factor = ({ http, sql }: SearchMeasurements) =>
	percentile(http, 0.95) / percentile(sql, 0.95);

function rowOf(measurements: SearchMeasurements): string[] {
	const { name, http, sql } = measurements;
	const percentiles = [http, sql].flatMap((durationsMs) =>
		[0.5, 0.95].map((share) => percentile(durationsMs, share).toFixed(1)),
	);
	return [name, ...percentiles, p95Factor(measurements).toFixed(2)];
}

function parallelRowsOf(measurements: ParallelMeasurements): string[][] {
	const toRow = (name: string, rounds: readonly ClosedLoopResult[]) => [
		name,
		formatSpread(
			rounds.map(({ perSecond }) => perSecond),
			1,
		),
		...[0.5, 0.95].map((share) =>
			formatSpread(
				rounds.map(({ latencies }) => percentile(latencies, share)),
				1,
			),
		),
		String(sum(rounds.map(({ failed }) => failed))),
	];
	return [
		toRow('HTTP', measurements.http),
		toRow('SQL alone', measurements.sql),
		['factor', formatSpread(rateFactors(measurements), 1), '', '', ''],
	];
}

function resultsOf(measurements: readonly SearchMeasurements[]) {
	const p95Factors = (names: readonly string[], isIncluded: boolean) =>
		measurements.filter(({ name }) => names.includes(name) === isIncluded).map(p95Factor);
	const p95Of = (name: string) =>
		measurements.filter((each) => each.name === name).map(({ http }) => percentile(http, 0.95));
	const commonWordSearches = measurements.filter(({ name }) => COMMON_WORDS.includes(name));
	return [
		checkTarget({
			what: 'search, two words, category, by price: p95',
			sign: '≤',
			limit: 2.5,
			unit: '×',
			comparedWith: 'the SQL alone',
			measurements: p95Factors([TWO_WORDS], true),
		}),
		checkTarget({
			what: 'search, the most common words: p95',
			sign: '<',
			limit: 50,
			unit: 'ms',
			measurements: commonWordSearches.map(({ http }) => percentile(http, 0.95)),
			digits: 0,
		}),
		checkTarget({
			what: 'search, words with two filters: p95',
			sign: '≤',
			limit: 2,
			unit: '×',
			comparedWith: 'the SQL alone',
			measurements: p95Factors([FILTERED_WORDS], true),
		}),
		checkTarget({
			what: 'search, words with two filters: p95',
			sign: '<',
			limit: 50,
			unit: 'ms',
			measurements: p95Of(FILTERED_WORDS),
			digits: 0,
		}),
		checkTarget({
			what: 'facets of a listing, not cached: p95',
			sign: '<',
			limit: 80,
			unit: 'ms',
			measurements: p95Of(FACETS),
			digits: 0,
		}),
		withoutTarget(
			'search, all other cases: p95',
			`${formatRange(p95Factors([TWO_WORDS, ...COMMON_WORDS, FILTERED_WORDS, FACETS], false))} × the SQL alone`,
		),
	];
}

function parallelResultsOf(measurements: ParallelMeasurements) {
	const p95 = percentile(
		measurements.http.map(({ latencies }) => percentile(latencies, 0.95)),
		0.5,
	);
	return [
		checkTarget({
			what: 'search, eight at once: rate',
			sign: '≥',
			limit: 0.5,
			unit: '×',
			digits: 1,
			comparedWith: 'the SQL alone',
			measurements: [percentile(rateFactors(measurements), 0.5)],
		}),
		checkTarget({
			what: 'search, eight at once: p95',
			sign: '<',
			limit: 75,
			unit: 'ms',
			measurements: [p95],
			digits: 0,
		}),
	];
}
