import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { checkTarget, withoutTarget } from '../lib/result-row.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { fillWithSoldItems, type SoldItem } from '../lib/sold-items.ts';
import { formatPercentile, percentile } from '../lib/statistics.ts';
import { signUp } from '../lib/users.ts';

/** Response times of the price guide, which says what similar items sold for. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-sold'),
		items: itemsOption(200_000),
		rounds: { default: 400, help: 'requests of each kind of title' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		const environment = { DATA_DIR: dataDir };
		const measurements = await measurePriceGuide({ environment, items, rounds, log });
		const soldText = items.toLocaleString('en-IN');
		return {
			tables: [
				{
					title: `The price guide among ${soldText} sold items`,
					columns: ['title', 'p50 ms', 'p95 ms', 'with numbers'],
					rows: measurements.map(({ name, durationsMs, answersWithPrices }) => [
						name,
						formatPercentile(durationsMs, 0.5, 1),
						formatPercentile(durationsMs, 0.95, 1),
						`${answersWithPrices} of ${durationsMs.length}`,
					]),
				},
			],
			results: measurements.map(({ name, isTypical, durationsMs }) => {
				const what = `price guide among ${soldText} sold items, ${name}: p95`;
				const p95 = percentile(durationsMs, 0.95);
				if (!isTypical) return withoutTarget(what, `${p95.toFixed(0)} ms`);
				const target = { sign: '<', limit: 40, unit: 'ms', digits: 0 } as const;
				return checkTarget({ what, ...target, measurements: [p95] });
			}),
		};
	},
});

interface Options {
	/** The server's environment. Its database is filled. */
	environment: Environment;
	items: number;
	/** Requests of each kind of title. */
	rounds: number;
	log: Log;
}

export interface PriceGuideMeasurements {
	name: string;
	/** Whether people post such items every day. */
	isTypical: boolean;
	durationsMs: number[];
	answersWithPrices: number;
}

/** Requests the price guide, one request at a time, for items like those sold and for items unlike all of them. */
export async function measurePriceGuide(options: Options): Promise<PriceGuideMeasurements[]> {
	const { environment, items, rounds, log } = options;
	let sold: SoldItem[] = [];
	await prepareDatabase(environment, log, async (context) => {
		sold = await fillWithSoldItems(context, items, rounds, log);
		await context.db.execute(sql`vacuum (analyze) items`);
	});
	const server = await startApp({
		config: readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment }),
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: log,
		beforeServing: async () => undefined,
	});
	const unlikeAll = sold.map(({ category, condition }, index) => ({
		title: `Zither ${index} from Xanthi`,
		category,
		condition,
		subject: '',
	}));
	const kinds = [
		{ name: 'titles like those sold', isTypical: true, queriedItems: sold },
		{ name: 'titles like no other', isTypical: false, queriedItems: unlikeAll },
	];
	try {
		const { token } = await signUp(server.address);
		const results: PriceGuideMeasurements[] = [];
		for (const { queriedItems, ...kind } of kinds) {
			results.push({ ...kind, ...(await measureRequests(server.address, token, queriedItems)) });
			log(`Measured: ${kind.name}`);
		}
		return results;
	} finally {
		await server.close();
	}
}

async function measureRequests(address: string, token: string, queriedItems: readonly SoldItem[]) {
	const durationsMs: number[] = [];
	let answersWithPrices = 0;
	for (const item of queriedItems) {
		const startedAt = performance.now();
		const response = await fetch(
			`${address}/api/items/price-guide?${new URLSearchParams(searchParamsOf(item))}`,
			{ headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(30_000) },
		);
		const text = await response.text();
		durationsMs.push(performance.now() - startedAt);
		if (!response.ok) throw new Error(`A guide answers ${response.status}: ${text.slice(0, 200)}`);
		if (JSON.parse(text).enough) answersWithPrices += 1;
	}
	return { durationsMs, answersWithPrices };
}

/** The query of an item, without its empty fields. */
function searchParamsOf(item: SoldItem): [string, string][] {
	return Object.entries(item).filter(([, value]) => value !== '');
}
