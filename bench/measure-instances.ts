import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import type { ReceivedMessage } from '#contract/chat.ts';
import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import { roomIdOf } from '#contract/rooms.ts';
import { peopleOf, SECRET } from './chat-measure.ts';
import type { Member, Pair } from './chat-people.ts';
import { startServer } from './chat-server.ts';

const ANSWER_WITHIN_MS = 10_000;

interface Options {
	databaseUrl: string;
	redisUrl: string;
	/** In each round, one after the other. */
	messages: number;
	rounds: number;
}

/** Milliseconds from sending to receiving on the other side, of each message of each round. */
export interface InstanceFigures {
	/** Both sides on one instance. */
	within: number[][];
	/** Each side on an instance of its own. */
	between: number[][];
}

/** Two instances of one market on one database and one Redis; a message goes within one, and from one to the other. */
export async function measureInstances(options: Options): Promise<InstanceFigures> {
	const { databaseUrl, redisUrl, messages, rounds } = options;
	const folder = await mkdtemp(join(tmpdir(), 'market-instances-'));
	const environment = {
		...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
		...{ JWT_SECRET: SECRET, RATE_LIMIT: 'off' },
	};
	const servers: Awaited<ReturnType<typeof startServer>>[] = [];
	const figures: InstanceFigures = { within: [], between: [] };
	const open: Socket[] = [];
	try {
		const one = await startServer(environment);
		servers.push(one);
		const other = await startServer(environment);
		servers.push(other);
		const [near, far] = await peopleOf(environment, 2);
		if (!near || !far) throw new Error('There is nobody to talk.');
		const within = await openTalk(open, near, one.address, one.address);
		const between = await openTalk(open, far, one.address, other.address);
		for (let round = 0; round < rounds; round += 1) {
			figures.within.push(await within(messages));
			figures.between.push(await between(messages));
		}
		return figures;
	} finally {
		for (const socket of open) socket.close();
		await Promise.all(servers.map((server) => server.stop()));
		await rm(folder, { recursive: true, force: true });
	}
}

/** @returns has the buyer write so many messages, and tells how long each took to the seller */
async function openTalk(open: Socket[], pair: Pair, from: string, to: string) {
	const { room, members } = pair;
	const [buying, selling] = await Promise.all([
		enter(open, from, pair, members[0]),
		enter(open, to, pair, members[1]),
	]);
	return async (messages: number): Promise<number[]> => {
		const taken: number[] = [];
		for (let n = 0; n < messages; n += 1) {
			const clientId = randomUUID();
			const received = arrival(selling, clientId);
			const sentAt = performance.now();
			buying.emit(CHAT_EVENTS.sendMessage, { roomId: roomIdOf(room), message: 'Hello', clientId });
			taken.push((await received) - sentAt);
		}
		return taken;
	};
}

async function enter(open: Socket[], address: string, { room }: Pair, who: Member) {
	const { id, token } = who;
	const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
	open.push(socket);
	const userType = id === room.buyerId ? 'buyer' : 'seller';
	const answer = await socket
		.timeout(ANSWER_WITHIN_MS)
		.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType });
	if (!answer.success) throw new Error(answer.message);
	return socket;
}

/** @throws Error when it has not come after ten seconds */
function arrival(socket: Socket, clientId: string): Promise<number> {
	return new Promise((settle, fail) => {
		const late = setTimeout(() => fail(new Error('A message was lost.')), ANSWER_WITHIN_MS);
		const hear = (received: ReceivedMessage) => {
			if (received.clientId !== clientId) return;
			socket.off(CHAT_EVENTS.receiveMessage, hear);
			clearTimeout(late);
			settle(performance.now());
		};
		socket.on(CHAT_EVENTS.receiveMessage, hear);
	});
}
