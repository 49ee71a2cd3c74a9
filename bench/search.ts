import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Figures, measureSearch } from './measure-search.ts';
import { report } from './results.ts';

/** `npm run bench:search`: finding among a million items, over HTTP and as SQL alone. */
const ROUNDS = 60;
const { values } = parseArgs({
	options: { 'data-dir': { type: 'string' }, items: { type: 'string', default: '1000000' } },
});

const percentile = (sorted: readonly number[], share: number) =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function rowOf({ name, http, sql }: Figures): (string | number)[] {
	const [answers, alone] = [http, sql].map((list) => [...list].sort((one, other) => one - other));
	const at = (list: readonly number[] = []) =>
		[0.5, 0.95].map((share) => percentile(list, share).toFixed(1));
	const ratio = percentile(answers ?? [], 0.95) / percentile(alone ?? [], 0.95);
	return [name, ...at(answers), ...at(alone), ratio.toFixed(2)];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	await buildPages();
	const dataDir = values['data-dir'] ?? join(ROOT, '.cache', 'bench-data');
	const figures = await measureSearch({
		environment: { DATA_DIR: dataDir },
		items,
		rounds: ROUNDS,
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`Finding among ${items.toLocaleString('en-IN')} items (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:search',
		['case', 'HTTP p50 ms', 'HTTP p95 ms', 'SQL p50 ms', 'SQL p95 ms', 'p95 ratio'],
		figures.map(rowOf),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
