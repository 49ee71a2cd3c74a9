import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/lib/passwords.ts';
import { startServer } from './chat-server.ts';
import { fillMarket } from './market-load.ts';
import { sendOnSchedule } from './open-loop.ts';
import { type Person, signUp } from './soak-people.ts';

const PEOPLE_AT_ONCE = 20;
/** Of listings by others, meanwhile. */
const LISTINGS_PER_SECOND = 50;
const DEAREST = 100_000;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	rounds: number;
	/** Sign-ins one after the other in each round, and as many bare hashes. */
	times: number;
	/** How long listings are asked for, at rest and while twenty people sign in. */
	seconds: number;
	say: (line: string) => void;
}

export interface SignInFigures {
	/** Milliseconds of each, round by round. */
	bare: number[][];
	ours: number[][];
	/** Milliseconds of each listing, round by round. */
	atRest: number[][];
	meanwhile: number[][];
	/** Milliseconds of each sign-in while twenty come in, and how many a second there were. */
	crowded: number[];
	crowdedPerSecond: number;
	/** Sign-ins that were told to come again. */
	refused: number;
}

/** Signs in and checks the same password bare, in turns; then has twenty people sign in while others look at listings. */
export async function measureSignIn(options: Options): Promise<SignInFigures> {
	const { environment, rounds, times, seconds, say } = options;
	await fillMarket(options);
	const server = await startServer({ RATE_LIMIT: 'off', ...environment });
	try {
		const { address } = server;
		const people = await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, () => signUp(address)));
		const [person] = people;
		if (!person) throw new Error('Nobody is there to sign in.');
		const turns = await takeTurns(address, person, rounds, times);
		say('Measured: one person');
		const crowd = await measureCrowd(address, people, rounds, seconds);
		say('Measured: twenty people');
		return { ...turns, ...crowd };
	} finally {
		await server.stop();
	}
}

/** The first round warms both, and is not counted. */
async function takeTurns(address: string, person: Person, rounds: number, times: number) {
	const stored = await hashPassword(person.password);
	const bare: number[][] = [];
	const ours: number[][] = [];
	for (let round = 0; round <= rounds; round++) {
		const checked = await timed(times, () => verify(stored, person.password));
		const signedIn = await timed(times, () => signIn(address, person));
		if (round === 0) continue;
		bare.push(checked);
		ours.push(signedIn);
	}
	return { bare, ours };
}

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
	const taken: number[] = [];
	for (let time = 0; time < times; time++) {
		const start = performance.now();
		await work();
		taken.push(performance.now() - start);
	}
	return taken;
}

async function measureCrowd(
	address: string,
	people: readonly Person[],
	rounds: number,
	seconds: number,
): Promise<Omit<SignInFigures, 'bare' | 'ours'>> {
	const look = async () => {
		const listings = { address, nextPath: nextListing, perSecond: LISTINGS_PER_SECOND, seconds };
		const { served, refused, failed } = await sendOnSchedule(listings);
		if (refused.length + failed > 0) throw new Error('Listings were not served.');
		return served;
	};
	const figures = {
		atRest: [] as number[][],
		meanwhile: [] as number[][],
		crowded: [] as number[],
	};
	let refused = 0;
	let lasted = 0;
	await look();
	for (let round = 0; round < rounds; round++) {
		figures.atRest.push(await look());
		const start = performance.now();
		let isGoingOn = true;
		const crowd = people.map(async (person) => {
			while (isGoingOn) {
				const begun = performance.now();
				const status = await signIn(address, person);
				if (status === 200) figures.crowded.push(performance.now() - begun);
				else refused += 1;
			}
		});
		figures.meanwhile.push(await look());
		isGoingOn = false;
		await Promise.all(crowd);
		lasted += performance.now() - start;
	}
	return { ...figures, crowdedPerSecond: figures.crowded.length / (lasted / 1000), refused };
}

let asked = 0;

/** Every second one is one that nobody has asked for before. */
function nextListing(): string {
	asked += 1;
	return asked % 2 ? '/api/items?limit=24' : `/api/items?maxPrice=${DEAREST + asked}`;
}

/** As browsers do, who keep their connection; `fetch` would take a tenth of the time for itself. */
const agent = new Agent({ keepAlive: true });

/** @throws Error for any answer but that one is in, or shall come again */
async function signIn(address: string, { email, password }: Person): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	const asking = request(`${address}/api/auth/login`, { agent, method: 'POST', headers });
	asking.end(JSON.stringify({ email, password }));
	const [answer] = (await once(asking, 'response')) as [IncomingMessage];
	await text(answer);
	const { statusCode: status = 0 } = answer;
	if (![200, 429, 503].includes(status)) throw new Error(`A sign-in was answered with ${status}.`);
	return status;
}
