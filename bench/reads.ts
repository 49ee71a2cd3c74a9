import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Measured, measureReads, type Turn } from './measure-reads.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:reads`: what everybody reads, beside a bare handler. Linux only: it pins processes to cores. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '4' },
	},
});

function rowOf({ name, kind, turns, references }: Measured, all: readonly Measured[]) {
	const ratios = (of: (turn: Turn) => number) =>
		turns.map((turn, round) => of(turn) / of(references[round] ?? turn));
	const rates = ratios(({ perSecond }) => perSecond);
	const spread = `${Math.min(...rates).toFixed(2)} to ${Math.max(...rates).toFixed(2)}`;
	const rate = medianOf(turns.map(({ perSecond }) => perSecond));
	const kept = all.find((other) => other.name === name && other.kind === 'kept');
	const ofKept = medianOf(kept?.turns.map(({ perSecond }) => perSecond) ?? []);
	return [
		...[kind, name, Math.round(rate)],
		Math.round(medianOf(references.map(({ perSecond }) => perSecond))),
		...[medianOf(rates).toFixed(2), spread],
		kind === 'known' ? (rate / ofKept).toFixed(2) : '',
		medianOf(turns.map(({ p99 }) => p99)).toFixed(1),
		medianOf(ratios(({ p99 }) => p99)).toFixed(2),
		Math.round(medianOf(turns.map(({ cpu }) => cpu))),
		Math.round(medianOf(references.map(({ cpu }) => cpu))),
		turns.reduce((sum, { failed }) => sum + failed, 0),
	];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	await buildPages();
	const measured = await measureReads({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-reads') },
		items,
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		isPinned: true,
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`Reading, beside a bare handler with one statement (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:reads',
		[
			...['answers', 'of', 'a second', 'bare', 'ratio', 'spread', 'of the 200'],
			...['p99 ms', 'ratio', 'CPU µs', 'bare µs', 'failed'],
		],
		measured.map((one) => rowOf(one, measured)),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
