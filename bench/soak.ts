import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Minute, measureSoak } from './measure-soak.ts';
import { report } from './results.ts';

/** `npm run bench:soak`: half an hour of everything at once, and what memory it takes. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '10000' },
		minutes: { type: 'string', default: '30' },
	},
});
/** Until then it fills what it keeps in memory. */
const WARM_MINUTES = 5;

const memoryIn = (minutes: readonly Minute[]) => minutes.map(({ memoryMb }) => memoryMb);

/** How far it ever is from what it was when warm. */
function drift(minutes: readonly Minute[]): string {
	const [warm = Number.NaN, ...later] = memoryIn(minutes.slice(WARM_MINUTES - 1));
	const most = Math.max(0, ...later.map((memory) => Math.abs(memory - warm)));
	return `${((most / warm) * 100).toFixed(1)} %`;
}

async function main(): Promise<void> {
	await buildPages();
	const minutes = await measureSoak({
		environment: { DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-soak') },
		items: itemsAskedFor(['--items', values.items]),
		minutes: Number(values.minutes),
		say,
	});
	const warm = memoryIn(minutes.slice(WARM_MINUTES - 1));
	const sum = (of: 'done' | 'refused' | 'failed') =>
		minutes.reduce((all, minute) => all + minute[of], 0);
	await report(
		`${minutes.length} minutes of everything (${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB)`,
		'npm run bench:soak',
		[
			'done',
			'refused',
			'failed',
			'MB after 5 minutes',
			'least since',
			'most since',
			'at the end',
			'drift',
		],
		[
			[
				sum('done'),
				sum('refused'),
				sum('failed'),
				warm[0] ?? '',
				Math.min(...warm),
				Math.max(...warm),
				warm.at(-1) ?? '',
				drift(minutes),
			],
		],
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
