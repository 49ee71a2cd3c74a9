import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '#server/db/client.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { type Balancer, startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { startLoad } from '#tests/support/constant-load.ts';
import { type Instance, startInstances } from '#tests/support/instances.ts';
import { openReconnectingChats } from '#tests/support/reconnecting-chats.ts';
import { SECRET } from '#tests/support/secret.ts';
import { insertPairs } from '../lib/chat-pairs.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { compareMessages, startChat } from '../lib/interrupted-chat.ts';
import { startRedis } from '../lib/redis-server.ts';
import { checkAllZero, type ResultRow } from '../lib/result-row.ts';
import { defineScenario, type Log } from '../lib/scenario.ts';
import { formatPercentile, percentile, sum } from '../lib/statistics.ts';

/**
 * Failed requests and lost messages while instances restart or are killed. Needs the system's nginx, haproxy and
 * redis-server.
 */
export const scenario = defineScenario({
	options: {
		instances: { default: 3, max: 3, help: 'instances behind each balancer' },
		'per-second': { default: 300, help: 'requests per second' },
		chats: { default: 200, help: 'open chats' },
		rounds: { default: 3, help: 'rounds for each balancer and event' },
	},
	async run({ instances, 'per-second': perSecond, chats, rounds }, log) {
		const runs = await runAll({ instances, perSecond, chats, rounds, log });
		return {
			tables: [
				{
					title: `${instances} instances with ${perSecond} requests/s and ${chats} open chats`,
					columns: [
						'round',
						'balancer',
						'event',
						'seconds',
						'requests',
						'failed',
						'p99 ms',
						'writes lost',
						'messages',
						'lost',
						'duplicated',
						'disconnected',
						'median ms until back',
						'slowest ms',
					],
					rows: runs.map(rowOf),
				},
			],
			results: resultsOf(runs),
		};
	},
});

const PATHS = ['/api/item/get-all-items', '/api/items?limit=20', '/', '/api/feedback/public'];
const BALANCERS = { nginx: startNginx, haproxy: startHaproxy };
const EVENTS = { 'restarted in turn': restartInTurn, 'one killed': killOne };
/** Each instance has two pools of twenty connections, and a few more. */
const DATABASE_SETTINGS = ['max_connections=300'];
const MESSAGE_INTERVAL_MS = 5000;
/**
 * How long the load goes on after an instance was killed. Its users must be connected to another instance within two
 * seconds.
 */
const DOWNTIME_MS = 3000;
/** A log line at level error or above. */
const ERROR_LOG_LINE = /"level":[56]0/;

type BalancerName = keyof typeof BALANCERS;
type Event = (instances: readonly Instance[]) => Promise<void>;

interface Options {
	balancer: BalancerName;
	instances: number;
	databaseUrl: string;
	redisUrl: string;
	perSecond: number;
	chats: number;
	/** The pause between two messages of one person. */
	messageIntervalMs: number;
	/** What happens to the instances during the load. */
	event: Event;
}

export interface InterruptionMeasurements {
	requests: number;
	/** Milliseconds of each successful response, from when the request was due. */
	durationsMs: number[];
	/** Path and status of each failed request. */
	failures: string[];
	/** Feedback entries that were accepted. */
	written: number;
	/** Feedback entries that are stored exactly once. */
	stored: number;
	messages: number;
	lost: number;
	duplicated: number;
	/** Errors in the logs of the instances. */
	errors: string[];
	/** Milliseconds from each disconnection of a chat until it was back in its room. */
	outagesMs: number[];
	seconds: number;
}

interface Run {
	round: number;
	balancer: string;
	event: string;
	measurements: InterruptionMeasurements;
}

interface RunOptions extends Pick<Options, 'instances' | 'perSecond' | 'chats'> {
	rounds: number;
	log: Log;
}

/** Each run has a database of its own, so that none is slowed by the rows of earlier ones. */
function runAll({ rounds, log, ...load }: RunOptions): Promise<Run[]> {
	return withTempFolder((folder) =>
		withCleanup(async (onEnd) => {
			const postgres = await startEmbeddedPostgres({ folder, settings: DATABASE_SETTINGS });
			onEnd(postgres.stop);
			const redis = await startRedis();
			onEnd(redis.stop);
			const runs: Run[] = [];
			for (const { round, balancer, event } of plannedRuns(rounds)) {
				const database = `round_${runs.length}`;
				await createDatabase(postgres.url('postgres'), database);
				const measurements = await measureInterruption({
					...load,
					balancer,
					event: EVENTS[event],
					messageIntervalMs: MESSAGE_INTERVAL_MS,
					databaseUrl: postgres.url(database),
					redisUrl: redis.url,
				});
				const run = { round, balancer, event, measurements };
				runs.push(run);
				for (const failure of new Set(measurements.failures)) log(`  failed: ${failure}`);
				for (const error of measurements.errors) log(`  logged: ${error}`);
				log(rowOf(run).join('  '));
			}
			return runs;
		}),
	);
}

function plannedRuns(rounds: number) {
	const balancers = Object.keys(BALANCERS) as BalancerName[];
	const events = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
	return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
		balancers.flatMap((balancer) => events.map((event) => ({ round, balancer, event }))),
	);
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: serverUrl });
	await client.connect();
	await client.query(`create database ${name}`);
	await client.end();
}

/** Reads, writes and chats through a balancer while something happens to the instances behind it. */
export function measureInterruption(options: Options): Promise<InterruptionMeasurements> {
	const { databaseUrl, redisUrl, perSecond, chats } = options;
	return withCleanup(async (onEnd) => {
		const instances = await startInstances({ count: options.instances, databaseUrl, redisUrl });
		onEnd(instances.stop);
		const { db, pool, close } = openPool(databaseUrl, () => undefined);
		onEnd(close);
		const balancer = await BALANCERS[options.balancer](instances.ports);
		onEnd(balancer.stop);
		const pairs = await insertPairs(db, chats, SECRET);
		const cookies = await fetchCookies(balancer, instances.ports);
		const people = await openReconnectingChats(balancer.address, cookies, pairs);
		onEnd(() => people.map(({ socket }) => socket.close()));
		const chat = startChat(people, options.messageIntervalMs);
		const endLoad = startLoad({ address: balancer.address, paths: PATHS, perSecond });
		const startedAt = performance.now();
		await options.event(instances.all);
		const seconds = (performance.now() - startedAt) / 1000;
		const { durationsMs, failures, written } = await endLoad();
		const sent = await chat.end();
		const { rows } = await pool.query<{ stored: number }>(
			`select count(*)::int as stored from
			(select feedback from feedback where feedback = any($1) group by feedback having count(*) = 1) once`,
			[written],
		);
		return {
			requests: durationsMs.length + failures.length,
			durationsMs,
			failures,
			seconds,
			written: written.length,
			stored: rows[0]?.stored ?? 0,
			messages: sent.length,
			...compareMessages(people, sent),
			errors: instances.all.flatMap(listLoggedErrors),
			outagesMs: people.flatMap(({ outagesMs }) => outagesMs),
		};
	});
}

/** Restarts the instances one after the other; each is ready again before the next is stopped. */
export async function restartInTurn(instances: readonly Instance[]): Promise<void> {
	for (const instance of instances) {
		const code = await instance.end('SIGTERM');
		if (code !== 0) throw new Error(`An instance ended with ${code}:\n${instance.log()}`);
		await instance.start();
	}
}

/** Kills one instance without warning, as in a power failure of its machine. */
export async function killOne([instance]: readonly Instance[]): Promise<void> {
	await instance?.end('SIGKILL');
	await setTimeout(DOWNTIME_MS);
}

function listLoggedErrors({ log }: Instance): string[] {
	return log()
		.split('\n')
		.filter((line) => ERROR_LOG_LINE.test(line));
}

/** For each instance, the cookie with which the balancer routes to this instance. */
const fetchCookies = (balancer: Balancer, ports: readonly number[]) =>
	Promise.all(ports.map((port) => balancer.cookieTo(port)));

function rowOf({ round, balancer, event, measurements }: Run): (string | number)[] {
	const { seconds, requests, failures, durationsMs, written, stored, messages, outagesMs } =
		measurements;
	return [
		round,
		balancer,
		event,
		seconds.toFixed(1),
		requests,
		failures.length,
		formatPercentile(durationsMs, 0.99, 0, '–'),
		written - stored,
		messages,
		measurements.lost,
		measurements.duplicated,
		outagesMs.length,
		...[0.5, 1].map((share) => formatPercentile(outagesMs, share, 0, '–')),
	];
}

function resultsOf(runs: readonly Run[]): ResultRow[] {
	const measurementsOf = (event: keyof typeof EVENTS) =>
		runs.filter((run) => run.event === event).map(({ measurements }) => measurements);
	const restarts = measurementsOf('restarted in turn');
	const outagesMs = measurementsOf('one killed').flatMap((measurements) => measurements.outagesMs);
	const [medianSeconds, slowestSeconds] = [0.5, 1].map((share) =>
		(percentile(outagesMs, share) / 1000).toFixed(1),
	);
	return [
		checkAllZero(
			'rolling restart of three instances, 300 requests/s, 200 chats: failed, lost, duplicated',
			[
				sum(restarts.map(({ failures }) => failures.length)),
				sum(restarts.map(({ lost, written, stored }) => lost + written - stored)),
				sum(restarts.map(({ duplicated }) => duplicated)),
			],
		),
		{
			what: 'one of three instances killed: median and slowest until chats are back',
			target: '≤ 2 s',
			measured: `${medianSeconds} s (median), ${slowestSeconds} s (slowest)`,
			isMet: percentile(outagesMs, 1) <= 2000,
		},
	];
}
