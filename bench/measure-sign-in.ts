import { performance } from 'node:perf_hooks';
import { verify } from '@node-rs/argon2';
import { openDatabase } from '#ops/seed/open-database.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { startProgram, startServer } from './chat-server.ts';
import { fillMarket } from './market-load.ts';
import { sendOnSchedule } from './open-loop.ts';
import { openDoor } from './sign-in-door.ts';
import { type Person, signUp } from './soak-people.ts';

const SIGN_IN = '/api/auth/login';
const PEOPLE_AT_ONCE = 20;
/** Of listings by others, meanwhile. */
const LISTINGS_PER_SECOND = 50;
const DEAREST = 100_000;
/** Not counted. */
const WARMING_TURNS = 5;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	/** How often the three take turns, after five more that warm them. */
	turns: number;
	/** Sign-ins one after the other in each turn, and as many bare hashes: few, for a machine that others share changes from second to second. */
	times: number;
	/** How often listings are asked for at rest, and then while twenty people sign in. */
	rounds: number;
	/** How long listings are asked for each time. */
	seconds: number;
	say: (line: string) => void;
}

export interface SignInFigures {
	/** Milliseconds of each, turn by turn: the password alone, a program that does no more than it must, the market. */
	bare: number[][];
	least: number[][];
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

/**
 * Checks a password bare, and signs in with it at a bare program and at the market, in turns; then has twenty people sign in
 * while others look at listings.
 */
export async function measureSignIn(options: Options): Promise<SignInFigures> {
	const { environment, turns, times, rounds, seconds, say } = options;
	await fillMarket(options);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, say);
	try {
		const given = { RATE_LIMIT: 'off', ...environment, DATABASE_URL: database.url };
		const server = await startServer(given);
		try {
			const { address } = server;
			const people = await Promise.all(
				Array.from({ length: PEOPLE_AT_ONCE }, () => signUp(address)),
			);
			const taken = await takeTurns(address, database.url, people, turns, times);
			say('Measured: one person');
			const crowd = await measureCrowd(address, people, rounds, seconds);
			say('Measured: twenty people');
			return { ...taken, ...crowd };
		} finally {
			await server.stop();
		}
	} finally {
		await database.letGo();
	}
}

async function takeTurns(
	address: string,
	databaseUrl: string,
	[person]: readonly Person[],
	turns: number,
	times: number,
): Promise<Pick<SignInFigures, 'bare' | 'least' | 'ours'>> {
	if (!person) throw new Error('Nobody is there to sign in.');
	const stored = await hashPassword(person.password);
	const program = await startProgram(['bench/bare-sign-in.ts', databaseUrl], {});
	const leastDoor = openDoor(program.address, '/sign-in');
	const ourDoor = openDoor(address, SIGN_IN);
	const figures = { bare: [] as number[][], least: [] as number[][], ours: [] as number[][] };
	try {
		for (let turn = -WARMING_TURNS; turn < turns; turn++) {
			const bare = await timed(times, () => verify(stored, person.password));
			const least = await timed(times, () => leastDoor.signIn(person));
			const ours = await timed(times, () => ourDoor.signIn(person));
			if (turn < 0) continue;
			figures.bare.push(bare);
			figures.least.push(least);
			figures.ours.push(ours);
		}
		return figures;
	} finally {
		ourDoor.close();
		leastDoor.close();
		await program.stop();
	}
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
): Promise<Omit<SignInFigures, 'bare' | 'least' | 'ours'>> {
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
	const doors = people.map((person) => ({ person, ...openDoor(address, SIGN_IN) }));
	let refused = 0;
	let lasted = 0;
	await look();
	for (let round = 0; round < rounds; round++) {
		figures.atRest.push(await look());
		const start = performance.now();
		let isGoingOn = true;
		const crowd = doors.map(async ({ person, signIn }) => {
			while (isGoingOn) {
				const begun = performance.now();
				const status = await signIn(person);
				if (status === 200) figures.crowded.push(performance.now() - begun);
				else refused += 1;
			}
		});
		figures.meanwhile.push(await look());
		isGoingOn = false;
		await Promise.all(crowd);
		lasted += performance.now() - start;
	}
	for (const { close } of doors) close();
	return { ...figures, crowdedPerSecond: figures.crowded.length / (lasted / 1000), refused };
}

let asked = 0;

/** Every second one is one that nobody has asked for before. */
function nextListing(): string {
	asked += 1;
	return asked % 2 ? '/api/items?limit=24' : `/api/items?maxPrice=${DEAREST + asked}`;
}
