import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureVendure } from './measure-vendure.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';
import type { Measured } from './vendure-besides.ts';

/** `npm run bench:vendure`: a list of products, beside Vendure's. Linux only: it pins processes to cores. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		rounds: { type: 'string', default: '3' },
		seconds: { type: 'string', default: '4' },
	},
});

function rowOf({ name, wanted, market, vendure }: Measured): (string | number)[] {
	const ratios = market.map(
		({ perSecond }, round) => perSecond / (vendure[round]?.perSecond ?? Number.NaN),
	);
	return [
		name,
		...[market, vendure].map((turns) => Math.round(medianOf(turns.map((turn) => turn.perSecond)))),
		medianOf(ratios).toFixed(1),
		`${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`,
		`≥ ${wanted}`,
		...[market, vendure].map((turns) => medianOf(turns.map(({ p99 }) => p99)).toFixed(1)),
		[...market, ...vendure].reduce((sum, { failed }) => sum + failed, 0),
	];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	await buildPages();
	const measured = await measureVendure({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-reads') },
		folder: join(ROOT, '.cache', 'bench-vendure'),
		items,
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`A list of products among ${items.toLocaleString('en-IN')}, beside Vendure 3.7 (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:vendure',
		[
			...['page', 'a second', 'Vendure', 'ratio', 'spread', 'wanted'],
			...['p99 ms', 'Vendure p99 ms', 'failed'],
		],
		measured.map(rowOf),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
