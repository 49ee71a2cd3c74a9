import { readFile } from 'node:fs/promises';
import { openDatabase } from '#ops/seed/open-database.ts';
import { connect } from '#server/db/client.ts';
import { insertPairs } from './chat-people.ts';
import { startProgram, startServer } from './chat-server.ts';
import { askInTurns, type Pace } from './closed-loop.ts';
import { itemForm } from './item-form.ts';
import { keepToCore } from './keep-to-core.ts';
import { fillMarket } from './market-load.ts';
import { drawPhoto } from './posting-photos.ts';
import { type Case, casesOf } from './read-cases.ts';

/** Whoever answers has one core alone; whoever asks, and the database, the other. */
const SERVER_CORE = 0;
const OTHER_CORE = 1;
const CONNECTIONS = 40;
/** Pixels of a photo as it is posted. */
const PHOTO = { width: 1600, height: 1200 };
/** Signs the market's tokens. */
const SECRET = 'reads-0123456789abcdef0123456789abcdef';
/** Linux counts the time of processes in hundredths of a second. */
const TICK_US = 10_000;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	rounds: number;
	/** For which each case is asked in each round. */
	seconds: number;
	/** Whether each of the two sides has a core to itself: not in a test. */
	isPinned: boolean;
	say: (line: string) => void;
}

/** What one turn came to. */
export interface Turn {
	perSecond: number;
	p99: number;
	/** Processor time of the answering process for each answer, in microseconds. */
	cpu: number;
	failed: number;
}

export interface Measured extends Pick<Case, 'name' | 'kind'> {
	turns: Turn[];
	/** The bare handler's, right before each. */
	references: Turn[];
}

/** Asks the market what people read, and the bare handler for its page, in turns. */
export async function measureReads(options: Options): Promise<Measured[]> {
	const { environment, isPinned, say } = options;
	await fillMarket(options);
	// The database is started from here, and stays on the same core.
	if (isPinned) await keepToCore(OTHER_CORE);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, say);
	const core = isPinned ? SERVER_CORE : undefined;
	try {
		const given = { RATE_LIMIT: 'off', JWT_SECRET: SECRET, ...environment };
		const market = await startServer({ ...given, DATABASE_URL: database.url }, core);
		try {
			const bare = await startProgram(['bench/bare-reads.ts', database.url], {}, core);
			try {
				const token = await tokenOf(database.url);
				await postItem(market.address, token);
				return await measureCases(await casesOf(market.address, token), { market, bare }, options);
			} finally {
				await bare.stop();
			}
		} finally {
			await market.stop();
		}
	} finally {
		await database.letGo();
	}
}

/** Of somebody who is signed in. */
async function tokenOf(databaseUrl: string): Promise<string> {
	const { db, close } = connect(databaseUrl, () => undefined);
	try {
		const [pair] = await insertPairs(db, 1, SECRET);
		if (!pair) throw new Error('Nobody is there to be signed in.');
		return pair.members[0].token;
	} finally {
		await close();
	}
}

/** The newest, with a photo: a market that is filled in one go has none. */
async function postItem(address: string, token: string): Promise<void> {
	const photo = new Blob([new Uint8Array(await drawPhoto(PHOTO))]);
	const headers = { authorization: `Bearer ${token}` };
	const posting = { method: 'POST', headers, body: itemForm([photo]) };
	const answer = await fetch(`${address}/api/item/add-item`, posting);
	if (answer.status !== 201) throw new Error(`The item was not posted: ${answer.status}.`);
}

interface Answering {
	market: { address: string; pid: number };
	bare: { address: string; pid: number };
}

async function measureCases(
	cases: readonly Case[],
	{ market, bare }: Answering,
	{ rounds, seconds, say }: Options,
): Promise<Measured[]> {
	const measured = cases.map(
		({ name, kind }): Measured => ({
			...{ name, kind },
			...{ turns: [], references: [] },
		}),
	);
	const load = { connections: CONNECTIONS, seconds };
	// The first round warms both, and is not counted.
	for (let round = 0; round <= rounds; round++) {
		for (const [index, { name, kind, nextPath, headers = {} }] of cases.entries()) {
			const reference = await turnOf(bare, { ...load, nextPath: () => '/items', status: 200 });
			const status = kind === 'known' ? 304 : 200;
			const turn = await turnOf(market, { ...load, nextPath, headers, status });
			if (round === 0) continue;
			measured[index]?.references.push(reference);
			measured[index]?.turns.push(turn);
			const ratio = (turn.perSecond / reference.perSecond).toFixed(2);
			say(`${kind} ${name}: ${Math.round(turn.perSecond)}/s, ${ratio} times the bare handler`);
		}
	}
	return measured;
}

type Asking = Omit<Parameters<typeof askInTurns>[0], 'address'>;

async function turnOf({ address, pid }: Answering['market'], asking: Asking): Promise<Turn> {
	const before = await processorUs(pid);
	const pace: Pace = await askInTurns({ address, ...asking });
	const { perSecond, taken, failed } = pace;
	const cpu = ((await processorUs(pid)) - before) / taken.length;
	return { perSecond, p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN, cpu, failed };
}

/** What a process has had of the processor, in microseconds. Linux only. */
async function processorUs(pid: number): Promise<number> {
	const words = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
	return (Number(words[11]) + Number(words[12])) * TICK_US;
}
