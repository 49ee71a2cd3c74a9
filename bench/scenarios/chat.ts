import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { createPairs, JWT_SECRET } from '../lib/chat-pairs.ts';
import { joinBoth, type RoomMember } from '../lib/chat-room.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { memoryMbDuring } from '../lib/process-memory.ts';
import { checkAllZero } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { percentile } from '../lib/statistics.ts';

/** Many sockets that chat for a minute: lost and duplicated messages, latency, memory. */
export const scenario = defineScenario({
	options: {
		sockets: { default: 1000, help: 'sockets, an even number: two to a room' },
		seconds: { default: 60, help: 'how long each socket sends, once in 5 seconds' },
	},
	async run({ sockets, seconds }, log) {
		if (sockets % 2 !== 0) throw new Error('--sockets needs an even number.');
		const measurements = await withTempFolder((folder) =>
			measureChat({ environment: { DATA_DIR: folder }, sockets, seconds, log }),
		);
		const { sent, lost, duplicated, memoryMb } = measurements;
		const [p50, p99] = [0.5, 0.99].map((share) =>
			percentile(measurements.latencies, share).toFixed(1),
		);
		return {
			tables: [
				{
					title: `Chat: ${sockets} sockets in ${sockets / 2} rooms, each sending once in 5 s for ${seconds} s`,
					columns: ['sent', 'lost', 'duplicated', 'p50 ms', 'p99 ms', 'memory MB'],
					rows: [[sent, lost, duplicated, p50 ?? '', p99 ?? '', memoryMb]],
				},
			],
			results: [
				checkAllZero(
					`chat, ${sockets.toLocaleString('en-US')} sockets for ${seconds} s: lost, duplicated`,
					[lost, duplicated],
					`p50 ${p50} ms, p99 ${p99} ms, ${memoryMb} MB`,
				),
			],
		};
	},
});

const SEND_INTERVAL_MS = 5000;
/** Sockets that connect at the same time, as after a network failure. */
const CONNECT_BATCH_SIZE = 50;
/** Messages that have not arrived after this time count as lost. */
const LOST_AFTER_MS = 10_000;

interface Options {
	/** The server's environment. Its database is filled with the users. */
	environment: Environment;
	/** The number of sockets, two to a room. */
	sockets: number;
	/** How long each socket sends: one message in five seconds, at least one. */
	seconds: number;
	/** Other work that runs during the chat, to measure its effect. */
	during?: () => Promise<void>;
	log: Log;
}

export interface ChatMeasurements {
	sent: number;
	lost: number;
	duplicated: number;
	/** Milliseconds from sending to arrival on the other side, of each message. */
	latencies: number[];
	/** The peak of the server's resident memory. */
	memoryMb: number;
}

/** Starts a server and has all rooms chat. */
export async function measureChat(options: Options): Promise<ChatMeasurements> {
	const server = await startServer({ JWT_SECRET, ...options.environment });
	try {
		const chatRun = runChat(server.address, options);
		const memoryMb = await memoryMbDuring(server.pid, chatRun, 1);
		return { ...(await chatRun), memoryMb };
	} finally {
		await server.stop();
	}
}

async function runChat(
	address: string,
	{ environment, sockets, seconds, during, log }: Options,
): Promise<Omit<ChatMeasurements, 'memoryMb'>> {
	const pairs = await createPairs(environment, sockets / 2);
	log(`${pairs.length} rooms on ${address}`);
	const members: RoomMember[] = [];
	for (let first = 0; first < pairs.length; first += CONNECT_BATCH_SIZE / 2) {
		const batch = pairs.slice(first, first + CONNECT_BATCH_SIZE / 2);
		members.push(...(await Promise.all(batch.map((pair) => joinBoth(address, pair)))).flat());
	}
	log(`${members.length} sockets have joined; each sends once in 5 s for ${seconds} s`);
	const messageCount = Math.max(1, Math.floor((seconds * 1000) / SEND_INTERVAL_MS));
	const recorder = createRecorder();
	for (const member of members) recorder.listen(member);
	const sending = members.map((member) => recorder.send(member, messageCount, seconds * 1000));
	await Promise.all([...sending, during?.()]);
	await recorder.waitUntilAllArrived();
	for (const { socket } of members) socket.close();
	return recorder.measurements();
}

function createRecorder() {
	const sentAt = new Map<string, number>();
	const arrived = new Set<string>();
	const latencies: number[] = [];
	let duplicated = 0;

	function listen({ socket, userId }: RoomMember): void {
		const received = new Set<string>();
		socket.on(CHAT_EVENTS.receiveMessage, ({ clientId, senderId }: ReceivedMessage) => {
			const sentAtMs = sentAt.get(clientId ?? '');
			if (clientId === null || sentAtMs === undefined) return;
			if (received.has(clientId)) duplicated += 1;
			received.add(clientId);
			if (senderId === userId || arrived.has(clientId)) return;
			arrived.add(clientId);
			latencies.push(performance.now() - sentAtMs);
		});
	}

	/** Starts at a random moment within the first interval, so that the load is even. */
	async function send(
		{ socket, roomId }: RoomMember,
		messageCount: number,
		maxDelayMs: number,
	): Promise<void> {
		await setTimeout(Math.random() * Math.min(SEND_INTERVAL_MS, maxDelayMs));
		for (let count = 0; count < messageCount; count++) {
			if (count > 0) await setTimeout(SEND_INTERVAL_MS);
			const clientId = randomUUID();
			sentAt.set(clientId, performance.now());
			socket.emit(CHAT_EVENTS.sendMessage, { roomId, message: 'Is it still there?', clientId });
		}
	}

	async function waitUntilAllArrived(): Promise<void> {
		const end = performance.now() + LOST_AFTER_MS;
		while (arrived.size < sentAt.size && performance.now() < end) await setTimeout(50);
	}

	const measurements = () => {
		const sent = sentAt.size;
		return { sent, lost: sent - arrived.size, duplicated, latencies };
	};
	return { listen, send, waitUntilAllArrived, measurements };
}
