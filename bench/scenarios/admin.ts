import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import type { Pagination } from '#contract/core/paging.ts';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { ADMIN_LISTS, ADMIN_STATISTICS } from '../lib/admin-cases.ts';
import { fillAdminData, volumesFor } from '../lib/admin-data.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { checkTarget } from '../lib/result-row.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { formatPercentile, percentile } from '../lib/statistics.ts';

/** Response times of every list and statistic of the back-office. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-office'),
		items: itemsOption(1_000_000),
		rounds: { default: 20, help: 'requests of the first, of the last and of random pages' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		const environment = { DATA_DIR: dataDir };
		const measurements = await measureAdmin({ environment, items, rounds, log });
		const lists = measurements.filter(({ lastPage }) => lastPage.length > 0);
		const statistics = measurements.filter(({ lastPage }) => lastPage.length === 0);
		const common = { sign: '<', unit: 'ms', digits: 0 } as const;
		const rowPrefix = `back-office with ${items.toLocaleString('en-US')} items`;
		return {
			tables: [
				{
					title: `The back-office among ${items.toLocaleString('en-IN')} items`,
					columns: [
						'call',
						'entries',
						'first page p50 ms',
						'p95 ms',
						'last page p50 ms',
						'p95 ms',
						'random page p50 ms',
						'p95 ms',
					],
					rows: measurements.map(rowOf),
				},
			],
			results: [
				checkTarget({
					what: `${rowPrefix}, every list: slowest p95`,
					...common,
					limit: 100,
					measurements: [slowestP95(lists)],
				}),
				checkTarget({
					what: `${rowPrefix}, statistics: slowest p95`,
					...common,
					limit: 150,
					measurements: [slowestP95(statistics)],
				}),
			],
		};
	},
});

interface Options {
	/** The server's environment. Its database is filled. */
	environment: Environment;
	items: number;
	/** Requests of the first page, of the last, and of random pages. */
	rounds: number;
	log: Log;
}

/** Milliseconds of each request. */
export interface AdminMeasurements {
	name: string;
	/** The total that the list reports; empty for calls without pages. */
	entries: string;
	firstPage: number[];
	lastPage: number[];
	randomPage: number[];
}

/** Sends a request as an administrator. */
type Send = (path: string) => Promise<{ durationMs: number; body: { pagination?: Pagination } }>;

/** Requests every list and statistic of the back-office, one request at a time. */
export async function measureAdmin(options: Options): Promise<AdminMeasurements[]> {
	const { environment, items, rounds, log } = options;
	const token = await prepareDatabase(environment, log, (context) =>
		fillAdminData(context, volumesFor(items), log),
	);
	const server = await startApp({
		config: readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment }),
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: log,
		beforeServing: async () => undefined,
	});
	try {
		return await measureCalls(sendAs(server.address, token), rounds, log);
	} finally {
		await server.close();
	}
}

function sendAs(address: string, token: string): Send {
	return async (path) => {
		const startedAt = performance.now();
		const response = await fetch(`${address}/api/admin${path}`, {
			headers: { authorization: `Bearer ${token}` },
			signal: AbortSignal.timeout(60_000),
		});
		const text = await response.text();
		const durationMs = performance.now() - startedAt;
		if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 200)}`);
		return { durationMs, body: JSON.parse(text) };
	};
}

async function measureCalls(send: Send, rounds: number, log: Log): Promise<AdminMeasurements[]> {
	const results: AdminMeasurements[] = [];
	for (const { path, filters } of ADMIN_LISTS) {
		for (const filter of filters) results.push(await measureList(send, path, filter, rounds));
		log(`Measured: ${path}`);
	}
	for (const path of ADMIN_STATISTICS) {
		const firstPage = await repeatRequest(rounds, () => send(path));
		results.push({ name: path, entries: '', firstPage, lastPage: [], randomPage: [] });
	}
	return results;
}

async function measureList(
	send: Send,
	path: string,
	filter: string,
	rounds: number,
): Promise<AdminMeasurements> {
	const sendPage = (page: number) => send(`${path}?${filter}&page=${page}`);
	const { pagination } = (await sendPage(1)).body;
	if (!pagination) throw new Error(`${path} has no pages.`);
	const { totalPages, total, isExact } = pagination;
	return {
		name: filter ? `${path}?${filter}` : path,
		entries: isExact ? String(total) : `${total}+`,
		firstPage: await repeatRequest(rounds, () => sendPage(1)),
		lastPage: await repeatRequest(rounds, () => sendPage(totalPages)),
		randomPage: await repeatRequest(rounds, () =>
			sendPage(1 + Math.floor(Math.random() * totalPages)),
		),
	};
}

async function repeatRequest(
	rounds: number,
	send: () => Promise<{ durationMs: number }>,
): Promise<number[]> {
	const durationsMs: number[] = [];
	for (let round = 0; round < rounds; round++) durationsMs.push((await send()).durationMs);
	return durationsMs;
}

function rowOf({ name, entries, firstPage, lastPage, randomPage }: AdminMeasurements): string[] {
	const percentiles = (durationsMs: readonly number[]) =>
		[0.5, 0.95].map((share) => formatPercentile(durationsMs, share, 1));
	return [name, entries, ...[firstPage, lastPage, randomPage].flatMap(percentiles)];
}

function slowestP95(measurements: readonly AdminMeasurements[]): number {
	const durationLists = measurements
		.flatMap(({ firstPage, lastPage, randomPage }) => [firstPage, lastPage, randomPage])
		.filter((durationsMs) => durationsMs.length > 0);
	return Math.max(...durationLists.map((durationsMs) => percentile(durationsMs, 0.95)));
}
