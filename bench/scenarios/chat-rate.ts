import pg from 'pg';
import { openDatabase } from '#tools/lib/open-database.ts';
import { openChatLoad } from '../lib/chat-load.ts';
import { createPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { cpuSeconds, databaseCpuSeconds } from '../lib/cpu-time.ts';
import type { IsStored, MessageMeasurements } from '../lib/message-recorder.ts';
import { GENERATOR_CORE, pinToCore, SERVER_CORE } from '../lib/pin-to-core.ts';
import { checkAllZero, checkTarget } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { type RunningProgram, startProgram } from '../lib/start-program.ts';
import { formatSpread, median, percentile, sum } from '../lib/statistics.ts';

/**
 * Message rate and latency, compared with a simple relay. Linux only: pins processes, reads /proc.
 */
export const scenario = defineScenario({
	options: {
		rooms: { default: 100, help: 'rooms with two people each' },
		rounds: { default: 3, help: 'rounds' },
		seconds: { default: 10, help: 'seconds of each load in each round' },
		'per-second': { default: 500, help: 'messages per second of the steady load' },
	},
	run({ rooms, rounds, seconds, 'per-second': perSecond }, log) {
		return withTempFolder(async (folder) => {
			const common = { environment: { DATA_DIR: folder }, rounds, isPinned: true, log };
			const rates = await measureChatRate({ ...common, rooms, seconds, perSecond });
			return {
				tables: [
					tableOf(`Chat: ${rooms * 2} people with one message in flight each`, rates, 'inFlight'),
					tableOf(`Chat: ${perSecond} messages per second in ${rooms} rooms`, rates, 'steady'),
				],
				results: resultsOf(rates, { people: rooms * 2, perSecond }),
			};
		});
	},
});

const TABLES = { server: 'messages', baseline: 'baseline_messages' } as const;

type ProgramName = keyof typeof TABLES;

interface Options {
	/** The server's environment. Its database is filled with the users. */
	environment: Environment;
	rooms: number;
	rounds: number;
	/** The duration of each load in each round. */
	seconds: number;
	/** Messages per second of the steady load. */
	perSecond: number;
	/** Whether server and load generator have a core each. */
	isPinned: boolean;
	log: Log;
}

/** The messages of one load, and their processor time. */
interface LoadMeasurements extends MessageMeasurements {
	/** Milliseconds of processor time per message, of the server process and of its database. */
	serverMs: number;
	databaseMs: number;
}

/** One entry per round. */
export interface RateMeasurements {
	/** Every member sends the next message as soon as the previous one is acknowledged. */
	inFlight: LoadMeasurements[];
	/** A fixed number of messages per second. */
	steady: LoadMeasurements[];
}

/** Measures the server and the baseline one after the other in each round, on one database. */
export function measureChatRate(options: Options): Promise<Record<ProgramName, RateMeasurements>> {
	return withCleanup(async (onEnd) => {
		const { environment, rooms, rounds, isPinned, log } = options;
		if (isPinned) await pinToCore(GENERATOR_CORE);
		const core = isPinned ? SERVER_CORE : undefined;
		const args = ['--import', './bench/lib/without-limits.ts', 'server/main.ts'];
		const server = await startProgram(args, { JWT_SECRET, ...environment }, core);
		onEnd(server.stop);
		const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
		const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
		onEnd(database.close);
		const relayArgs = ['bench/baseline/chat-relay.ts', database.url];
		const baseline = await startProgram(relayArgs, {}, core);
		onEnd(baseline.stop);
		const pool = new pg.Pool({ connectionString: database.url, max: 1 });
		onEnd(() => pool.end());
		const pairs = await createPairs(environment, rooms);
		const measurements: Record<ProgramName, RateMeasurements> = {
			server: { inFlight: [], steady: [] },
			baseline: { inFlight: [], steady: [] },
		};
		const measure = async (name: ProgramName, program: RunningProgram) => {
			const isStored: IsStored = (id, clientId) =>
				isMessageStored(pool, TABLES[name], id, clientId);
			const load = await openChatLoad({ address: program.address, pairs, isStored });
			// Warms up; not counted.
			await load.sendOneAtATime(options.seconds / 4);
			const run = (runLoad: () => Promise<MessageMeasurements>) =>
				measureCost(program.pid, pool, runLoad);
			const { inFlight, steady } = measurements[name];
			inFlight.push(await run(() => load.sendOneAtATime(options.seconds)));
			steady.push(await run(() => load.sendAtRate(options.perSecond, options.seconds)));
			load.close();
			log(`${name}: ${inFlight.at(-1)?.perSecond.toFixed(0)} messages per second`);
		};
		for (let round = 0; round < rounds; round++) {
			await measure('server', server);
			await measure('baseline', baseline);
		}
		return measurements;
	});
}

async function isMessageStored(
	pool: pg.Pool,
	table: string,
	id: number,
	clientId: string,
): Promise<boolean> {
	const text = `select from ${table} where id = $1 and client_id = $2`;
	const { rowCount } = await pool.query(text, [id, clientId]);
	return rowCount === 1;
}

/**
 * Measures a load on one program. The other is idle, so all processor time of the database is attributed to this one.
 */
async function measureCost(
	pid: number,
	pool: pg.Pool,
	runLoad: () => Promise<MessageMeasurements>,
): Promise<LoadMeasurements> {
	const [server, database] = [await cpuSeconds(pid), await databaseCpuSeconds(pool)];
	const measurements = await runLoad();
	const acknowledgedThousands = measurements.acknowledged.length / 1000;
	return {
		...measurements,
		serverMs: ((await cpuSeconds(pid)) - server) / acknowledgedThousands,
		databaseMs: ((await databaseCpuSeconds(pool)) - database) / acknowledgedThousands,
	};
}

type Metric = (measurements: LoadMeasurements) => number;

const RATE: Metric = ({ perSecond }) => perSecond;
const P50: Metric = ({ acknowledged }) => percentile(acknowledged, 0.5);
const P99: Metric = ({ acknowledged }) => percentile(acknowledged, 0.99);

const METRICS: [column: string, metric: Metric, digits: number][] = [
	['messages/s', RATE, 0],
	['p50 ms', P50, 2],
	['p99 ms', P99, 2],
	['p50 ms to the other side', ({ arrived }) => percentile(arrived, 0.5), 2],
	['CPU ms/message', ({ serverMs }) => serverMs, 3],
	['of the database', ({ databaseMs }) => databaseMs, 3],
];

type Rates = Record<ProgramName, RateMeasurements>;

function factorOf(rates: Rates, load: keyof RateMeasurements, metric: Metric): number {
	return median(rates.server[load].map(metric)) / median(rates.baseline[load].map(metric));
}

function tableOf(title: string, rates: Rates, load: keyof RateMeasurements) {
	const toRow = (name: ProgramName) => {
		const rounds = rates[name][load];
		return [
			name,
			...METRICS.map(([, metric, digits]) => formatSpread(rounds.map(metric), digits)),
			...(['refused', 'lost', 'unstored'] as const).map((key) =>
				sum(rounds.map((each) => each[key])),
			),
		];
	};
	const factors = METRICS.map(([, metric]) => factorOf(rates, load, metric).toFixed(2));
	return {
		title,
		columns: ['program', ...METRICS.map(([column]) => column), 'refused', 'lost', 'not stored'],
		rows: [toRow('server'), toRow('baseline'), ['factor', ...factors, '', '', '']],
	};
}

function resultsOf(rates: Rates, load: { people: number; perSecond: number }) {
	const all = [...rates.server.inFlight, ...rates.server.steady];
	const steadyTarget = { sign: '≤', unit: 'ms', digits: 1 } as const;
	const steadyOf = (metric: Metric) => [median(rates.server.steady.map(metric))];
	return [
		checkTarget({
			what: `chat, ${load.people} people with one message in flight each: rate`,
			sign: '≥',
			limit: 1,
			unit: '×',
			comparedWith: 'the baseline',
			measurements: [factorOf(rates, 'inFlight', RATE)],
		}),
		checkAllZero('chat: messages lost, or acknowledged before they were stored', [
			sum(all.map(({ lost }) => lost)),
			sum(all.map(({ unstored }) => unstored)),
		]),
		checkTarget({
			what: `chat at ${load.perSecond} messages/s: p50`,
			...steadyTarget,
			limit: 3,
			measurements: steadyOf(P50),
		}),
		checkTarget({
			what: `chat at ${load.perSecond} messages/s: p99`,
			...steadyTarget,
			limit: 25,
			measurements: steadyOf(P99),
		}),
	];
}
