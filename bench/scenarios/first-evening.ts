import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createPairs, JWT_SECRET, type Pair } from '../lib/chat-pairs.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { processTreeCpuSeconds } from '../lib/cpu-time.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { encodeItemForm } from '../lib/item-form.ts';
import { GENERATOR_CORE, pinToCore, SERVER_CORE } from '../lib/pin-to-core.ts';
import { memoryMb } from '../lib/process-memory.ts';
import { checkAllZero } from '../lib/result-row.ts';
import { createPhotos, PHONE_PHOTO, type PhotoSize } from '../lib/sample-photos.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { formatPercentile } from '../lib/statistics.ts';
import { signUp } from '../lib/users.ts';
import { type ChatUser, pause, type VisitContext, visit } from '../lib/visit.ts';
import { type Counter, createCounters, type Kind, openRequests } from '../lib/visit-requests.ts';

/**
 * The first evening of term at one college and at ten, of 10,000 students each. At each college, three in ten
 * students visit for ten minutes between seven and eleven. So 125 are online at a time on average, and about four
 * times as many, 500, in the busiest minutes. Linux only: pins processes to cores.
 */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-first-evening'),
		items: itemsOption(10_000),
		online: { default: 500, help: 'people online at one college' },
		'arrive-seconds': { default: 20, help: 'how long people arrive before counting begins' },
		seconds: { default: 60, help: 'how long is counted' },
	},
	async run({ 'data-dir': dataDir, items, online, seconds, ...values }, log) {
		const loads = await measureFirstEvening({
			environment: { DATA_DIR: dataDir },
			items,
			log,
			online: COLLEGES.map((colleges) => colleges * online),
			arriveSeconds: values['arrive-seconds'],
			seconds,
			pauseMs: 10_000,
			photoSize: PHONE_PHOTO,
			isPinned: true,
		});
		return {
			tables: [
				{
					title: 'The first evening of term, server and visitors on a core each',
					columns: ['online', 'what', 'per second', 'p50 ms', 'p99 ms', 'refused', 'failed'],
					rows: loads.flatMap(rowsOf),
				},
			],
			results: loads.map(resultOf),
		};
	},
});

const COLLEGES = [1, 10];
/** Share of the people online who are signed in and have a conversation. */
const CHAT_USER_SHARE = 0.4;
const ACCOUNTS = 20;
const PHOTOS = 2;

interface Options {
	/** The server's environment. Its database is filled up to `items`. */
	environment: Environment;
	items: number;
	/** People online at the same time, one number per load; a person who leaves is replaced by another. */
	online: readonly number[];
	/** How long a load takes to build up. */
	arriveSeconds: number;
	/** How long is measured after that. */
	seconds: number;
	/** Mean milliseconds between two actions of one person. */
	pauseMs: number;
	photoSize: PhotoSize;
	/** Whether server and visitors have a core each; not in tests. */
	isPinned: boolean;
	log: Log;
}

interface EveningLoad {
	online: number;
	seconds: number;
	kinds: Map<Kind, Counter>;
	/** Shares of one core used by the server, its database and photo processing, and by the visitors. */
	serverShare: number;
	visitorShare: number;
	/** Resident memory of the server process at the end. */
	memoryMb: number;
}

/**
 * Starts a server and sends it more and more visitors, who browse, search, post, sign in and chat at their own pace.
 */
export async function measureFirstEvening(options: Options): Promise<EveningLoad[]> {
	const { environment, online, isPinned } = options;
	await fillDatabase(options);
	const pairs = await createPairs(environment, pairsFor(Math.max(...online)));
	if (isPinned) await pinToCore(GENERATOR_CORE);
	const post = await preparePost(options.photoSize);
	// Each visitor has an IP address, as a proxy forwards it, and is rate limited as usual.
	const serverEnvironment = { TRUST_PROXY: '1', JWT_SECRET, ...environment };
	const server = await startServer(serverEnvironment, isPinned ? SERVER_CORE : undefined);
	try {
		const accounts = [];
		for (let count = 0; count < ACCOUNTS; count++) accounts.push(await signUp(server.address));
		const loads: EveningLoad[] = [];
		for (const count of online) {
			const visitors = { accounts, post, pairs: pairs.slice(0, pairsFor(count)), count };
			loads.push(await measureLoad(server, visitors, options));
		}
		return loads;
	} finally {
		await server.stop();
	}
}

function pairsFor(online: number): number {
	return Math.floor((online * CHAT_USER_SHARE) / 2);
}

interface Visitors extends Pick<VisitContext, 'accounts' | 'post'> {
	pairs: readonly Pair[];
	count: number;
}

async function measureLoad(
	{ address, pid }: { address: string; pid: number },
	{ accounts, post, pairs, count }: Visitors,
	{ arriveSeconds, seconds, pauseMs, log }: Options,
): Promise<EveningLoad> {
	const counters = createCounters();
	const { send, close } = openRequests(address, counters);
	const controller = new AbortController();
	const signal = controller.signal;
	const context: VisitContext = { address, send, counters, accounts, post, pauseMs, signal };
	const users = pairs.flatMap(chatUsersOf);
	const visits = Array.from({ length: count }, async (_, index) => {
		const arrival = Math.random() * arriveSeconds * 1000;
		await wait(arrival, undefined, { signal }).catch(() => undefined);
		while (!signal.aborted) {
			await visit(context, users[index]);
			await pause(context);
		}
	});
	await wait(arriveSeconds * 1000);
	// What happened while people arrived does not count.
	counters.takeCounts();
	const [cpuSecondsBefore, ownCpuBefore, start] = [
		await processTreeCpuSeconds(pid),
		process.cpuUsage(),
		performance.now(),
	];
	await wait(seconds * 1000);
	const elapsedSeconds = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(ownCpuBefore);
	const load = {
		online: count,
		seconds: elapsedSeconds,
		kinds: counters.takeCounts(),
		serverShare: ((await processTreeCpuSeconds(pid)) - cpuSecondsBefore) / elapsedSeconds,
		visitorShare: (user + system) / 1e6 / elapsedSeconds,
		memoryMb: await memoryMb(pid),
	};
	log(`${count} online: ${percent(load.serverShare)} of a core, ${load.memoryMb} MB`);
	controller.abort();
	await Promise.all(visits);
	close();
	return load;
}

function chatUsersOf({ room, members: [buyer, seller] }: Pair): ChatUser[] {
	return [
		{ room, token: buyer.token, userType: 'buyer' },
		{ room, token: seller.token, userType: 'seller' },
	];
}

function preparePost(photoSize: PhotoSize): Promise<VisitContext['post']> {
	return withTempFolder(async (folder) =>
		encodeItemForm(await createPhotos(folder, PHOTOS, photoSize)),
	);
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function totalOf({ kinds }: EveningLoad): Counter {
	return [...kinds.values()].reduce((total, { durationsMs, refused, failed }) => ({
		durationsMs: total.durationsMs.concat(durationsMs),
		refused: total.refused + refused,
		failed: total.failed + failed,
	}));
}

function rowsOf(load: EveningLoad) {
	const { kinds, seconds, online, serverShare, visitorShare } = load;
	const toRow = (name: string, { durationsMs, refused, failed }: Counter) => [
		online,
		name,
		(durationsMs.length / seconds).toFixed(1),
		formatPercentile(durationsMs, 0.5, 1),
		formatPercentile(durationsMs, 0.99),
		refused,
		failed,
	];
	const shareText = `server ${percent(serverShare)}, visitors ${percent(visitorShare)} of a core`;
	const rows = [...kinds].map(([kind, counter]) => toRow(kind, counter));
	return [...rows, toRow(`all: ${shareText}, ${load.memoryMb} MB`, totalOf(load))];
}

function resultOf(load: EveningLoad) {
	const { durationsMs, refused, failed } = totalOf(load);
	const requestCount = (durationsMs.length + refused).toLocaleString('en-US');
	const p99 = `${formatPercentile(durationsMs, 0.99)} ms`;
	return checkAllZero(
		`first evening of term, ${load.online.toLocaleString('en-US')} people online: failed requests`,
		[failed],
		`${percent(load.serverShare)} of a core, p99 ${p99}, ${refused} of ${requestCount} refused`,
	);
}
