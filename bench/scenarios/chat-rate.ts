import pg from 'pg';
import { openDatabase } from '#tools/lib/open-database.ts';
import { openChatLoad } from '../lib/chat-load.ts';
import { createPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { cpuSeconds, databaseCpuSeconds } from '../lib/cpu-time.ts';
import type { IsStored, MessageFigures } from '../lib/message-recorder.ts';
import { GENERATOR_CORE, pinToCore, SERVER_CORE } from '../lib/pin-to-core.ts';
import { allZero, checkBar } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { measureSocketMemory } from '../lib/socket-memory.ts';
import { type RunningProgram, startProgram } from '../lib/start-program.ts';
import { formatSpread, median, percentile, sum } from '../lib/statistics.ts';

/** Linux only: it pins processes to cores and reads /proc. */
export const scenario = defineScenario({
	options: {
		rooms: { default: 100, help: 'rooms with two people each' },
		rounds: { default: 3, help: 'rounds' },
		seconds: { default: 10, help: 'seconds of each load in each round' },
		'per-second': { default: 500, help: 'messages per second of the steady load' },
		sockets: { default: 1000, help: 'idle sockets whose memory is measured' },
	},
	run({ rooms, rounds, seconds, 'per-second': perSecond, sockets }, log) {
		return withTempFolder(async (folder) => {
			const common = { environment: { DATA_DIR: folder }, rounds, isPinned: true, log };
			const rates = await measureChatRate({ ...common, rooms, seconds, perSecond });
			const memory = await measureSocketMemory({ ...common, sockets });
			const memoryFactor = median(memory.server) / median(memory.baseline);
			return {
				tables: [
					tableOf(`Chat: ${rooms * 2} people with one message in flight each`, rates, 'inFlight'),
					tableOf(`Chat: ${perSecond} messages per second in ${rooms} rooms`, rates, 'steady'),
					{
						title: `Memory of a socket: ${sockets} signed in and idle, ${rounds} rounds`,
						columns: ['program', 'KB a socket'],
						rows: [
							['server', formatSpread(memory.server, 1)],
							['baseline', formatSpread(memory.baseline, 1)],
							['factor', memoryFactor.toFixed(2)],
						],
					},
				],
				results: resultsOf(rates, memoryFactor),
			};
		});
	},
});

const TABLES = { server: 'messages', baseline: 'baseline_messages' } as const;

type Name = keyof typeof TABLES;

interface Options {
	/** Of the server; its database is filled with the users. */
	environment: Environment;
	rooms: number;
	rounds: number;
	/** Of each load in each round. */
	seconds: number;
	/** Messages per second of the steady load. */
	perSecond: number;
	/** Whether server and load generator have a core each. */
	isPinned: boolean;
	log: Log;
}

/** The messages of one load, and their processor time. */
interface LoadFigures extends MessageFigures {
	/** Milliseconds of processor time per message, of the server process and of its database. */
	serverMs: number;
	databaseMs: number;
}

/** Of each round. */
export interface RateFigures {
	/** Everybody sends the next message once the last is acknowledged. */
	inFlight: LoadFigures[];
	/** A fixed number of messages per second. */
	steady: LoadFigures[];
}

/** The server and the baseline one after the other in each round, on one database. */
export function measureChatRate(options: Options): Promise<Record<Name, RateFigures>> {
	return withCleanup(async (onEnd) => {
		const { environment, rooms, rounds, isPinned, log } = options;
		if (isPinned) await pinToCore(GENERATOR_CORE);
		const core = isPinned ? SERVER_CORE : undefined;
		const words = ['--import', './bench/lib/without-limits.ts', 'server/main.ts'];
		const server = await startProgram(words, { JWT_SECRET, ...environment }, core);
		onEnd(server.stop);
		const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
		const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
		onEnd(database.letGo);
		const relay = ['bench/baseline/chat-relay.ts', database.url];
		const baseline = await startProgram(relay, {}, core);
		onEnd(baseline.stop);
		const pool = new pg.Pool({ connectionString: database.url, max: 1 });
		onEnd(() => pool.end());
		const pairs = await createPairs(environment, rooms);
		const figures: Record<Name, RateFigures> = {
			server: { inFlight: [], steady: [] },
			baseline: { inFlight: [], steady: [] },
		};
		const measure = async (name: Name, program: RunningProgram) => {
			const isStored: IsStored = (id, clientId) => findStored(pool, TABLES[name], id, clientId);
			const load = await openChatLoad({ address: program.address, pairs, isStored });
			await load.oneInFlightEach(options.seconds / 4);
			const run = (work: () => Promise<MessageFigures>) => withCost(program.pid, pool, work);
			const { inFlight, steady } = figures[name];
			inFlight.push(await run(() => load.oneInFlightEach(options.seconds)));
			steady.push(await run(() => load.atRate(options.perSecond, options.seconds)));
			load.close();
			log(`${name}: ${inFlight.at(-1)?.perSecond.toFixed(0)} messages per second`);
		};
		for (let round = 0; round < rounds; round++) {
			await measure('server', server);
			await measure('baseline', baseline);
		}
		return figures;
	});
}

async function findStored(
	pool: pg.Pool,
	table: string,
	id: number,
	clientId: string,
): Promise<boolean> {
	const text = `select from ${table} where id = $1 and client_id = $2`;
	const { rowCount } = await pool.query(text, [id, clientId]);
	return rowCount === 1;
}

/** Only one of the two programs has work, so the database's processor time belongs to it. */
async function withCost(
	pid: number,
	pool: pg.Pool,
	work: () => Promise<MessageFigures>,
): Promise<LoadFigures> {
	const [server, database] = [await cpuSeconds(pid), await databaseCpuSeconds(pool)];
	const figures = await work();
	const thousands = figures.acknowledged.length / 1000;
	return {
		...figures,
		serverMs: ((await cpuSeconds(pid)) - server) / thousands,
		databaseMs: ((await databaseCpuSeconds(pool)) - database) / thousands,
	};
}

type Figure = (figures: LoadFigures) => number;

const RATE: Figure = ({ perSecond }) => perSecond;
const P50: Figure = ({ acknowledged }) => percentile(acknowledged, 0.5);
const P99: Figure = ({ acknowledged }) => percentile(acknowledged, 0.99);

const FIGURES: [column: string, figure: Figure, digits: number][] = [
	['messages/s', RATE, 0],
	['p50 ms', P50, 2],
	['p99 ms', P99, 2],
	['p50 ms to the other side', ({ arrived }) => percentile(arrived, 0.5), 2],
	['CPU ms/message', ({ serverMs }) => serverMs, 3],
	['of the database', ({ databaseMs }) => databaseMs, 3],
];

type Rates = Record<Name, RateFigures>;

function factorOf(rates: Rates, load: keyof RateFigures, figure: Figure): number {
	return median(rates.server[load].map(figure)) / median(rates.baseline[load].map(figure));
}

function tableOf(title: string, rates: Rates, load: keyof RateFigures) {
	const row = (name: Name) => {
		const rounds = rates[name][load];
		return [
			name,
			...FIGURES.map(([, figure, digits]) => formatSpread(rounds.map(figure), digits)),
			...(['refused', 'lost', 'unstored'] as const).map((key) =>
				sum(rounds.map((each) => each[key])),
			),
		];
	};
	const factors = FIGURES.map(([, figure]) => factorOf(rates, load, figure).toFixed(2));
	return {
		title,
		columns: ['program', ...FIGURES.map(([column]) => column), 'refused', 'lost', 'not stored'],
		rows: [row('server'), row('baseline'), ['factor', ...factors, '', '', '']],
	};
}

function resultsOf(rates: Rates, memoryFactor: number) {
	const all = [...rates.server.inFlight, ...rates.server.steady];
	const common = { unit: '×', comparedWith: 'the baseline' };
	const people = 'chat, 200 people with one message in flight each';
	return [
		checkBar({
			...{ what: `${people}: rate`, sign: '≥', limit: 2 },
			...{ ...common, figures: [factorOf(rates, 'inFlight', RATE)] },
		}),
		checkBar({
			...{ what: `${people}: p99`, sign: '≤', limit: 0.6 },
			...{ ...common, figures: [factorOf(rates, 'inFlight', P99)] },
		}),
		allZero('chat: messages lost, or acknowledged before they were stored', [
			sum(all.map(({ lost }) => lost)),
			sum(all.map(({ unstored }) => unstored)),
		]),
		checkBar({
			...{ what: 'chat at 500 messages/s: p50', sign: '≤', limit: 1.5 },
			...{ ...common, figures: [factorOf(rates, 'steady', P50)] },
		}),
		checkBar({
			...{ what: 'memory of an idle socket', sign: '≤', limit: 1.25 },
			...{ ...common, figures: [memoryFactor] },
		}),
	];
}
