import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import type { Tally } from './evening-requests.ts';
import { type Load, measureFirstEvening } from './measure-first-evening.ts';
import { shownPercentile } from './percentile.ts';
import { report } from './results.ts';

/**
 * `npm run bench:first-evening`: the first evening of term at a college of 10,000 students, three and ten of them. Linux only:
 * it pins processes to cores.
 *
 * 500 are there at a time: three in ten students come between seven and eleven for ten minutes, which is 125 at a time on
 * the average, and four times as many in the busiest minutes.
 */
const ONLINE = 500;
const TIMES = [1, 3, 10];
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		online: { type: 'string', default: String(ONLINE) },
		'arrive-seconds': { type: 'string', default: '20' },
		seconds: { type: 'string', default: '60' },
	},
});

const ms = (taken: readonly number[], share: number) =>
	shownPercentile(taken, share, share === 0.5 ? 1 : 0);

function rowsOf({ kinds, seconds, online, busy, busyPeople, memoryMb }: Load) {
	const row = (name: string, { taken, refused, failed }: Tally) => [
		...[online, name, (taken.length / seconds).toFixed(1)],
		...[ms(taken, 0.5), ms(taken, 0.99), refused, failed],
	];
	const all = [...kinds.values()].reduce((sum, { taken, refused, failed }) => ({
		taken: sum.taken.concat(taken),
		refused: sum.refused + refused,
		failed: sum.failed + failed,
	}));
	const share = `market ${Math.round(busy * 100)} %, people ${Math.round(busyPeople * 100)} % of a core, ${memoryMb} MB`;
	const rows = [...kinds].map(([kind, tally]) => row(kind, tally));
	return [...rows, row(`all: ${share}`, all)];
}

async function main(): Promise<void> {
	await buildPages();
	const loads = await measureFirstEvening({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-first-evening') },
		items: itemsAskedFor(['--items', values.items]),
		online: TIMES.map((times) => times * Number(values.online)),
		arriveSeconds: Number(values['arrive-seconds']),
		seconds: Number(values.seconds),
		thinkMs: 10_000,
		sides: { width: 4032, height: 3024 },
		isPinned: true,
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`The first evening of term, market and people on a core each (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:first-evening',
		['online', 'what', 'a second', 'p50 ms', 'p99 ms', 'refused', 'failed'],
		loads.flatMap(rowsOf),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
