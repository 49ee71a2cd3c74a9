import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { peopleOf, SECRET } from './chat-measure.ts';
import type { Pair } from './chat-people.ts';
import { startServer } from './chat-server.ts';
import { type Kind, openRequests, openTallies, type Tally } from './evening-requests.ts';
import { type Evening, type Talker, think, visit } from './evening-visit.ts';
import { encodedItem } from './item-form.ts';
import { keepToCore } from './keep-to-core.ts';
import { fillMarket, memoryOf } from './market-load.ts';
import { drawPhotos } from './posting-photos.ts';
import { descendantsOf } from './process-memory.ts';
import { processorSeconds } from './processor-time.ts';
import { signUp } from './soak-people.ts';

const SERVER_CORE = 0;
const GENERATOR_CORE = 1;
/** Of those online at a time; they have an account and are signed in from before. */
const TALKERS_SHARE = 0.4;
const ACCOUNTS = 20;
const PHOTOS = 2;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	/** How many people are there at a time, load by load; whoever goes is followed by another. */
	online: readonly number[];
	/** How long they come in, and how long they are counted after that. */
	arriveSeconds: number;
	seconds: number;
	/** Milliseconds between two deeds of one person, on the average. */
	thinkMs: number;
	/** Pixels of the photos posted. */
	sides: { width: number; height: number };
	/** Whether each of the two sides has a core to itself: not in a test. */
	isPinned: boolean;
	say: (line: string) => void;
}

export interface Load {
	online: number;
	seconds: number;
	kinds: Map<Kind, Tally>;
	/** Shares of one core that the market took, with its database and photos, and that these people took themselves. */
	busy: number;
	busyPeople: number;
	/** Resident at the end, of the market's own process. */
	memoryMb: number;
}

/** Opens a market and has ever more people come to it, who look, search, post, sign in and talk, each at their own pace. */
export async function measureFirstEvening(options: Options): Promise<Load[]> {
	const { environment, online, isPinned } = options;
	await fillMarket(options);
	const pairs = await peopleOf(environment, pairsFor(Math.max(...online)));
	if (isPinned) {
		await keepToCore(GENERATOR_CORE);
	}
	const post = await preparePost(options.sides);
	// Each comes from an address of their own, as the proxy in front tells it, and is limited as always.
	const given = { TRUST_PROXY: '1', JWT_SECRET: SECRET, ...environment };
	const server = await startServer(given, isPinned ? SERVER_CORE : undefined);
	try {
		const accounts = [];
		for (let made = 0; made < ACCOUNTS; made++) accounts.push(await signUp(server.address));
		const loads: Load[] = [];
		for (const count of online) {
			const people = { accounts, post, pairs: pairs.slice(0, pairsFor(count)), count };
			loads.push(await spend(server, people, options));
		}
		return loads;
	} finally {
		await server.stop();
	}
}

function pairsFor(online: number): number {
	return Math.floor((online * TALKERS_SHARE) / 2);
}

interface People extends Pick<Evening, 'accounts' | 'post'> {
	pairs: readonly Pair[];
	count: number;
}

async function spend(
	{ address, pid }: { address: string; pid: number },
	{ accounts, post, pairs, count }: People,
	{ arriveSeconds, seconds, thinkMs, say }: Options,
): Promise<Load> {
	const tallies = openTallies();
	const { ask, close } = openRequests(address, tallies);
	const end = new AbortController();
	const over = end.signal;
	const evening: Evening = { ...{ address, ask, tallies, accounts, post, thinkMs }, over };
	const talkers = pairs.flatMap(talkersOf);
	const visits = Array.from({ length: count }, async (_, place) => {
		const arrival = Math.random() * arriveSeconds * 1000;
		await wait(arrival, undefined, { signal: over }).catch(() => undefined);
		while (!over.aborted) {
			await visit(evening, talkers[place]);
			await think(evening);
		}
	});
	await wait(arriveSeconds * 1000);
	tallies.take();
	const [before, ownBefore, start] = [await workedFor(pid), process.cpuUsage(), performance.now()];
	await wait(seconds * 1000);
	const lasted = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(ownBefore);
	const load = {
		...{ online: count, seconds: lasted, kinds: tallies.take() },
		busy: ((await workedFor(pid)) - before) / lasted,
		busyPeople: (user + system) / 1e6 / lasted,
		memoryMb: await memoryOf(pid),
	};
	say(`${count} online: ${Math.round(load.busy * 100)} % of a core, ${load.memoryMb} MB`);
	end.abort();
	await Promise.all(visits);
	close();
	return load;
}

function talkersOf({ room, members: [buyer, seller] }: Pair): Talker[] {
	return [
		{ room, token: buyer.token, userType: 'buyer' },
		{ room, token: seller.token, userType: 'seller' },
	];
}

/** Seconds of the processor for a market, its database and whoever makes its photos. */
async function workedFor(pid: number): Promise<number> {
	const seconds = (await descendantsOf(pid)).map((each) => processorSeconds(each).catch(() => 0));
	return (await Promise.all(seconds)).reduce((sum, each) => sum + each, 0);
}

async function preparePost(sides: Options['sides']): Promise<Evening['post']> {
	const folder = await mkdtemp(join(tmpdir(), 'market-evening-'));
	try {
		return await encodedItem(await drawPhotos(folder, PHOTOS, sides));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
