import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { peopleOf, SECRET } from './chat-measure.ts';
import { startServer } from './chat-server.ts';
import { fillMarket, memoryDuring, pathsOf } from './market-load.ts';
import { OFFICE_FIGURES, OFFICE_LISTS } from './office-cases.ts';
import { sendOnSchedule } from './open-loop.ts';
import { asking, type Count, type Line, newItem, openLines, signUp, talk } from './soak-people.ts';

const VISITS_PER_SECOND = 20;
const PAIRS = 10;
const EVERY_MS = { post: 5000, signIn: 2000, message: 2000, look: 1000 };
const MINUTE_S = 60;
/** What administrators look at. */
const LOOKS = [
	...OFFICE_LISTS.flatMap(({ path, filters }) => filters.map((filter) => `${path}?${filter}`)),
	...OFFICE_FIGURES,
];

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	minutes: number;
	/** Shorter where only the working of it is looked at. */
	secondsPerMinute?: number;
	say: (line: string) => void;
}

export interface Minute {
	/** Resident, of the market's own process. */
	memoryMb: number;
	/** What was answered in it. */
	done: number;
	/** What visitors were told to ask again. */
	refused: number;
	/** What was answered otherwise than expected, or not at all. */
	failed: number;
}

/** Opens a market that is looked through, posted to, talked on and administered all the time, and looks at its memory. */
export async function measureSoak(options: Options): Promise<Minute[]> {
	const { environment, minutes, secondsPerMinute = MINUTE_S, say } = options;
	const adminToken = await fillMarket(options);
	const server = await startServer({ RATE_LIMIT: 'off', JWT_SECRET: SECRET, ...environment });
	const { address } = server;
	const count: Count = { done: 0, failed: 0 };
	try {
		const lines = await openLines(address, await peopleOf(environment, PAIRS));
		const stop = await keepBusy(address, adminToken, lines, { count, say });
		const nextPath = await pathsOf(address);
		const measured: Minute[] = [];
		for (let minute = 1; minute <= minutes; minute++) {
			const before = { ...count };
			const visits = { address, nextPath, perSecond: VISITS_PER_SECOND, seconds: secondsPerMinute };
			const visiting = sendOnSchedule(visits);
			const memoryMb = await memoryDuring(server.pid, visiting);
			const { served, refused, failed } = await visiting;
			const done = served.length + count.done - before.done;
			const wrong = failed + count.failed - before.failed;
			measured.push({ memoryMb, done, refused: refused.length, failed: wrong });
			say(
				`minute ${minute}: ${memoryMb} MB, ${done} done, ${refused.length} refused, ${wrong} failed`,
			);
		}
		await stop();
		for (const { socket } of lines) socket.close();
		return measured;
	} finally {
		await server.stop();
	}
}

/** @returns what ends it */
async function keepBusy(
	address: string,
	admin: string,
	lines: readonly Line[],
	{ count, say }: { count: Count; say: Options['say'] },
): Promise<() => Promise<unknown>> {
	const over = new AbortController();
	const { token, email, password } = await signUp(address);
	const ask = asking(address, count, say);
	const look = () => LOOKS[randomInt(LOOKS.length)];
	const deeds: [keyof typeof EVERY_MS, () => Promise<void>][] = [
		['post', async () => ask('POST', '/item/add-item', { token, body: await newItem() })],
		['signIn', () => ask('POST', '/auth/login', { body: { email, password } })],
		['message', () => talk(lines, count, say)],
		['look', () => ask('GET', `/admin${look()}`, { token: admin })],
	];
	const work = deeds.map(([name, deed]) => keepDoing(over.signal, EVERY_MS[name], deed));
	return () => {
		over.abort();
		return Promise.all(work);
	};
}

async function keepDoing(
	over: AbortSignal,
	everyMs: number,
	deed: () => Promise<void>,
): Promise<void> {
	while (!over.aborted) {
		await deed();
		await wait(everyMs, undefined, { signal: over }).catch(() => undefined);
	}
}
