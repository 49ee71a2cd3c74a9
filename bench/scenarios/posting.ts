import { fork } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { messagesOf } from '../lib/child-messages.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { sendOnSchedule } from '../lib/open-loop.ts';
import type { PostingCommand, PostingTask } from '../lib/posting-client.ts';
import { peakMbDuring, residentMb, sameProgramProcesses } from '../lib/process-memory.ts';
import { createRequestMix } from '../lib/request-mix.ts';
import { checkTarget } from '../lib/result-row.ts';
import { createPhotos, PHONE_PHOTO, type PhotoSize } from '../lib/sample-photos.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { formatSpread, median, percentile } from '../lib/statistics.ts';

/** The cost of a post with four large photos, and its effect on other requests. Linux only: reads /proc. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-posting'),
		items: itemsOption(10_000),
		rounds: { default: 7, help: 'rounds, after one that warms up' },
		seconds: { default: 15, help: 'how long other requests are measured in each round' },
	},
	async run({ 'data-dir': dataDir, items, rounds, seconds }, log) {
		const environment = { DATA_DIR: dataDir };
		const measurements = await measurePosting({ environment, items, rounds, seconds, log });
		const comparisons = comparisonsOf(measurements);
		return {
			tables: [
				{
					title: `A post with four photos of 4032 × 3024, compared with sharp alone (${measurements.posted} posts while others sent requests)`,
					columns: ['what', 'reference', 'server', 'factor'],
					rows: comparisons.map(({ name, reference, server }) => [
						name,
						formatSpread(reference, 0),
						formatSpread(server, 0),
						factorOf({ reference, server }).toFixed(2),
					]),
				},
			],
			results: comparisons.flatMap(({ target, ...compared }) =>
				target
					? checkTarget({ ...target, sign: '≤', unit: '×', measurements: [factorOf(compared)] })
					: [],
			),
		};
	},
});

/** The highest number of photos of an item. */
const PHOTOS = 4;
const USERS = 4;
const OTHER_REQUESTS_PER_SECOND = 50;

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	rounds: number;
	/** How long other requests are measured, at rest and while users post. */
	seconds: number;
	photoSize?: PhotoSize;
	log: Log;
}

/** The cost of processing, or posting, four photos. */
interface Cost {
	ms: number;
	/** Peak of resident memory in MB. */
	peakMb: number;
	/** The peak minus the memory before the first photo. */
	addedMb: number;
}

export interface PostingMeasurements {
	baseline: Cost[];
	server: Cost[];
	/** Milliseconds of each other request, round by round. */
	atRest: number[][];
	whilePosting: number[][];
	/** The number of posts made while other requests were measured. */
	posted: number;
}

/** Processes photos with sharp alone and posts them, in turns; then four users post while others send requests. */
export async function measurePosting(options: Options): Promise<PostingMeasurements> {
	const { environment, rounds, seconds, photoSize = PHONE_PHOTO, log } = options;
	await fillDatabase(options);
	return withTempFolder((folder) =>
		withCleanup(async (onEnd) => {
			const server = await startServer({ RATE_LIMIT: 'off', ...environment });
			onEnd(server.stop);
			log('Creating photos');
			const paths = await createPhotos(folder, PHOTOS, photoSize);
			const baseline = await startBaseline(paths);
			onEnd(baseline.close);
			const client = await startClient(server.address, paths);
			onEnd(client.close);
			const program = { pid: server.pid, run: client.postOnce };
			const costs = await measureInTurns(rounds + 1, baseline, program);
			log('Measured: a post alone');
			const nextPath = await createRequestMix(server.address);
			const sendOtherRequests = async () => {
				const schedule = { perSecond: OTHER_REQUESTS_PER_SECOND, seconds };
				const { address } = server;
				const { served, refused, failed } = await sendOnSchedule({
					address,
					nextPath,
					...schedule,
				});
				if (refused.length + failed > 0) throw new Error('Other requests were not served.');
				return served;
			};
			const otherRequests = await measureOtherRequests(rounds, sendOtherRequests, client);
			log('Measured: others meanwhile');
			return { ...costs, ...otherRequests };
		}),
	);
}

/** A process whose time and memory are measured. */
interface Measurable {
	pid: number;
	run: () => Promise<void>;
}

async function startBaseline(paths: string[]): Promise<Measurable & { close: () => void }> {
	const child = fork(join(import.meta.dirname, '../baseline/photos.ts'));
	const nextReply = messagesOf(child, 'The baseline');
	await nextReply();
	return {
		pid: child.pid ?? 0,
		async run() {
			child.send(paths);
			await nextReply();
		},
		close: () => child.disconnect(),
	};
}

interface Client {
	postOnce: () => Promise<void>;
	/** All users post, one item after the other. */
	start: () => void;
	/** @returns the number of posts, once those in progress are done */
	stop: () => Promise<number>;
	close: () => void;
}

async function startClient(address: string, paths: readonly string[]): Promise<Client> {
	const child = fork(join(import.meta.dirname, '../lib/posting-client.ts'));
	const nextReply = messagesOf(child, 'The posting client');
	const command = (name: PostingCommand) => child.send(name);
	const task: PostingTask = { address, paths, count: USERS };
	child.send(task);
	await nextReply();
	return {
		async postOnce() {
			command('once');
			await nextReply();
		},
		start: () => void command('start'),
		async stop() {
			command('stop');
			return Number(await nextReply());
		},
		close: () => child.disconnect(),
	};
}

/** Runs both programs in turns. The first turn of each warms up and is not counted. */
async function measureInTurns(
	turns: number,
	baseline: Measurable,
	server: Measurable,
): Promise<Pick<PostingMeasurements, 'baseline' | 'server'>> {
	const [runBaseline, runServer] = [await createCostMeter(baseline), await createCostMeter(server)];
	const costs = { baseline: [] as Cost[], server: [] as Cost[] };
	for (let turn = 0; turn < turns; turn++) {
		const [baselineCost, serverCost] = [await runBaseline(), await runServer()];
		if (turn === 0) continue;
		costs.baseline.push(baselineCost);
		costs.server.push(serverCost);
	}
	return costs;
}

async function createCostMeter({ pid, run }: Measurable): Promise<() => Promise<Cost>> {
	const idleMb = await residentMb(await sameProgramProcesses(pid));
	return async () => {
		let ms = 0;
		const peakMb = await peakMbDuring(await sameProgramProcesses(pid), async () => {
			const start = performance.now();
			await run();
			ms = performance.now() - start;
		});
		return { ms, peakMb, addedMb: peakMb - idleMb };
	};
}

async function measureOtherRequests(
	rounds: number,
	sendOtherRequests: () => Promise<number[]>,
	client: Client,
): Promise<Pick<PostingMeasurements, 'atRest' | 'whilePosting' | 'posted'>> {
	const [atRest, whilePosting]: [number[][], number[][]] = [[], []];
	let posted = 0;
	await sendOtherRequests();
	for (let round = 0; round < rounds; round++) {
		atRest.push(await sendOtherRequests());
		client.start();
		whilePosting.push(await sendOtherRequests());
		posted += await client.stop();
	}
	return { atRest, whilePosting, posted };
}

interface ComparedValues {
	reference: readonly number[];
	server: readonly number[];
}

interface Comparison extends ComparedValues {
	name: string;
	target?: { what: string; limit: number; comparedWith: string };
}

const factorOf = ({ reference, server }: ComparedValues) => median(server) / median(reference);

function comparisonsOf(measurements: PostingMeasurements): Comparison[] {
	const costs = (key: keyof Cost) => ({
		reference: measurements.baseline.map((cost) => cost[key]),
		server: measurements.server.map((cost) => cost[key]),
	});
	const otherRequests = (share: number) => ({
		reference: measurements.atRest.map((durationsMs) => percentile(durationsMs, share)),
		server: measurements.whilePosting.map((durationsMs) => percentile(durationsMs, share)),
	});
	const rowPrefix = 'a post with four photos of 4032 × 3024';
	return [
		{
			name: 'four photos, ms',
			...costs('ms'),
			target: { what: `${rowPrefix}: time`, limit: 1.4, comparedWith: 'the baseline' },
		},
		{ name: 'peak memory, MB', ...costs('peakMb') },
		{
			name: 'peak memory above rest, MB',
			...costs('addedMb'),
			target: { what: `${rowPrefix}: memory`, limit: 1.75, comparedWith: 'the baseline' },
		},
		{ name: 'other requests, p50 ms: at rest, while four post', ...otherRequests(0.5) },
		{
			name: 'other requests, p99 ms: at rest, while four post',
			...otherRequests(0.99),
			target: {
				what: 'other requests while four people post: p99',
				limit: 3,
				comparedWith: 'at rest',
			},
		},
	];
}
