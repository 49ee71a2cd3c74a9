import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Making, measurePosting, type PostingFigures } from './measure-posting.ts';
import { percentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:posting`: four photos of a phone in one post, beside bare sharp, and what others feel of it. Linux only. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		rounds: { type: 'string', default: '7' },
		seconds: { type: 'string', default: '15' },
	},
});

/** So many times what it is held against a figure may be. */
const BARS = { ms: '≤ 1.4', moreMb: '≤ 1.75', p99: '≤ 3' };

/** The middle, and between what it was. */
function told(taken: readonly number[]): string {
	return `${percentile(taken, 0.5).toFixed(0)} (${percentile(taken, 0).toFixed(0)}–${percentile(taken, 1).toFixed(0)})`;
}

function rowOf(
	name: string,
	reference: readonly number[],
	ours: readonly number[],
	bar: string,
): string[] {
	const ratio = percentile(ours, 0.5) / percentile(reference, 0.5);
	return [name, told(reference), told(ours), ratio.toFixed(2), bar];
}

function rowsOf({ reference, posts, atRest, whilePosting }: PostingFigures): string[][] {
	const of = (makings: readonly Making[], key: keyof Making) => makings.map((each) => each[key]);
	const each = (key: keyof Making) => [of(reference, key), of(posts, key)] as const;
	const shareOf = (rounds: readonly number[][], share: number) =>
		rounds.map((taken) => percentile(taken, share));
	return [
		rowOf('four photos, ms', ...each('ms'), BARS.ms),
		rowOf('peak memory, all of it, MB', ...each('peakMb'), ''),
		rowOf('peak memory, over rest, MB', ...each('moreMb'), BARS.moreMb),
		rowOf(
			'others, p50 ms: at rest, while four post',
			shareOf(atRest, 0.5),
			shareOf(whilePosting, 0.5),
			'',
		),
		rowOf(
			'others, p99 ms: at rest, while four post',
			shareOf(atRest, 0.99),
			shareOf(whilePosting, 0.99),
			BARS.p99,
		),
	];
}

async function main(): Promise<void> {
	await buildPages();
	const figures = await measurePosting({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-posting') },
		items: itemsAskedFor(['--items', values.items]),
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`A post with four photos of 4032×3024 beside bare sharp (${cpus()[0]?.model}, ${memory} GB; ${figures.posted} posts while others asked)`,
		'npm run bench:posting',
		['what', 'reference', 'ours', 'ratio', 'bar'],
		rowsOf(figures),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
