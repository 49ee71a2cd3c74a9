import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Load, measureOverload, servedPerSecond } from './measure-overload.ts';
import { shownPercentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:overload`: ten times more than the market can take, for a minute. Linux only: it pins processes to cores. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		seconds: { type: 'string', default: '60' },
		'step-seconds': { type: 'string', default: '10' },
	},
});

function rowOf(load: Load): (string | number)[] {
	const { name, came, answers, memoryMb } = load;
	const { served, refused, failed } = answers;
	return [
		name,
		came,
		Math.round(servedPerSecond(load)),
		shownPercentile(served, 0.5),
		shownPercentile(served, 0.99),
		refused.length,
		shownPercentile(refused, 0.99),
		failed,
		memoryMb,
	];
}

async function main(): Promise<void> {
	await buildPages();
	const loads = await measureOverload({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-overload') },
		items: itemsAskedFor(['--items', values.items]),
		seconds: Number(values.seconds),
		stepSeconds: Number(values['step-seconds']),
		say,
	});
	const memory = Math.round(totalmem() / 2 ** 30);
	await report(
		`More than it can take, market and generator on a core each (${cpus()[0]?.model}, ${memory} GB)`,
		'npm run bench:overload',
		[
			...['load', 'came /s', 'served /s', 'p50 ms', 'p99 ms'],
			...['refused', 'their p99 ms', 'failed', 'memory MB'],
		],
		loads.map(rowOf),
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
