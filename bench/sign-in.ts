import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureSignIn } from './measure-sign-in.ts';
import { percentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:sign-in`: signing in beside bare Argon2id and beside a program that does no more, and what twenty at once are to others. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		turns: { type: 'string', default: '40' },
		times: { type: 'string', default: '10' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '6' },
	},
});

const ms = (value: number) => value.toFixed(1);

function middleOf(rounds: readonly number[][], share: number): number {
	return percentile(
		rounds.map((taken) => percentile(taken, share)),
		0.5,
	);
}

/** Both in milliseconds, and how they stand to each other: the middle of all turns, and of their middle half. */
function beside(reference: readonly number[][], measured: readonly number[][]): string[] {
	const ratios = measured.map(
		(taken, round) => percentile(taken, 0.5) / percentile(reference[round] ?? [], 0.5),
	);
	const spread = `${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)}`;
	const middles = [ms(middleOf(reference, 0.5)), ms(middleOf(measured, 0.5))];
	return [...middles, percentile(ratios, 0.5).toFixed(2), spread];
}

async function main(): Promise<void> {
	await buildPages();
	const figures = await measureSignIn({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-sign-in') },
		items: itemsAskedFor(['--items', values.items]),
		turns: Number(values.turns),
		times: Number(values.times),
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		say,
	});
	const { bare, least, ours, atRest, meanwhile, crowded, crowdedPerSecond, refused } = figures;
	await report(
		`Signing in, beside bare Argon2id (${crowdedPerSecond.toFixed(0)} a second by twenty people, ${refused} told to come again)`,
		'npm run bench:sign-in',
		['what', 'reference', 'ours', 'ratio', 'middle half', 'bar'],
		[
			['one sign-in, p50 ms', ...beside(bare, ours), 1.2],
			['a bare program doing the same', ...beside(bare, least), ''],
			['one sign-in beside that program', ...beside(least, ours), ''],
			['one of twenty at once, p50 ms', '', ms(percentile(crowded, 0.5)), '', '', ''],
			['one of twenty at once, p99 ms', '', ms(percentile(crowded, 0.99)), '', '', ''],
			[
				...['listings meanwhile, p99 ms', `${ms(middleOf(atRest, 0.99))} at rest`],
				...[ms(middleOf(meanwhile, 0.99)), '', '', 50],
			],
		],
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
