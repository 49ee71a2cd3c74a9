import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import type { Pagination } from '#contract/core/paging.ts';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { OFFICE_LISTS, OFFICE_STATISTICS } from '../lib/office-cases.ts';
import { fillOffice, volumesFor } from '../lib/office-data.ts';
import { checkBar } from '../lib/result-row.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { formatPercentile, percentile } from '../lib/statistics.ts';

export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-office'),
		items: itemsOption(1_000_000),
		rounds: { default: 20, help: 'requests of the first, of the last and of random pages' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		const environment = { DATA_DIR: dataDir };
		const figures = await measureOffice({ environment, items, rounds, log });
		const lists = figures.filter(({ last }) => last.length > 0);
		const statistics = figures.filter(({ last }) => last.length === 0);
		const common = { sign: '<', unit: 'ms', digits: 0 } as const;
		return {
			tables: [
				{
					title: `The back-office among ${items.toLocaleString('en-IN')} items`,
					columns: [
						...['call', 'entries', 'first page p50 ms', 'p95 ms'],
						...['last page p50 ms', 'p95 ms', 'random page p50 ms', 'p95 ms'],
					],
					rows: figures.map(rowOf),
				},
			],
			results: [
				checkBar({
					what: 'back-office with 1,000,000 items, every list: slowest p95',
					...{ ...common, limit: 100, figures: [slowestP95(lists)] },
				}),
				checkBar({
					what: 'back-office with 1,000,000 items, statistics: slowest p95',
					...{ ...common, limit: 150, figures: [slowestP95(statistics)] },
				}),
			],
		};
	},
});

interface Options {
	/** Of the server; its database is filled. */
	environment: Environment;
	items: number;
	/** Requests of the first page, of the last, and of random pages. */
	rounds: number;
	log: Log;
}

/** Milliseconds of each request. */
export interface OfficeFigures {
	name: string;
	/** As the list counts them; empty for calls without pages. */
	entries: string;
	first: number[];
	last: number[];
	/** Of random pages. */
	random: number[];
}

/** Sends a request as an administrator. */
type Send = (path: string) => Promise<{ took: number; body: { pagination?: Pagination } }>;

/** Requests every list and statistic of the back-office, one request at a time. */
export async function measureOffice(options: Options): Promise<OfficeFigures[]> {
	const { environment, items, rounds, log } = options;
	const token = await prepareDatabase(environment, log, (filled) =>
		fillOffice(filled, volumesFor(items), log),
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
		const answer = await fetch(`${address}/api/admin${path}`, {
			headers: { authorization: `Bearer ${token}` },
			signal: AbortSignal.timeout(60_000),
		});
		const text = await answer.text();
		const took = performance.now() - startedAt;
		if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 200)}`);
		return { took, body: JSON.parse(text) };
	};
}

async function measureCalls(send: Send, rounds: number, log: Log): Promise<OfficeFigures[]> {
	const all: OfficeFigures[] = [];
	for (const { path, filters } of OFFICE_LISTS) {
		for (const filter of filters) all.push(await measureList(send, path, filter, rounds));
		log(`Measured: ${path}`);
	}
	for (const path of OFFICE_STATISTICS) {
		const first = await repeat(rounds, () => send(path));
		all.push({ name: path, entries: '', first, last: [], random: [] });
	}
	return all;
}

async function measureList(
	send: Send,
	path: string,
	filter: string,
	rounds: number,
): Promise<OfficeFigures> {
	const sendPage = (page: number) => send(`${path}?${filter}&page=${page}`);
	const { pagination } = (await sendPage(1)).body;
	if (!pagination) throw new Error(`${path} has no pages.`);
	const { totalPages, total, isExact } = pagination;
	return {
		name: filter ? `${path}?${filter}` : path,
		entries: isExact ? String(total) : `${total}+`,
		first: await repeat(rounds, () => sendPage(1)),
		last: await repeat(rounds, () => sendPage(totalPages)),
		random: await repeat(rounds, () => sendPage(1 + Math.floor(Math.random() * totalPages))),
	};
}

async function repeat(rounds: number, send: () => Promise<{ took: number }>): Promise<number[]> {
	const taken: number[] = [];
	for (let round = 0; round < rounds; round++) taken.push((await send()).took);
	return taken;
}

function rowOf({ name, entries, first, last, random }: OfficeFigures): string[] {
	const percentiles = (taken: readonly number[]) =>
		[0.5, 0.95].map((share) => formatPercentile(taken, share, 1));
	return [name, entries, ...[first, last, random].flatMap(percentiles)];
}

function slowestP95(figures: readonly OfficeFigures[]): number {
	const measured = figures
		.flatMap(({ first, last, random }) => [first, last, random])
		.filter((taken) => taken.length > 0);
	return Math.max(...measured.map((taken) => percentile(taken, 0.95)));
}
