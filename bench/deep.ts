import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type DeepFigures, measureDeep } from './measure-deep.ts';
import { percentile } from './percentile.ts';
import { openRecordedMarket } from './recorded-market.ts';
import { report } from './results.ts';

/** `npm run bench:deep`: a page 5,000 pages deep beside the first, among a million items. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '1000000' },
		rounds: { type: 'string', default: '200' },
	},
});
const PAGES_DEEP = 5000;

function rowOf({ name, first, deep, unread }: DeepFigures): string[] {
	const reference = percentile(first, 0.95);
	const at = (taken: readonly number[]) =>
		[0.5, 0.95].map((share) => percentile(taken, share).toFixed(1));
	const beside = (taken: readonly number[]) => [
		...at(taken),
		(percentile(taken, 0.95) / reference).toFixed(2),
	];
	return [name, ...at(first), ...beside(deep), ...beside(unread)];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	await buildPages();
	const dataDir = values['data-dir'] ?? join(ROOT, '.cache', 'bench-data');
	const market = await openRecordedMarket({ environment: { DATA_DIR: dataDir }, items, say });
	try {
		const options = { market, pagesDeep: PAGES_DEEP, rounds: Number(values.rounds), say };
		const memory = Math.round(totalmem() / 2 ** 30);
		await report(
			`A page ${PAGES_DEEP} pages deep among ${items.toLocaleString('en-IN')} items (${cpus()[0]?.model}, ${memory} GB)`,
			'npm run bench:deep',
			[
				...['order', 'first p50 ms', 'p95 ms', 'deep p50 ms', 'p95 ms', 'ratio'],
				...['unread p50 ms', 'p95 ms', 'ratio'],
			],
			(await measureDeep(options)).map(rowOf),
		);
	} finally {
		await market.close();
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
