import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#tools/lib/open-database.ts';
import { createPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { cpuSeconds, databaseCpuSeconds } from '../lib/cpu-time.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { ACTION_NAMES, type Action, type ActionName, openActions } from '../lib/growth-actions.ts';
import type { ResultRow } from '../lib/result-row.ts';
import { createPhoto } from '../lib/sample-photos.ts';
import { dataDirOption, defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { startProgram } from '../lib/start-program.ts';
import { formatSpread, median, percentile } from '../lib/statistics.ts';

/** The cost of the same actions with 1,000 to 1,000,000 items. Linux only: reads /proc. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-growth'),
		items: { default: '1000,10000,100000,1000000', help: 'items of each database' },
		rounds: { default: 5, help: 'rounds' },
		seconds: { default: 3, help: 'seconds for each action and round' },
	},
	async run({ 'data-dir': dataDir, items, rounds, seconds }, log) {
		const sites = items.split(',').map((count) => ({
			items: Number(count),
			environment: { DATA_DIR: join(dataDir, count) },
		}));
		if (!sites.every((site) => site.items > 0))
			throw new Error('--items needs numbers: 1000,10000');
		const measurements = await measureGrowth({ sites, rounds, seconds, log });
		const sizes = measurements.map((each) => `${each.items.toLocaleString('en-IN')} items`);
		return {
			tables: [
				{
					title: `Cost of the same actions with more items, ${rounds} rounds`,
					columns: ['action', ...sizes, 'last / first'],
					rows: ACTION_NAMES.flatMap((name) => rowsOf(measurements, name)),
				},
			],
			results: [
				resultOf(measurements, ['listing', 'item', 'post', 'chat'], 1.3),
				resultOf(measurements, ['search'], 3),
			],
		};
	},
});

const ROOMS = 10;
const REQUESTED_ITEMS = 2000;
/** Small, so that photo processing does not dominate the cost. */
const PHOTO = { width: 640, height: 512 };

interface Site {
	/** The number of items up to which its database is filled. */
	items: number;
	environment: Environment;
}

interface Options {
	sites: readonly Site[];
	rounds: number;
	/** The duration of each action in each round. */
	seconds: number;
	log: Log;
}

interface Cost {
	/** Milliseconds of each repetition, round by round. */
	durationsMs: (readonly number[])[];
	/** Milliseconds of processor time per repetition, server and database together, round by round. */
	cpuMs: number[];
}

/** The measurements of one site. */
export interface GrowthMeasurements {
	items: number;
	costs: Record<ActionName, Cost>;
}

interface RunningSite extends GrowthMeasurements {
	actions: Record<ActionName, Action>;
	/** Processor time of server and database so far. */
	cpuSeconds: () => Promise<number>;
}

type OnEnd = (close: () => unknown) => void;

/** Runs the same actions on sites of different sizes. All sites stay open, and take turns in each round. */
export async function measureGrowth(options: Options): Promise<GrowthMeasurements[]> {
	for (const site of options.sites) await fillDatabase({ ...site, log: options.log });
	const photo = new Blob([await createPhoto(PHOTO)]);
	return withCleanup(async (onEnd) => {
		const sites: RunningSite[] = [];
		for (const site of options.sites) sites.push(await startSite(site, photo, onEnd));
		await measureRounds(sites, options);
		return sites.map(({ items, costs }) => ({ items, costs }));
	});
}

async function measureRounds(
	sites: readonly RunningSite[],
	{ rounds, seconds, log }: Options,
): Promise<void> {
	for (let round = 0; round < rounds; round++) {
		const alternatingSites = round % 2 === 0 ? sites : sites.toReversed();
		for (const name of ACTION_NAMES) {
			for (const site of alternatingSites) await measureAction(site, name, seconds);
		}
		log(`Round ${round + 1} of ${rounds}`);
	}
}

async function measureAction(site: RunningSite, name: ActionName, seconds: number): Promise<void> {
	// Warms up caches that the other sites have used meanwhile.
	await site.actions[name](seconds / 10);
	const before = await site.cpuSeconds();
	const durationsMs = await site.actions[name](seconds);
	const cpuMs = (((await site.cpuSeconds()) - before) * 1000) / durationsMs.length;
	site.costs[name].durationsMs.push(durationsMs);
	site.costs[name].cpuMs.push(cpuMs);
}

async function startSite(
	{ items, environment }: Site,
	photo: Blob,
	onEnd: OnEnd,
): Promise<RunningSite> {
	const { address, pid, stop } = await startProgram(
		['--import', './bench/lib/without-limits.ts', 'server/main.ts'],
		{ RATE_LIMIT: 'off', JWT_SECRET, ...environment },
	);
	onEnd(stop);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	onEnd(database.close);
	const pool = new pg.Pool({ connectionString: database.url, max: 1 });
	onEnd(() => pool.end());
	const pairs = await createPairs(environment, ROOMS);
	const { rows } = await pool.query<{ id: number; highest: number }>(
		`select items.id, (select max(id) from items) as highest from items
		join users on users.id = seller_id and users.banned_at is null
		where sold_at is null and items.banned_at is null and items.deleted_at is null
		order by random() limit ${REQUESTED_ITEMS}`,
	);
	const highestItemId = rows[0]?.highest ?? 0;
	const itemIds = rows.map(({ id }) => id);
	const { actions, close } = await openActions({ address, pairs, photo, itemIds, highestItemId });
	onEnd(close);
	const costs = ACTION_NAMES.map((name): [ActionName, Cost] => [
		name,
		{ durationsMs: [], cpuMs: [] },
	]);
	return {
		items,
		actions,
		costs: Object.fromEntries(costs) as Record<ActionName, Cost>,
		cpuSeconds: async () => (await cpuSeconds(pid)) + (await databaseCpuSeconds(pool)),
	};
}

/** The columns of the tables; each function returns one value per round. */
const METRICS_BY_NAME: Record<string, (cost: Cost) => number[]> = {
	'p50 ms': ({ durationsMs }) => durationsMs.map((round) => percentile(round, 0.5)),
	'p95 ms': ({ durationsMs }) => durationsMs.map((round) => percentile(round, 0.95)),
	'CPU ms': ({ cpuMs }) => cpuMs,
};

/** The cost of the last site divided by the cost of the first. */
function growthOf(
	measurements: readonly GrowthMeasurements[],
	name: ActionName,
	metric: (cost: Cost) => number[],
): number {
	const medians = measurements.map(({ costs }) => median(metric(costs[name])));
	return (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
}

function rowsOf(measurements: readonly GrowthMeasurements[], name: ActionName): string[][] {
	return Object.entries(METRICS_BY_NAME).map(([title, metric]) => [
		`${name}, ${title}`,
		...measurements.map(({ costs }) => formatSpread(metric(costs[name]), 2)),
		growthOf(measurements, name, metric).toFixed(2),
	]);
}

function resultOf(
	measurements: readonly GrowthMeasurements[],
	names: readonly ActionName[],
	limit: number,
): ResultRow {
	const [smallest, largest] = [measurements[0], measurements.at(-1)].map((each) =>
		each?.items.toLocaleString('en-US'),
	);
	const highest = Math.max(
		...names.flatMap((name) =>
			Object.values(METRICS_BY_NAME).map((metric) => growthOf(measurements, name, metric)),
		),
	);
	return {
		what: `${smallest} to ${largest} items: cost of ${names.join(', ')}`,
		target: `≤ ${limit} ×`,
		measured: `at most ${highest.toFixed(2)} ×`,
		isMet: highest <= limit,
	};
}
