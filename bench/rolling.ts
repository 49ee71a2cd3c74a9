import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { say, stop } from '#ops/terminal.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { killOne, measureRolling, type RollingFigures, restartInTurn } from './measure-rolling.ts';
import { shownPercentile } from './percentile.ts';
import { startRedis } from './redis-server.ts';
import { report } from './results.ts';

/** `npm run bench:rolling`: all instances restarted in turn, and one killed, while people read, write and chat. */
const { values } = parseArgs({
	options: {
		instances: { type: 'string', default: '3' },
		'per-second': { type: 'string', default: '300' },
		chats: { type: 'string', default: '200' },
		rounds: { type: 'string', default: '3' },
	},
});

/** Each instance has two pools of twenty, and a few connections besides. */
const DATABASE = ['max_connections=300'];
/** Everybody says something this often. */
const SAY_EVERY_MS = 5000;
const HAPPENINGS = { 'restarted in turn': restartInTurn, 'one killed': killOne };
const BALANCERS = ['nginx', 'haproxy'] as const;

const COLUMNS = [
	...[
		'round',
		'balancer',
		'what happened',
		'seconds',
		'requests',
		'failed',
		'p99 ms',
		'writes lost',
	],
	...['messages', 'lost', 'doubled', 'lines lost', 'median until back ms', 'slowest ms'],
];

function shown(taken: readonly number[], share: number): string {
	return shownPercentile(taken, share, 0, '–');
}

function rowOf(name: readonly string[], figures: RollingFigures): (string | number)[] {
	const { seconds, requests, failures, taken, written, kept, messages, lost, doubled, gaps } =
		figures;
	for (const failure of new Set(failures)) say(`  failed: ${failure}`);
	for (const error of figures.errors) say(`  logged: ${error}`);
	return [
		...[...name, seconds.toFixed(1), requests, failures.length, shown(taken, 0.99)],
		...[written - kept, messages, lost, doubled, gaps.length],
		...[shown(gaps, 0.5), shown(gaps, 1)],
	];
}

async function createDatabase(server: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	await client.query(`create database ${name}`);
	await client.end();
}

/** A database of its own for each measurement, so that none is slower for what came before. */
async function main(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'market-rolling-'));
	const redis = await startRedis();
	const postgres = await startEmbeddedPostgres({ folder, settings: DATABASE });
	const rows: (string | number)[][] = [];
	try {
		for (let round = 1; round <= Number(values.rounds); round++) {
			for (const balancer of BALANCERS) {
				for (const [happening, happens] of Object.entries(HAPPENINGS)) {
					const database = `round_${rows.length}`;
					await createDatabase(postgres.url('postgres'), database);
					const figures = await measureRolling({
						...{ balancer, happens, sayEveryMs: SAY_EVERY_MS },
						...{ databaseUrl: postgres.url(database), redisUrl: redis.url },
						instances: Number(values.instances),
						perSecond: Number(values['per-second']),
						chats: Number(values.chats),
					});
					rows.push(rowOf([String(round), balancer, happening], figures));
					say(rows.at(-1)?.join('  ') ?? '');
				}
			}
		}
	} finally {
		await redis.stop();
		await postgres.stop();
		await rm(folder, { recursive: true, force: true });
	}
	await report(
		`${values.instances} instances under ${values['per-second']} requests/s and ${values.chats} open chats`,
		'npm run bench:rolling',
		COLUMNS,
		rows,
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
