import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Socket } from 'socket.io-client';
import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createPairs, JWT_SECRET, type Pair } from '../lib/chat-pairs.ts';
import { joinRoom } from '../lib/chat-room.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { startRedis } from '../lib/redis-server.ts';
import { formatRange, withoutTarget } from '../lib/result-row.ts';
import { defineScenario } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { median, percentile } from '../lib/statistics.ts';

/** Latency of messages between two instances, compared with one instance. Needs the system's redis-server. */
export const scenario = defineScenario({
	options: {
		messages: { default: 500, help: 'messages of each round, one after the other' },
		rounds: { default: 5, help: 'rounds' },
	},
	async run({ messages, rounds }) {
		const measurements = await withTempFolder((folder) =>
			withCleanup(async (onEnd) => {
				const redis = await startRedis();
				onEnd(redis.stop);
				const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
				onEnd(postgres.stop);
				const databaseUrl = postgres.url('postgres');
				return measureCrossInstanceChat({ databaseUrl, redisUrl: redis.url, messages, rounds });
			}),
		);
		const [sameInstance, acrossInstances] = [
			measurements.sameInstance,
			measurements.acrossInstances,
		].map((all) => median(all.map(median)).toFixed(2));
		return {
			tables: [
				{
					title: `A message between two instances, ${rounds} × ${messages} one after the other`,
					columns: ['both people', 'median ms', 'range of the rounds', 'p99 ms'],
					rows: [
						rowOf('on one instance', measurements.sameInstance),
						rowOf('on two instances', measurements.acrossInstances),
					],
				},
			],
			results: [
				withoutTarget(
					'message between two instances: median',
					`${acrossInstances} ms (${sameInstance} ms within one)`,
				),
			],
		};
	},
});

/** Messages that have not arrived after this time count as lost. */
const LOST_AFTER_MS = 10_000;

interface Options {
	databaseUrl: string;
	redisUrl: string;
	/** Messages per round, sent one after the other. */
	messages: number;
	rounds: number;
}

/** Milliseconds from sending to arrival on the other side, of each message of each round. */
export interface InstanceMeasurements {
	/** Both people on one instance. */
	sameInstance: number[][];
	/** Each on an instance of their own. */
	acrossInstances: number[][];
}

/** Starts two instances with one database and one Redis, and measures their chat. */
export function measureCrossInstanceChat(options: Options): Promise<InstanceMeasurements> {
	const { databaseUrl, redisUrl, messages, rounds } = options;
	return withTempFolder((folder) =>
		withCleanup(async (onEnd) => {
			const environment = {
				DATA_DIR: folder,
				DATABASE_URL: databaseUrl,
				REDIS_URL: redisUrl,
				JWT_SECRET,
				RATE_LIMIT: 'off',
			};
			const firstServer = await startServer(environment);
			onEnd(firstServer.stop);
			const secondServer = await startServer(environment);
			onEnd(secondServer.stop);
			const [first, second] = await createPairs(environment, 2);
			if (!first || !second) throw new Error('No users were inserted.');
			const joinMembers = async (pair: Pair, buyerAt: string, sellerAt: string) => {
				const buyer = await joinRoom(buyerAt, pair, pair.members[0]);
				onEnd(() => buyer.socket.close());
				const seller = await joinRoom(sellerAt, pair, pair.members[1]);
				onEnd(() => seller.socket.close());
				return () => sendMessages(buyer.socket, seller.socket, buyer.roomId, messages);
			};
			const sameInstance = await joinMembers(first, firstServer.address, firstServer.address);
			const acrossInstances = await joinMembers(second, firstServer.address, secondServer.address);
			const measurements: InstanceMeasurements = { sameInstance: [], acrossInstances: [] };
			for (let round = 0; round < rounds; round += 1) {
				measurements.sameInstance.push(await sameInstance());
				measurements.acrossInstances.push(await acrossInstances());
			}
			return measurements;
		}),
	);
}

async function sendMessages(
	sender: Socket,
	receiver: Socket,
	roomId: string,
	count: number,
): Promise<number[]> {
	const durationsMs: number[] = [];
	for (let n = 0; n < count; n += 1) {
		const clientId = randomUUID();
		const received = waitForMessage(receiver, clientId);
		const sentAt = performance.now();
		sender.emit(CHAT_EVENTS.sendMessage, { roomId, message: 'Hello', clientId });
		durationsMs.push((await received) - sentAt);
	}
	return durationsMs;
}

/** @throws Error when the message is lost */
function waitForMessage(socket: Socket, clientId: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('A message was lost.')), LOST_AFTER_MS);
		const handleMessage = (received: ReceivedMessage) => {
			if (received.clientId !== clientId) return;
			socket.off(CHAT_EVENTS.receiveMessage, handleMessage);
			clearTimeout(timer);
			resolve(performance.now());
		};
		socket.on(CHAT_EVENTS.receiveMessage, handleMessage);
	});
}

function rowOf(name: string, rounds: readonly number[][]): string[] {
	const medians = rounds.map(median);
	const p99 = median(rounds.map((durationsMs) => percentile(durationsMs, 0.99)));
	return [name, median(medians).toFixed(2), formatRange(medians), p99.toFixed(2)];
}
