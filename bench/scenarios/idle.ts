import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { withTempFolder } from '../lib/cleanup.ts';
import { descendantsOf, proportionalMb, residentMb } from '../lib/process-memory.ts';
import { checkTarget, formatRange } from '../lib/result-row.ts';
import { defineScenario, type Log } from '../lib/scenario.ts';
import { startProgram } from '../lib/start-program.ts';
import { median } from '../lib/statistics.ts';

/** Memory at rest, and the time from start to ready. Linux only: reads /proc. */
export const scenario = defineScenario({
	options: {
		starts: { default: 5, help: 'starts, after one that fills the database with the demo' },
		seconds: { default: 60, help: 'rest before memory is measured' },
	},
	async run({ starts: count, seconds }, log) {
		const { firstStartMs, startsMs, serverMb, databaseMb, aloneMb } = await withTempFolder(
			(folder) =>
				measureIdle({
					program: 'tools/start.ts',
					environment: { DATA_DIR: folder, SEED_DEMO: '1' },
					starts: count,
					restSeconds: seconds,
					log,
				}),
		);
		const totalMb = serverMb + databaseMb;
		return {
			tables: [
				{
					title: `Memory after ${seconds} s without visitors, and ${startsMs.length} starts of an existing site`,
					columns: ['what', 'measured'],
					rows: [
						['server, MB (PSS)', Math.round(serverMb)],
						['database, MB (PSS)', Math.round(databaseMb)],
						['together', Math.round(totalMb)],
						['together, if no other program runs on Node', Math.round(aloneMb)],
						['from start to ready, ms, median', Math.round(median(startsMs))],
						['from start to ready, ms, range', formatRange(startsMs, 0)],
					],
				},
			],
			results: [
				checkTarget({
					what: 'memory at rest, server and database',
					sign: '≤',
					limit: 250,
					unit: 'MB',
					measurements: [totalMb],
					digits: 0,
				}),
				checkTarget({
					what: 'first start, which fills the site with the demo, until it is ready',
					sign: '≤',
					limit: 90,
					unit: 's',
					measurements: [firstStartMs / 1000],
					digits: 0,
				}),
				checkTarget({
					what: 'start of an existing site until it is ready',
					sign: '≤',
					limit: 2000,
					unit: 'ms',
					measurements: [median(startsMs)],
					digits: 0,
				}),
			],
		};
	},
});

interface Options {
	/** The file of the program that is started. */
	program: string;
	environment: Record<string, string>;
	/** How many starts are timed, after one that creates the site. */
	starts: number;
	/** How long the server rests before memory is measured. */
	restSeconds: number;
	log: Log;
}

interface IdleMeasurements {
	/** Milliseconds of the start that creates the site. */
	firstStartMs: number;
	/** Milliseconds from each start until the server says that it is ready. */
	startsMs: number[];
	/** Proportional memory (PSS) at rest, in MB. */
	serverMb: number;
	databaseMb: number;
	/** Both together if no other process runs Node: the server's memory then has no shared pages. */
	aloneMb: number;
}

/** Starts a site several times, and measures the memory of the last start at rest. */
async function measureIdle(options: Options): Promise<IdleMeasurements> {
	const { starts: count, restSeconds, log } = options;
	const first = await startTimed(options);
	await first.stop();
	const startsMs: number[] = [];
	for (;;) {
		const { ms, pid, stop } = await startTimed(options);
		startsMs.push(ms);
		log(`ready after ${Math.round(ms)} ms`);
		try {
			if (startsMs.length < count) continue;
			await wait(restSeconds * 1000);
			// The first process is the server itself; at rest, all others are the database's.
			const [, ...database] = await descendantsOf(pid);
			const serverMb = await proportionalMb([pid]);
			const databaseMb = await proportionalMb(database);
			const aloneMb = (await residentMb([pid])) + databaseMb;
			return { firstStartMs: first.ms, startsMs, serverMb, databaseMb, aloneMb };
		} finally {
			await stop();
		}
	}
}

async function startTimed({ program, environment }: Options) {
	const startedAt = performance.now();
	const started = await startProgram([program], environment);
	const { status } = await fetch(`${started.address}/health/ready`);
	const ms = performance.now() - startedAt;
	if (status === 200) return { ...started, ms };
	await started.stop();
	throw new Error(`/health/ready was answered with ${status}.`);
}
