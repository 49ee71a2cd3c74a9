import { startServer } from './chat-server.ts';
import { keepToCore } from './keep-to-core.ts';
import { fillMarket, memoryOf, pathsOf } from './market-load.ts';
import { type Answers, sendOnSchedule } from './open-loop.ts';

/** The market and its database have one core to themselves, and whoever asks it another. */
const SERVER_CORE = 0;
const GENERATOR_CORE = 1;
const TIMES_TOO_MUCH = 10;
const FIRST_RATE = 50;
const STEP = 1.25;
/** More than this share served late or not at all, and it was too much. */
const KEPT_UP = 0.95;
const LATE_MS = 1000;
/** By then it is as before. */
const BACK_WITHIN_SECONDS = 10;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	/** How long there is too much. */
	seconds: number;
	/** How long each rate is tried, in looking for the best. */
	stepSeconds: number;
	say: (line: string) => void;
}

export interface Load {
	name: string;
	/** Requests that came in a second. */
	came: number;
	seconds: number;
	answers: Answers;
	/** Resident at the end, of the market's own process. */
	memoryMb: number;
}

/** Looks for the best rate, then sends ten times as much, and then half of it again. */
export async function measureOverload(options: Options): Promise<Load[]> {
	const { environment, seconds, stepSeconds, say } = options;
	await fillMarket(options);
	await keepToCore(GENERATOR_CORE);
	const server = await startServer({ RATE_LIMIT: 'off', ...environment }, SERVER_CORE);
	try {
		const nextPath = await pathsOf(server.address);
		async function load(name: string, came: number, forSeconds: number): Promise<Load> {
			const schedule = { address: server.address, nextPath, perSecond: came, seconds: forSeconds };
			const answers = await sendOnSchedule(schedule);
			const figures = { name, came, seconds: forSeconds, answers };
			const measured = { ...figures, memoryMb: await memoryOf(server.pid) };
			say(`${name}: ${came}/s came, ${Math.round(servedPerSecond(measured))}/s served`);
			return measured;
		}
		await load('warm', FIRST_RATE, stepSeconds);
		const best = await findBest((rate) => load('trying', rate, stepSeconds));
		const rate = Math.round(servedPerSecond(best));
		const before = await load('half of it, before', Math.round(rate / 2), BACK_WITHIN_SECONDS);
		const flood = await load('ten times as much', rate * TIMES_TOO_MUCH, seconds);
		await new Promise((next) => setTimeout(next, BACK_WITHIN_SECONDS * 1000));
		const after = await load('half of it, 10 s after', Math.round(rate / 2), BACK_WITHIN_SECONDS);
		return [{ ...best, name: 'the best rate' }, before, flood, after];
	} finally {
		await server.stop();
	}
}

export function servedPerSecond({ answers, seconds }: Load): number {
	return answers.served.length / seconds;
}

/** @returns the most that was ever served */
async function findBest(attempt: (rate: number) => Promise<Load>): Promise<Load> {
	let best: Load | undefined;
	for (let rate = FIRST_RATE; ; rate = Math.round(rate * STEP)) {
		const tried = await attempt(rate);
		if (!best || servedPerSecond(tried) > servedPerSecond(best)) best = tried;
		const inTime = tried.answers.served.filter((took) => took < LATE_MS).length;
		if (inTime < KEPT_UP * rate * tried.seconds) return best;
	}
}
