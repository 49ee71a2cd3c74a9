import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import type { ReceivedMessage } from '#contract/chat.ts';
import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import { roomIdOf } from '#contract/rooms.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { connect } from '#server/db/client.ts';
import { insertPairs, type Member, type Pair } from './chat-people.ts';
import { startServer } from './chat-server.ts';

const run = promisify(execFile);

export const SECRET = 'the secret of the chat benchmark, long enough';
const INTERVAL_MS = 5000;
/** Sockets that connect at once, as after a broken line. */
const ARRIVING = 50;
/** What has not come by then is lost. */
const LOST_AFTER_MS = 10_000;
const SAMPLE_MS = 1000;

interface Options {
	/** Of the market; its database is filled with the people. */
	environment: Record<string, string> & { DATA_DIR: string };
	/** Two to a room. */
	sockets: number;
	/** How long each goes on sending, once in five seconds; at least once. */
	seconds: number;
	say: (line: string) => void;
}

export interface ChatFigures {
	sent: number;
	lost: number;
	duplicated: number;
	/** Milliseconds from sending to receiving on the other side, of each message. */
	latencies: number[];
	/** The most that the server process had resident. */
	memoryMb: number;
}

/** Opens a market, has all the rooms talk, and closes it again. */
export async function measureChat(options: Options): Promise<ChatFigures> {
	const { environment, sockets, seconds, say } = options;
	const server = await startServer({ JWT_SECRET: SECRET, ...environment });
	const memory = watchMemory(server.pid);
	try {
		const pairs = await peopleOf(environment, sockets / 2);
		say(`${pairs.length} rooms on ${server.address}`);
		const talk = createTalk();
		const open: Line[] = [];
		for (let first = 0; first < pairs.length; first += ARRIVING / 2) {
			const arriving = pairs.slice(first, first + ARRIVING / 2);
			open.push(...(await Promise.all(arriving.flatMap((pair) => enter(server.address, pair)))));
		}
		say(`${open.length} sockets have joined; each sends once in 5 s for ${seconds} s`);
		const times = Math.max(1, Math.floor((seconds * 1000) / INTERVAL_MS));
		for (const line of open) talk.hear(line);
		await Promise.all(open.map((line) => talk.chatter(line, times, seconds * 1000)));
		await talk.allArrived();
		for (const { socket } of open) socket.close();
		return { ...talk.figures(), memoryMb: await memory.most() };
	} finally {
		memory.stop();
		await server.stop();
	}
}

export async function peopleOf(
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Record<string, string> & { DATA_DIR: string },
	rooms: number,
): Promise<Pair[]> {
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	const { db, close } = connect(database.url, (error) => {
		throw error;
	});
	try {
		return await insertPairs(db, rooms, SECRET);
	} finally {
		await close();
		await database.letGo();
	}
}

interface Line {
	socket: Socket;
	roomId: string;
	userId: number;
}

/** Both sides of a room. */
function enter(address: string, { room, members }: Pair): Promise<Line>[] {
	return members.map(async ({ id: userId, token }: Member) => {
		const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
		const userType = userId === room.buyerId ? 'buyer' : 'seller';
		const answer = await socket
			.timeout(LOST_AFTER_MS)
			.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType });
		if (!answer.success) throw new Error(answer.message);
		return { socket, roomId: roomIdOf(room), userId };
	});
}

/** What is said and what arrives of it. */
function createTalk() {
	const sentAt = new Map<string, number>();
	const arrived = new Set<string>();
	const latencies: number[] = [];
	let duplicated = 0;

	function hear({ socket, userId }: Line): void {
		const seen = new Set<string>();
		socket.on(CHAT_EVENTS.receiveMessage, ({ clientId, senderId }: ReceivedMessage) => {
			const at = sentAt.get(clientId ?? '');
			if (clientId === null || at === undefined) return;
			if (seen.has(clientId)) duplicated += 1;
			seen.add(clientId);
			if (senderId === userId || arrived.has(clientId)) return;
			arrived.add(clientId);
			latencies.push(performance.now() - at);
		});
	}

	/** Begins at any moment of the first interval, so that the market hears them evenly. */
	async function chatter({ socket, roomId }: Line, times: number, withinMs: number): Promise<void> {
		await setTimeout(Math.random() * Math.min(INTERVAL_MS, withinMs));
		for (let count = 0; count < times; count++) {
			if (count > 0) await setTimeout(INTERVAL_MS);
			const clientId = randomUUID();
			sentAt.set(clientId, performance.now());
			socket.emit(CHAT_EVENTS.sendMessage, { roomId, message: 'Is it still there?', clientId });
		}
	}

	async function allArrived(): Promise<void> {
		const end = performance.now() + LOST_AFTER_MS;
		while (arrived.size < sentAt.size && performance.now() < end) await setTimeout(50);
	}

	const figures = () => {
		const sent = sentAt.size;
		return { sent, lost: sent - arrived.size, duplicated, latencies };
	};
	return { hear, chatter, allArrived, figures };
}

/** Looks at a process's resident memory every second. */
function watchMemory(pid: number) {
	let most = 0;
	const look = async () => {
		const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
		most = Math.max(most, Number(stdout) / 1024);
	};
	const timer = setInterval(() => void look(), SAMPLE_MS);
	return {
		async most() {
			await look();
			return Math.round(most);
		},
		stop: () => clearInterval(timer),
	};
}
