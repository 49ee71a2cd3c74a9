import { setTimeout } from 'node:timers/promises';
import { connect } from '#server/db/client.ts';
import { type Balancer, startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { type Instance, startInstances } from '#tests/support/instances.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openChats, type Voice } from '#tests/support/steady-chats.ts';
import { startLoad } from '#tests/support/steady-load.ts';
import { insertPairs } from './chat-people.ts';

const PATHS = ['/api/item/get-all-items', '/api/items?limit=20', '/', '/api/feedback/public'];
const BALANCERS = { nginx: startNginx, haproxy: startHaproxy };
/** What has not come by then is lost. */
const LOST_AFTER_MS = 10_000;
const LOOK_AGAIN_MS = 20;
/** People must be back by two seconds; this shows that they are. */
const WITHOUT_ONE_MS = 3000;
/** A line of the log that wants somebody to look. */
const ERROR = /"level":[56]0/;

interface Options {
	balancer: keyof typeof BALANCERS;
	instances: number;
	databaseUrl: string;
	redisUrl: string;
	perSecond: number;
	chats: number;
	/** Between two messages of one side of a chat. */
	sayEveryMs: number;
	/** What happens to the instances meanwhile. */
	happens: (instances: readonly Instance[]) => Promise<void>;
}

export interface RollingFigures {
	requests: number;
	/** Milliseconds of each. */
	taken: number[];
	/** What was refused, in words. */
	failures: string[];
	/** Feedback accepted, and how much of it is in the database exactly once. */
	written: number;
	kept: number;
	messages: number;
	lost: number;
	doubled: number;
	/** What the instances complained of. */
	errors: string[];
	/** Milliseconds from each loss of a chat's line until it was back in its room. */
	gaps: number[];
	seconds: number;
}

/** Has people read, write and chat through a balancer while something happens to the instances behind it. */
export async function measureRolling(options: Options): Promise<RollingFigures> {
	const { databaseUrl, redisUrl, perSecond, chats } = options;
	const market = await startInstances({ count: options.instances, databaseUrl, redisUrl });
	const closers: (() => unknown)[] = [market.stop];
	const { db, pool, close } = connect(databaseUrl, () => undefined);
	closers.push(close);
	try {
		const balancer = await BALANCERS[options.balancer](market.ports);
		closers.push(balancer.stop);
		const pairs = await insertPairs(db, chats, SECRET);
		const voices = await openChats(
			balancer.address,
			await cookiesTo(balancer, market.ports),
			pairs,
		);
		closers.push(() => voices.map(({ socket }) => socket.close()));
		const talk = startTalk(voices, options.sayEveryMs);
		const endLoad = startLoad({ address: balancer.address, paths: PATHS, perSecond });
		const began = performance.now();
		await options.happens(market.all);
		const seconds = (performance.now() - began) / 1000;
		const { taken, failures, written } = await endLoad();
		const said = await talk.end();
		const { rows } = await pool.query<{ kept: number }>(
			`select count(*)::int as kept from
			(select feedback from feedback where feedback = any($1) group by feedback having count(*) = 1) once`,
			[written],
		);
		return {
			...{ requests: taken.length + failures.length, taken, failures, seconds },
			...{ written: written.length, kept: rows[0]?.kept ?? 0 },
			...{ messages: said.length, ...judge(voices, said) },
			errors: market.all.flatMap(({ log }) =>
				log()
					.split('\n')
					.filter((line) => ERROR.test(line)),
			),
			gaps: voices.flatMap(({ gaps }) => gaps),
		};
	} finally {
		for (const closer of closers.reverse()) await closer();
	}
}

/** One after the other: each is ready again before the next is ended. */
export async function restartInTurn(instances: readonly Instance[]): Promise<void> {
	for (const instance of instances) {
		const code = await instance.end('SIGTERM');
		if (code !== 0) throw new Error(`An instance ended with ${code}:\n${instance.log()}`);
		await instance.start();
	}
}

/** As when its machine loses power. */
export async function killOne([instance]: readonly Instance[]): Promise<void> {
	await instance?.end('SIGKILL');
	await setTimeout(WITHOUT_ONE_MS);
}

const cookiesTo = (balancer: Balancer, ports: readonly number[]) =>
	Promise.all(ports.map((port) => balancer.cookieTo(port)));

/** Everybody says something again and again, beginning at any moment of the first round. */
function startTalk(voices: readonly Voice[], everyMs: number) {
	const said: string[] = [];
	const over = new AbortController();
	const talks = voices.map(async (voice, place) => {
		await setTimeout(Math.random() * everyMs);
		for (let count = 0; !over.signal.aborted; count++) {
			const message = `Voice ${place} says ${count}`;
			said.push(message);
			voice.say(message);
			await setTimeout(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
		}
	});
	return {
		/** @returns all that was said, once it is on both screens, or it is too late for that */
		async end(): Promise<string[]> {
			over.abort();
			await Promise.all(talks);
			const end = performance.now() + LOST_AFTER_MS;
			const isThere = () =>
				voices.every(({ waiting }) => waiting.size === 0) && judge(voices, said).lost === 0;
			while (!isThere() && performance.now() < end) await setTimeout(LOOK_AGAIN_MS);
			return said;
		},
	};
}

/** A message is lost when one side does not see it, and doubled when one sees it twice. */
function judge(voices: readonly Voice[], said: readonly string[]) {
	let lost = 0;
	let doubled = 0;
	for (const [place, { seen }] of voices.entries()) {
		const first = place - (place % 2);
		const spoken = said.filter((words) => [first, first + 1].includes(ownerOf(words)));
		const words = [...seen.values()];
		const shown = new Set(words);
		lost += spoken.filter((message) => !shown.has(message)).length;
		doubled += words.length - shown.size;
	}
	return { lost, doubled };
}

const ownerOf = (words: string) => Number(words.split(' ')[1]);
