import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureOffice, type OfficeFigures } from './measure-office.ts';
import { shownPercentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:office`: every list and figure of the back-office among a million items, over HTTP. */
const ROUNDS = 20;
const { values } = parseArgs({
	options: { 'data-dir': { type: 'string' }, items: { type: 'string', default: '1000000' } },
});

/** Nothing where a call was not measured so. */
function percentiles(taken: readonly number[]): string[] {
	return [0.5, 0.95].map((share) => shownPercentile(taken, share, 1));
}

function rowOf({ name, entries, first, last, between }: OfficeFigures): string[] {
	return [name, entries, ...[first, last, between].flatMap(percentiles)];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	await buildPages();
	const figures = await measureOffice({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-office') },
		items,
		rounds: ROUNDS,
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`The back-office among ${items.toLocaleString('en-IN')} items (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:office',
		['call', 'entries', 'first p50', 'p95 ms', 'last p50', 'p95 ms', 'any p50', 'p95 ms'],
		figures.map(rowOf),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
