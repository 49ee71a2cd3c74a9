import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startServer } from './chat-server.ts';
import { fillMarket, pathsOf } from './market-load.ts';
import { sendOnSchedule } from './open-loop.ts';
import type { PeopleOrder, PeopleTask } from './posting-people.ts';
import { drawPhotos } from './posting-photos.ts';
import { familyOf, peakDuring, residentOf } from './process-memory.ts';

/** As phones of twelve megapixels take them; four are the most that an item has. */
const PHOTO = { width: 4032, height: 3024 };
const PHOTOS = 4;
const PEOPLE = 4;
/** Of requests by others, meanwhile. */
const OTHERS_PER_SECOND = 50;

interface Options {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	rounds: number;
	/** How long others ask for things, at rest and while people post. */
	seconds: number;
	/** Pixels of the photos posted, where not as a phone takes them. */
	sides?: { width: number; height: number };
	say: (line: string) => void;
}

/** What one making or posting of four photos took. */
export interface Making {
	ms: number;
	/** The most that the processes had resident, and how much more that is than before the first. */
	peakMb: number;
	moreMb: number;
}

export interface PostingFigures {
	reference: Making[];
	posts: Making[];
	/** Milliseconds of each request by others, round by round. */
	atRest: number[][];
	whilePosting: number[][];
	/** Posts that were made meanwhile. */
	posted: number;
}

/** Makes the photos by bare sharp and posts them, in turns; then has four people post while others look around. */
export async function measurePosting(options: Options): Promise<PostingFigures> {
	const { environment, rounds, seconds, sides = PHOTO, say } = options;
	await fillMarket(options);
	const folder = await mkdtemp(join(tmpdir(), 'market-posting-'));
	const server = await startServer({ RATE_LIMIT: 'off', ...environment });
	const opened: Opened[] = [];
	try {
		say('Drawing photos');
		const paths = await drawPhotos(folder, PHOTOS, sides);
		const bare = await openReference();
		opened.push(bare);
		const people = await openPeople(server.address, paths);
		opened.push(people);
		const ours = { pid: server.pid, make: people.postOnce };
		const makings = await takeTurns(rounds + 1, bare.sideFor(paths), ours);
		say('Measured: a post alone');
		const nextPath = await pathsOf(server.address);
		const ask = async () => {
			const others = { address: server.address, nextPath, perSecond: OTHERS_PER_SECOND, seconds };
			const { served, refused, failed } = await sendOnSchedule(others);
			if (refused.length + failed > 0) throw new Error('Others were not served.');
			return served;
		};
		const meanwhile = await measureOthers(rounds, ask, people);
		say('Measured: others meanwhile');
		return { ...makings, ...meanwhile };
	} finally {
		for (const each of opened) each.close();
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** One of those that are measured beside each other. */
interface Side {
	pid: number;
	make: () => Promise<void>;
}

interface Reference extends Opened {
	sideFor: (paths: string[]) => Side;
}

/** A process of the benchmark's own. */
interface Opened {
	close: () => void;
}

async function openReference(): Promise<Reference> {
	const child = fork(join(import.meta.dirname, 'posting-reference.ts'));
	await once(child, 'message');
	const sideFor = (paths: string[]) => ({
		pid: child.pid ?? 0,
		async make() {
			child.send(paths);
			await once(child, 'message');
		},
	});
	return { sideFor, close: () => child.disconnect() };
}

interface People extends Opened {
	postOnce: () => Promise<void>;
	/** All of them, one thing after the other. */
	goOn: () => void;
	/** @returns how often they posted; once what is under way is done */
	stop: () => Promise<number>;
}

async function openPeople(address: string, paths: readonly string[]): Promise<People> {
	const child = fork(join(import.meta.dirname, 'posting-people.ts'));
	const ended = once(child, 'exit').then(() => {
		throw new Error('The people who post are gone.');
	});
	ended.catch(() => undefined);
	const answer = () => Promise.race([once(child, 'message'), ended]);
	const order = (told: PeopleOrder) => child.send(told);
	const task: PeopleTask = { address, paths, count: PEOPLE };
	child.send(task);
	await answer();
	return {
		async postOnce() {
			order('once');
			await answer();
		},
		goOn: () => void order('go on'),
		async stop() {
			order('stop');
			return Number((await answer())[0]);
		},
		close: () => child.disconnect(),
	};
}

/** The first turn of each warms it up and does not count. */
async function takeTurns(
	turns: number,
	bare: Side,
	ours: Side,
): Promise<Pick<PostingFigures, 'reference' | 'posts'>> {
	const [measureBare, measureOurs] = [await measureOf(bare), await measureOf(ours)];
	const reference: Making[] = [];
	const posts: Making[] = [];
	for (let turn = 0; turn < turns; turn++) {
		const made = await measureBare();
		const posted = await measureOurs();
		if (turn === 0) continue;
		reference.push(made);
		posts.push(posted);
	}
	return { reference, posts };
}

async function measureOf({ pid, make }: Side): Promise<() => Promise<Making>> {
	const restMb = await residentOf(await familyOf(pid));
	return async () => {
		let ms = 0;
		const peakMb = await peakDuring(await familyOf(pid), async () => {
			const start = performance.now();
			await make();
			ms = performance.now() - start;
		});
		return { ms, peakMb, moreMb: peakMb - restMb };
	};
}

async function measureOthers(
	rounds: number,
	ask: () => Promise<number[]>,
	people: People,
): Promise<Pick<PostingFigures, 'atRest' | 'whilePosting' | 'posted'>> {
	const [atRest, whilePosting]: [number[][], number[][]] = [[], []];
	let posted = 0;
	await ask();
	for (let round = 0; round < rounds; round++) {
		atRest.push(await ask());
		people.goOn();
		whilePosting.push(await ask());
		posted += await people.stop();
	}
	return { atRest, whilePosting, posted };
}
