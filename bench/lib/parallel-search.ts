import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { type ClosedLoopResult, runClosedLoop } from './closed-loop.ts';
import { type RecordedServer, runStatements, type Statement } from './recorded-server.ts';
import type { Log } from './scenario.ts';
import { makeUnique, UNKNOWN_TOKEN, WORDS_BY_PRICE } from './search-cases.ts';

interface ParallelOptions {
	server: RecordedServer;
	clients: number;
	rounds: number;
	/** How long HTTP and SQL run in each round. */
	seconds: number;
	log: Log;
}

/** One result per round. */
export interface ParallelMeasurements {
	http: ClosedLoopResult[];
	sql: ClosedLoopResult[];
}

/**
 * Measures how many searches per second several clients get over HTTP. For comparison, it runs the same SQL statements
 * alone, on as many connections. The searches are for two words in a category, sorted by price.
 */
export async function measureParallelSearch(
	options: ParallelOptions,
): Promise<ParallelMeasurements> {
	const { server, clients, rounds, seconds, log } = options;
	const connections = await server.openConnections(clients);
	const statementLists: Statement[][] = [];
	for (const path of WORDS_BY_PRICE) {
		statementLists.push(
			await server.recordDuring(async () => {
				const response = await fetch(`${server.address}/api${makeUnique(path)}`);
				await response.text();
			}),
		);
	}
	let pathNumber = 0;
	const nextPath = () => {
		const path = WORDS_BY_PRICE[pathNumber++ % WORDS_BY_PRICE.length] ?? '';
		return `/api${makeUnique(path)}`;
	};
	// A request with a token, even an unknown one, is not answered from the response cache.
	const load = { nextPath, headers: UNKNOWN_TOKEN, connections: clients, seconds, status: 200 };
	const measurements: ParallelMeasurements = { http: [], sql: [] };
	// The first round warms up and is not counted.
	for (let round = 0; round <= rounds; round++) {
		const sql = await runParallel(connections, statementLists, seconds);
		const http = await runClosedLoop({ address: server.address, ...load });
		if (round === 0) continue;
		measurements.sql.push(sql);
		measurements.http.push(http);
		const rates = [http, sql].map(({ perSecond }) => perSecond.toFixed(0));
		log(`${clients} clients: ${rates[0]}/s over HTTP, ${rates[1]}/s SQL alone`);
	}
	return measurements;
}

async function runParallel(
	clients: readonly pg.Client[],
	statementLists: readonly Statement[][],
	seconds: number,
): Promise<ClosedLoopResult> {
	const durationsMs: number[] = [];
	const start = performance.now();
	const end = start + seconds * 1000;
	let statementsNumber = 0;
	const runRepeatedly = async (client: pg.Client) => {
		do {
			const startedAt = performance.now();
			await runStatements(client, statementLists[statementsNumber++ % statementLists.length] ?? []);
			durationsMs.push(performance.now() - startedAt);
		} while (performance.now() < end);
	};
	await Promise.all(clients.map(runRepeatedly));
	const elapsedSeconds = (performance.now() - start) / 1000;
	const latencies = Float64Array.from(durationsMs).sort();
	return { perSecond: durationsMs.length / elapsedSeconds, latencies, failed: 0 };
}

/** For each round, the rate over HTTP divided by the rate of the SQL alone. */
export const rateFactors = ({ http, sql }: ParallelMeasurements) =>
	http.map(({ perSecond }, round) => perSecond / (sql[round]?.perSecond ?? 0));
