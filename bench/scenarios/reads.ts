import { openPool } from '#server/db/client.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { insertPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { runClosedLoop } from '../lib/closed-loop.ts';
import { cpuSeconds } from '../lib/cpu-time.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { createItemForm, postItem } from '../lib/item-form.ts';
import { GENERATOR_CORE, pinToCore, SERVER_CORE } from '../lib/pin-to-core.ts';
import { createReadCases, type ReadCase } from '../lib/read-cases.ts';
import { checkTarget, formatRange } from '../lib/result-row.ts';
import { createPhoto } from '../lib/sample-photos.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { type RunningProgram, startProgram, startServer } from '../lib/start-program.ts';
import { median, sum } from '../lib/statistics.ts';

/**
 * Rates of public reads, cached or not, compared with a single-query handler. Linux only: pins processes, reads /proc.
 */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-reads'),
		items: itemsOption(10_000),
		rounds: { default: 5, help: 'rounds, after one that warms up' },
		seconds: { default: 4, help: 'seconds for each case and round' },
	},
	async run({ 'data-dir': dataDir, items, rounds, seconds }, log) {
		const environment = { DATA_DIR: dataDir };
		const measured = await measureReads({
			environment,
			items,
			rounds,
			seconds,
			isPinned: true,
			log,
		});
		return {
			tables: [
				{
					title: 'Reads, compared with a handler that runs one statement',
					columns: [
						'kind',
						'case',
						'per second',
						'baseline',
						'factor',
						'range',
						'p99 ms',
						'factor',
						'CPU µs',
						'baseline µs',
						'failed',
					],
					rows: measured.map(rowOf),
				},
			],
			results: resultsOf(measured),
		};
	},
});

/** Pixels of the posted photo. */
const PHOTO = { width: 1600, height: 1200 };
const CONNECTIONS = 40;

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	rounds: number;
	/** The duration of each case in each round. */
	seconds: number;
	/** Whether server and load generator have a core each; not in tests. */
	isPinned: boolean;
	log: Log;
}

/** One measurement of a case on the server or on the baseline. */
interface Turn {
	perSecond: number;
	/** Milliseconds. */
	p99: number;
	/** Processor time of the server process per answer, in microseconds. */
	cpuUs: number;
	failed: number;
}

export interface MeasuredReads extends Pick<ReadCase, 'name' | 'kind'> {
	server: Turn[];
	/** Measured right before each turn of the server. */
	baseline: Turn[];
}

/** Measures the server's reads and the baseline's page, in turns. */
export async function measureReads(options: Options): Promise<MeasuredReads[]> {
	const { environment, isPinned, log } = options;
	await fillDatabase(options);
	// The database is a child of this process and stays on its core.
	if (isPinned) await pinToCore(GENERATOR_CORE);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, log);
	const core = isPinned ? SERVER_CORE : undefined;
	try {
		const serverEnvironment = { RATE_LIMIT: 'off', JWT_SECRET, ...environment };
		const server = await startServer({ ...serverEnvironment, DATABASE_URL: database.url }, core);
		try {
			const baseline = await startProgram(['bench/baseline/reads.ts', database.url], {}, core);
			try {
				const tokens = await createTokens(database.url);
				// Seeded items have no photos of their own.
				const photo = new Blob([await createPhoto(PHOTO)]);
				await postItem(server.address, tokens.seller, createItemForm([photo]));
				const cases = await createReadCases(server.address, tokens.reader);
				return await measureCases(cases, { server, baseline }, options);
			} finally {
				await baseline.stop();
			}
		} finally {
			await server.stop();
		}
	} finally {
		await database.close();
	}
}

async function createTokens(databaseUrl: string): Promise<Record<'seller' | 'reader', string>> {
	const { db, close } = openPool(databaseUrl, () => undefined);
	try {
		const [pair] = await insertPairs(db, 1, JWT_SECRET);
		if (!pair) throw new Error('No user was inserted.');
		const [seller, reader] = pair.members;
		return { seller: seller.token, reader: reader.token };
	} finally {
		await close();
	}
}

type Programs = Record<'server' | 'baseline', RunningProgram>;

async function measureCases(
	cases: readonly ReadCase[],
	{ server, baseline }: Programs,
	{ rounds, seconds, log }: Options,
): Promise<MeasuredReads[]> {
	const measured = cases.map(
		({ name, kind }): MeasuredReads => ({ name, kind, server: [], baseline: [] }),
	);
	const load = { connections: CONNECTIONS, seconds };
	// The first round warms up and is not counted.
	for (let round = 0; round <= rounds; round++) {
		for (const [index, { name, kind, nextPath, headers = {} }] of cases.entries()) {
			const baselineTurn = await measureTurn(baseline, {
				...load,
				nextPath: () => '/items',
				status: 200,
			});
			const serverTurn = await measureTurn(server, { ...load, nextPath, headers, status: 200 });
			if (round === 0) continue;
			measured[index]?.baseline.push(baselineTurn);
			measured[index]?.server.push(serverTurn);
			const factor = (serverTurn.perSecond / baselineTurn.perSecond).toFixed(2);
			log(`${kind} ${name}: ${Math.round(serverTurn.perSecond)}/s, ${factor} × the baseline`);
		}
	}
	return measured;
}

type Load = Omit<Parameters<typeof runClosedLoop>[0], 'address'>;

async function measureTurn({ address, pid }: RunningProgram, load: Load): Promise<Turn> {
	const before = await cpuSeconds(pid);
	const { perSecond, latencies, failed } = await runClosedLoop({ address, ...load });
	const cpuUs = (((await cpuSeconds(pid)) - before) * 1e6) / latencies.length;
	const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
	return { perSecond, p99, cpuUs, failed };
}

const rateOf = ({ perSecond }: Turn) => perSecond;
const p99Of = ({ p99 }: Turn) => p99;

/** The server's figure of each round, divided by the baseline's. */
function factorsOf(
	{ server, baseline }: MeasuredReads,
	figureOf: (turn: Turn) => number,
): number[] {
	return server.map((turn, round) => figureOf(turn) / figureOf(baseline[round] ?? turn));
}

function rowOf(measured: MeasuredReads) {
	const { name, kind, server, baseline } = measured;
	const rates = factorsOf(measured, rateOf);
	return [
		kind,
		name,
		Math.round(median(server.map(rateOf))),
		Math.round(median(baseline.map(rateOf))),
		median(rates).toFixed(2),
		formatRange(rates),
		median(server.map(p99Of)).toFixed(1),
		median(factorsOf(measured, p99Of)).toFixed(2),
		Math.round(median(server.map(({ cpuUs }) => cpuUs))),
		Math.round(median(baseline.map(({ cpuUs }) => cpuUs))),
		sum(server.map(({ failed }) => failed)),
	];
}

/** Checks the targets, which do not include photos. */
function resultsOf(all: readonly MeasuredReads[]) {
	const ofKind = (kind: ReadCase['kind']) =>
		all.filter((reads) => reads.kind === kind && reads.name !== 'photo');
	const medians = (kind: ReadCase['kind'], figureOf: (turn: Turn) => number) =>
		ofKind(kind).map((reads) => median(factorsOf(reads, figureOf)));
	const common = { unit: '×', comparedWith: 'the baseline' };
	return [
		checkTarget({
			what: 'cached reads (list, page, item, feedback): rate',
			sign: '≥',
			limit: 3,
			...common,
			measurements: medians('cached', rateOf),
		}),
		checkTarget({
			what: 'uncached reads: rate',
			sign: '≥',
			limit: 0.6,
			...common,
			measurements: medians('uncached', rateOf),
		}),
		checkTarget({
			what: 'uncached reads: p99',
			sign: '≤',
			limit: 1.5,
			...common,
			measurements: medians('uncached', p99Of),
		}),
	];
}
