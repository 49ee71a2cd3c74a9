import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureIdle } from './measure-idle.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:idle`: what the demo market costs while nobody is there, and how soon it opens. Linux only: it reads /proc. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		starts: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '60' },
	},
});

async function main(): Promise<void> {
	await buildPages();
	const { starts, serverMb, databaseMb, aloneMb } = await measureIdle({
		program: 'ops/start.ts',
		environment: {
			DATA_DIR: values['data-dir'] ?? join(ROOT, '.cache', 'bench-idle'),
			SEED_DEMO: '1',
		},
		starts: Number(values.starts),
		restSeconds: Number(values.seconds),
		say,
	});
	const spread = `${Math.round(Math.min(...starts))} to ${Math.round(Math.max(...starts))}`;
	await report(
		`Nobody there: memory after ${values.seconds} s, and ${starts.length} starts of a market that exists`,
		'npm run bench:idle',
		['what', 'ours', 'bar'],
		[
			['server, MB of PSS', Math.round(serverMb), ''],
			['its database, MB of PSS', Math.round(databaseMb), ''],
			['together', Math.round(serverMb + databaseMb), 250],
			['together, were it the only program on Node', Math.round(aloneMb), 250],
			['from start to ready, ms, the middle one', Math.round(medianOf(starts)), 2000],
			['from start to ready, ms, all of them', spread, ''],
		],
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
