import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { DEED_NAMES, type DeedName } from './growth-deeds.ts';
import { type Cost, type GrowthFigures, measureGrowthCost } from './measure-growth-cost.ts';
import { percentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:growth`: what the same costs at a thousand items and at a million. Linux only. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', multiple: true, default: ['1000', '10000', '100000', '1000000'] },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '3' },
	},
});

/** How many times as dear the largest may be as the smallest. */
const BARS: Record<DeedName, string> = {
	listing: '≤ 1.3',
	'listing, anywhere': '',
	item: '≤ 1.3',
	search: '≤ 3',
	post: '≤ 1.3',
	chat: '≤ 1.3',
};

/** In the middle of the rounds. */
const MEASURES: Record<string, (cost: Cost) => number[]> = {
	'p50 ms': ({ taken }) => taken.map((round) => percentile(round, 0.5)),
	'p95 ms': ({ taken }) => taken.map((round) => percentile(round, 0.95)),
	'work ms': ({ workMs }) => workMs,
};

function rowsOf(figures: readonly GrowthFigures[], name: DeedName): string[][] {
	return Object.entries(MEASURES).map(([measure, read]) => {
		const rounds = figures.map(({ costs }) => read(costs[name]));
		const middles = rounds.map((each) => percentile(each, 0.5));
		const cells = rounds.map((each) => {
			const [least, middle, most] = [0, 0.5, 1].map((share) => percentile(each, share).toFixed(2));
			return `${middle} (${least} to ${most})`;
		});
		const ratio = (middles.at(-1) ?? Number.NaN) / (middles[0] ?? Number.NaN);
		return [`${name}, ${measure}`, ...cells, ratio.toFixed(2), BARS[name]];
	});
}

async function main(): Promise<void> {
	const folder = values['data-dir'] ?? join(ROOT, '.cache', 'bench-growth');
	const markets = values.items.map((items) => ({
		items: itemsAskedFor(['--items', items]),
		environment: { DATA_DIR: join(folder, items) },
	}));
	await buildPages();
	const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
	const figures = await measureGrowthCost({ markets, rounds, seconds, say });
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`Cost as the market grows (${cpus()[0]?.model}, ${memory} GB; ${rounds} rounds)`,
		'npm run bench:growth',
		[
			'of',
			...figures.map(({ items }) => `${items.toLocaleString('en-IN')} items`),
			...['last / first', 'bar'],
		],
		DEED_NAMES.flatMap((name) => rowsOf(figures, name)),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
