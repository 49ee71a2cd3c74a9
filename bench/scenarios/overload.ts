import { setTimeout as wait } from 'node:timers/promises';
import { fillDatabase } from '../lib/fill-database.ts';
import { type OpenLoopResult, sendOnSchedule } from '../lib/open-loop.ts';
import { GENERATOR_CORE, pinToCore, SERVER_CORE } from '../lib/pin-to-core.ts';
import { memoryMb } from '../lib/process-memory.ts';
import { createRequestMix } from '../lib/request-mix.ts';
import { checkAllZero, checkTarget } from '../lib/result-row.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { formatPercentile } from '../lib/statistics.ts';

/** Ten times more requests than the server can answer. Linux only: pins processes to cores. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-overload'),
		items: itemsOption(10_000),
		seconds: { default: 60, help: 'how long the overload lasts' },
		'step-seconds': { default: 10, help: 'how long each rate is tried when looking for the best' },
	},
	async run({ 'data-dir': dataDir, items, seconds, 'step-seconds': stepSeconds }, log) {
		const environment = { DATA_DIR: dataDir };
		const { loads, unanswered } = await measureOverload({
			environment,
			items,
			seconds,
			stepSeconds,
			log,
		});
		return {
			tables: [
				{
					title: 'Overload, server and load generator on a core each',
					columns: [
						'load',
						'sent /s',
						'served /s',
						'p50 ms',
						'p99 ms',
						'refused',
						'their p99 ms',
						'failed',
						'memory MB',
					],
					rows: Object.values(loads).map(rowOf),
				},
			],
			results: resultsOf({ loads, unanswered }, seconds),
		};
	},
});

const OVERLOAD_FACTOR = 10;
const FIRST_RATE = 50;
const RATE_STEP = 1.25;
/** The share of requests that must be served in time; otherwise the rate is too high. */
const SERVED_SHARE = 0.95;
const LATE_MS = 1000;
const RECOVERY_SECONDS = 10;
const CHECK_PAUSE_MS = 1000;
const ANSWER_TIMEOUT_MS = 5000;

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	/** How long the overload lasts. */
	seconds: number;
	/** How long each rate is tried when looking for the best. */
	stepSeconds: number;
	log: Log;
}

interface Load {
	name: string;
	/** Requests sent per second. */
	perSecond: number;
	seconds: number;
	result: OpenLoopResult;
	/** Resident memory of the server process at the end. */
	memoryMb: number;
}

type Loads = Record<'best' | 'before' | 'overload' | 'after', Load>;

interface Overload {
	loads: Loads;
	/** Requests for the server's health and of the back-office that got no answer during the overload. */
	unanswered: { health: number; backOffice: number };
}

/** Finds the highest rate that is served. Then sends half of that rate, ten times that rate, and half of it again. */
async function measureOverload(options: Options): Promise<Overload> {
	const { environment, seconds, stepSeconds, log } = options;
	const adminToken = await fillDatabase(options);
	await pinToCore(GENERATOR_CORE);
	const server = await startServer({ RATE_LIMIT: 'off', ...environment }, SERVER_CORE);
	try {
		const nextPath = await createRequestMix(server.address);
		async function send(name: string, perSecond: number, forSeconds: number): Promise<Load> {
			const schedule = { address: server.address, nextPath, perSecond, seconds: forSeconds };
			const result = await sendOnSchedule(schedule);
			const measurements = { name, perSecond, seconds: forSeconds, result };
			const load = { ...measurements, memoryMb: await memoryMb(server.pid) };
			log(`${name}: ${perSecond}/s sent, ${Math.round(servedPerSecond(load))}/s served`);
			return load;
		}
		await send('warm-up', FIRST_RATE, stepSeconds);
		const best = await findBest((rate) => send('trying', rate, stepSeconds));
		const rate = Math.round(servedPerSecond(best));
		const halfRate = Math.round(rate / 2);
		const before = await send('half of it, before', halfRate, RECOVERY_SECONDS);
		const stopChecking = new AbortController();
		const unanswered = countUnanswered(server.address, adminToken, stopChecking.signal);
		const overload = await send('ten times as much', rate * OVERLOAD_FACTOR, seconds);
		stopChecking.abort();
		await wait(RECOVERY_SECONDS * 1000);
		const after = await send('half of it, 10 s later', halfRate, RECOVERY_SECONDS);
		const loads = { best: { ...best, name: 'the best rate' }, before, overload, after };
		return { loads, unanswered: await unanswered };
	} finally {
		await server.stop();
	}
}

/** Asks once a second for the server's health and for a page of the back-office, until the signal. */
async function countUnanswered(address: string, adminToken: string, signal: AbortSignal) {
	const unanswered = { health: 0, backOffice: 0 };
	const headers = { Authorization: `Bearer ${adminToken}` };
	const isAnswered = async (path: string) => {
		const answer = await fetch(`${address}${path}`, {
			headers,
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		}).catch(() => undefined);
		return answer?.status === 200;
	};
	while (!signal.aborted) {
		if (!(await isAnswered('/health/ready'))) unanswered.health += 1;
		if (!(await isAnswered('/api/admin/analytics/users'))) unanswered.backOffice += 1;
		await wait(CHECK_PAUSE_MS, undefined, { signal }).catch(() => undefined);
	}
	return unanswered;
}

function servedPerSecond({ result, seconds }: Load): number {
	return result.served.length / seconds;
}

/** @returns the load with the most served requests per second */
async function findBest(attempt: (rate: number) => Promise<Load>): Promise<Load> {
	let best: Load | undefined;
	for (let rate = FIRST_RATE; ; rate = Math.round(rate * RATE_STEP)) {
		const attempted = await attempt(rate);
		if (!best || servedPerSecond(attempted) > servedPerSecond(best)) best = attempted;
		const inTime = attempted.result.served.filter((durationMs) => durationMs < LATE_MS).length;
		if (inTime < SERVED_SHARE * rate * attempted.seconds) return best;
	}
}

function rowOf(load: Load): (string | number)[] {
	const { served, refused, failed } = load.result;
	return [
		load.name,
		load.perSecond,
		Math.round(servedPerSecond(load)),
		...[0.5, 0.99].map((share) => formatPercentile(served, share)),
		refused.length,
		formatPercentile(refused, 0.99),
		failed,
		load.memoryMb,
	];
}

function resultsOf({ loads: { best, overload }, unanswered }: Overload, seconds: number) {
	const rowPrefix = `ten times too many requests for ${seconds} s`;
	const served = servedPerSecond(overload);
	const rates = `${Math.round(served)}/s of ${overload.perSecond}/s sent`;
	const servedTarget = checkTarget({
		what: `${rowPrefix}: served`,
		sign: '≥',
		limit: 80,
		unit: '% of the best rate',
		measurements: [(served / servedPerSecond(best)) * 100],
		digits: 0,
	});
	return [
		{
			...servedTarget,
			measured: `${servedTarget.measured.replace(' of the best rate', '')} (${rates})`,
		},
		checkAllZero(`${rowPrefix}: health checks and pages of the back-office without an answer`, [
			unanswered.health,
			unanswered.backOffice,
		]),
	];
}
