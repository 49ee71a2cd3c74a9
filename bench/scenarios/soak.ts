import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ADMIN_LISTS, ADMIN_STATISTICS } from '../lib/admin-cases.ts';
import { createPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { joinBoth, type RoomMember } from '../lib/chat-room.ts';
import { fillDatabase } from '../lib/fill-database.ts';
import { createItemForm } from '../lib/item-form.ts';
import { sendOnSchedule } from '../lib/open-loop.ts';
import { memoryMbDuring } from '../lib/process-memory.ts';
import { createRequestMix } from '../lib/request-mix.ts';
import { createPlainPhoto } from '../lib/sample-photos.ts';
import {
	dataDirOption,
	defineScenario,
	type Environment,
	itemsOption,
	type Log,
} from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { sum } from '../lib/statistics.ts';
import { signUp } from '../lib/users.ts';

/** The server's memory under a constant load of all kinds. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-soak'),
		items: itemsOption(10_000),
		minutes: { default: 30, help: 'how long the load lasts' },
		'minute-seconds': { default: 60, max: 60, help: 'seconds that count as a minute' },
	},
	async run({ 'data-dir': dataDir, items, minutes, 'minute-seconds': secondsPerMinute }, log) {
		const environment = { DATA_DIR: dataDir };
		const measured = await measureSoak({ environment, items, minutes, secondsPerMinute, log });
		const warmMemoryMb = measured.slice(BASELINE_MINUTE - 1).map(({ memoryMb }) => memoryMb);
		const [first = Number.NaN] = warmMemoryMb;
		const total = (key: 'done' | 'refused' | 'failed') => sum(measured.map((each) => each[key]));
		const [least, most] = [Math.min(...warmMemoryMb), Math.max(...warmMemoryMb)];
		const driftPercent =
			(Math.max(...warmMemoryMb.map((memory) => Math.abs(memory - first))) / first) * 100;
		return {
			tables: [
				{
					title: `${minutes} minutes of mixed load`,
					columns: [
						'done',
						'refused',
						'failed',
						`MB in minute ${BASELINE_MINUTE}`,
						'least since',
						'most since',
						'at the end',
						'drift',
					],
					rows: [
						[
							total('done'),
							total('refused'),
							total('failed'),
							first,
							least,
							most,
							warmMemoryMb.at(-1) ?? '',
							`${driftPercent.toFixed(1)} %`,
						],
					],
				},
			],
			results: [
				{
					what: '30 minutes of mixed load: memory after the first five minutes',
					target: 'within 10 %',
					measured: `${driftPercent.toFixed(1)} % (${least} to ${most} MB)`,
					isMet: driftPercent <= 10,
				},
			],
		};
	},
});

/** Caches fill before and during this minute; the later ones are compared with it. */
const BASELINE_MINUTE = 5;
const REQUESTS_PER_SECOND = 20;
const CHAT_PAIRS = 10;
const INTERVALS_MS = { post: 5000, signIn: 2000, message: 2000, admin: 1000 };
const MINUTE_SECONDS = 60;
const RESPONSE_TIMEOUT_MS = 60_000;
/** The requests of administrators. */
const ADMIN_PATHS = [
	...ADMIN_LISTS.flatMap(({ path, filters }) => filters.map((filter) => `${path}?${filter}`)),
	...ADMIN_STATISTICS,
];

interface Options {
	/** The server's environment. */
	environment: Environment;
	/** The database is filled up to this number of items. */
	items: number;
	minutes: number;
	/** Shorter in tests. */
	secondsPerMinute?: number;
	log: Log;
}

export interface Minute {
	/** Median of the resident memory of the server process. */
	memoryMb: number;
	/** Successful requests and messages. */
	done: number;
	/** Requests answered with 429 or 503, and messages that a busy server refused. */
	refused: number;
	/** Requests and messages without an answer, or with an answer that is neither a success nor a refusal. */
	failed: number;
}

type Count = Omit<Minute, 'memoryMb'>;

/** Keeps up visits, posts, chats, sign-ins and administration, and samples the server's memory. */
export async function measureSoak(options: Options): Promise<Minute[]> {
	const { environment, minutes, secondsPerMinute = MINUTE_SECONDS, log } = options;
	const adminToken = await fillDatabase(options);
	const server = await startServer({ RATE_LIMIT: 'off', JWT_SECRET, ...environment });
	const { address } = server;
	const count: Count = { done: 0, refused: 0, failed: 0 };
	try {
		const pairs = await createPairs(environment, CHAT_PAIRS);
		const members = (await Promise.all(pairs.map((pair) => joinBoth(address, pair)))).flat();
		const stop = await startActions(address, adminToken, members, { count, log });
		const nextPath = await createRequestMix(address);
		const measured: Minute[] = [];
		for (let minute = 1; minute <= minutes; minute++) {
			const before = { ...count };
			const visits = {
				address,
				nextPath,
				perSecond: REQUESTS_PER_SECOND,
				seconds: secondsPerMinute,
			};
			const visitLoad = sendOnSchedule(visits);
			const memoryMb = await memoryMbDuring(server.pid, visitLoad, 0.5);
			const result = await visitLoad;
			const done = result.served.length + count.done - before.done;
			const refused = result.refused.length + count.refused - before.refused;
			const failed = result.failed + count.failed - before.failed;
			measured.push({ memoryMb, done, refused, failed });
			log(`minute ${minute}: ${memoryMb} MB, ${done} done, ${refused} refused, ${failed} failed`);
		}
		await stop();
		for (const { socket } of members) socket.close();
		return measured;
	} finally {
		await server.stop();
	}
}

interface ActionLog {
	count: Count;
	log: Log;
}

/** @returns a function that ends the actions */
async function startActions(
	address: string,
	adminToken: string,
	members: readonly RoomMember[],
	actionLog: ActionLog,
): Promise<() => Promise<unknown>> {
	const controller = new AbortController();
	const { token, email, password } = await signUp(address);
	const send = createSender(address, actionLog);
	const adminPath = () => ADMIN_PATHS[randomInt(ADMIN_PATHS.length)];
	const createForm = async () => createItemForm([await createPlainPhoto()]);
	const actions: [keyof typeof INTERVALS_MS, () => Promise<void>][] = [
		['post', async () => send('POST', '/item/add-item', { token, body: await createForm() })],
		['signIn', () => send('POST', '/auth/login', { body: { email, password } })],
		['message', () => sendMessages(members, actionLog)],
		['admin', () => send('GET', `/admin${adminPath()}`, { token: adminToken })],
	];
	const loops = actions.map(([name, action]) =>
		repeatUntilAborted(controller.signal, INTERVALS_MS[name], action),
	);
	return () => {
		controller.abort();
		return Promise.all(loops);
	};
}

async function repeatUntilAborted(
	signal: AbortSignal,
	intervalMs: number,
	action: () => Promise<void>,
): Promise<void> {
	while (!signal.aborted) {
		await action();
		await wait(intervalMs, undefined, { signal }).catch(() => undefined);
	}
}

/** @returns a function that sends one request, counts it, and logs a failure */
function createSender(address: string, { count, log }: ActionLog) {
	return async (
		method: string,
		path: string,
		{ token, body }: { token?: string; body?: object } = {},
	): Promise<void> => {
		const isForm = body instanceof FormData;
		const headers = {
			...(token && { authorization: `Bearer ${token}` }),
			...(body && !isForm && { 'content-type': 'application/json' }),
		};
		const encoded = isForm ? body : body && JSON.stringify(body);
		try {
			const response = await fetch(`${address}/api${path}`, {
				method,
				headers,
				...(encoded && { body: encoded }),
			});
			await response.arrayBuffer();
			count[outcomeOf(response)] += 1;
			if (!response.ok) log(`${method} ${path}: ${response.status}`);
		} catch (error) {
			count.failed += 1;
			log(`${method} ${path}: ${error}`);
		}
	};
}

function outcomeOf({ ok, status }: Response): keyof Count {
	if (ok) return 'done';
	return status === 429 || status === 503 ? 'refused' : 'failed';
}

/** Every member sends one message. */
async function sendMessages(
	members: readonly RoomMember[],
	{ count, log }: ActionLog,
): Promise<void> {
	await Promise.all(
		members.map(async ({ socket, roomId }) => {
			const message = { roomId, message: 'Is it still there?', clientId: randomUUID() };
			const response = await socket
				.timeout(RESPONSE_TIMEOUT_MS)
				.emitWithAck(CHAT_EVENTS.sendMessage, message)
				.catch((error: unknown) => ({ success: false, message: String(error) }));
			const isRefused = response.code === REQUEST_ERRORS.unavailable.code;
			count[response.success ? 'done' : isRefused ? 'refused' : 'failed'] += 1;
			if (!response.success) log(`a message: ${response.message}`);
		}),
	);
}
