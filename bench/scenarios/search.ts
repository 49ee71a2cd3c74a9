import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fillDatabase } from '../lib/fill-database.ts';
import { checkTarget, withoutTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption, type Log } from '../lib/scenario.ts';
import {
	FACETS,
	FILTERED_WORDS,
	makeUnique,
	SEARCH_CASES,
	UNKNOWN_TOKEN,
} from '../lib/search-cases.ts';
import { startServer } from '../lib/start-program.ts';
import { percentile } from '../lib/statistics.ts';

/** Response times of searches, one at a time. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-data'),
		items: itemsOption(100_000),
		rounds: { default: 60, help: 'requests of each case' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		// PostgreSQL's own programs start in another folder.
		const environment = { DATA_DIR: resolve(dataDir) };
		await fillDatabase({ environment, items, log });
		const server = await startServer({ RATE_LIMIT: 'off', ...environment });
		try {
			const durations = await measureSearch(server.address, rounds, log);
			const sizeText = `${items.toLocaleString('en-IN')} items`;
			return {
				tables: [
					{
						title: `Search among ${sizeText}`,
						columns: ['case', 'p50 ms', 'p95 ms'],
						rows: [...durations].map(([name, durationsMs]) => [
							name,
							...[0.5, 0.95].map((share) => percentile(durationsMs, share).toFixed(1)),
						]),
					},
				],
				results: resultsOf(durations, items, sizeText),
			};
		} finally {
			await server.stop();
		}
	},
});

/** Milliseconds of each request, by case. */
type Durations = ReadonlyMap<string, readonly number[]>;

/** The most items for which the bars of one college hold. */
const COLLEGE_ITEMS = 100_000;

/**
 * Sends one search at a time. Each request has a token, so none is answered from the memo. A search for words
 * is not repeated exactly (`makeUnique`), so that the number of its matches is not cached.
 */
async function measureSearch(address: string, rounds: number, log: Log): Promise<Durations> {
	const durations = new Map<string, number[]>();
	for (const { name, paths } of SEARCH_CASES) {
		for (const path of paths) await fetchSearch(address, path);
		const durationsMs: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const startedAt = performance.now();
			await fetchSearch(address, paths[round % paths.length] ?? '');
			durationsMs.push(performance.now() - startedAt);
		}
		durations.set(name, durationsMs);
		log(`Measured: ${name}`);
	}
	return durations;
}

async function fetchSearch(address: string, path: string): Promise<void> {
	const uniquePath = makeUnique(path);
	const signal = AbortSignal.timeout(30_000);
	const response = await fetch(`${address}/api${uniquePath}`, { headers: UNKNOWN_TOKEN, signal });
	const body = await response.text();
	if (!response.ok)
		throw new Error(`${uniquePath} answers ${response.status}: ${body.slice(0, 200)}`);
}

function resultsOf(durations: Durations, items: number, sizeText: string) {
	const p95Of = (name: string) => percentile(durations.get(name) ?? [], 0.95);
	const isOneCollege = items <= COLLEGE_ITEMS;
	const facets = `facets among ${sizeText}, not cached: p95`;
	const target = { sign: '≤', unit: 'ms', digits: 0 } as const;
	return [
		checkTarget({
			...target,
			what: `search among ${sizeText}, words with two filters: p95`,
			limit: isOneCollege ? 50 : 150,
			measurements: [p95Of(FILTERED_WORDS)],
		}),
		isOneCollege
			? checkTarget({ ...target, what: facets, limit: 80, measurements: [p95Of(FACETS)] })
			: withoutTarget(facets, `${p95Of(FACETS).toFixed(0)} ms`),
	];
}
