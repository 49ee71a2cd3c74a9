import { setTimeout } from 'node:timers/promises';
import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import { type Room, roomIdOf } from '#contract/rooms.ts';
import type { Pair } from './chat-people.ts';
import { type IsStored, type Talk, Tally } from './chat-tally.ts';
import { openWire } from './chat-wire.ts';

const WORDS = 'Is it still there? I could come by after the lecture.';
/** Rooms that are entered at once. */
const ARRIVING = 25;

interface Options {
	address: string;
	pairs: readonly Pair[];
	isStored: IsStored;
}

/** Rooms with both sides in them, who talk as they are told, one while after the other. */
export async function openRooms({ address, pairs, isStored }: Options) {
	const tally = new Tally(isStored);
	const sides: Side[] = [];
	for (let first = 0; first < pairs.length; first += ARRIVING) {
		const arriving = pairs.slice(first, first + ARRIVING);
		const entering = arriving.flatMap(({ room, members }) =>
			members.map(({ token }) => enter({ address, token, room }, tally)),
		);
		sides.push(...(await Promise.all(entering)));
	}

	return {
		/** Everybody has one message under way, for so long. */
		async atOnce(seconds: number): Promise<Talk> {
			tally.begin();
			for (const side of sides) side.talk();
			await setTimeout(seconds * 1000);
			for (const side of sides) side.stop();
			return tally.end();
		},
		/** So many a second together, whatever becomes of them. */
		async steadily(perSecond: number, seconds: number): Promise<Talk> {
			tally.begin();
			const start = performance.now();
			const all = Math.round(perSecond * seconds);
			for (let sent = 0; sent < all; await setTimeout(1)) {
				const due = Math.min(all, ((performance.now() - start) / 1000) * perSecond);
				for (; sent < due; sent++) sides[sent % sides.length]?.say();
			}
			return tally.end();
		},
		close(): void {
			for (const side of sides) side.close();
		},
	};
}

interface Side {
	say: () => void;
	/** Says something as soon as what was said before is acknowledged. */
	talk: () => void;
	stop: () => void;
	close: () => void;
}

interface Entrance {
	address: string;
	token: string;
	room: Room;
}

async function enter({ address, token, room }: Entrance, tally: Tally): Promise<Side> {
	const self = {};
	const roomId = roomIdOf(room);
	const joined = Promise.withResolvers<void>();
	let goesOn = false;

	/** An answer is `43`, the number that was asked with, and what is answered; an event is `42` and what is told. */
	function hear(words: string): void {
		if (words.startsWith('42["receive-message"')) tally.hear(self, words);
		else if (words.startsWith('43')) hearAnswer(words);
	}

	function hearAnswer(words: string): void {
		const start = words.indexOf('[');
		const number = Number(words.slice(2, start));
		const [answer] = JSON.parse(words.slice(start));
		if (number === 0) {
			if (answer.success) joined.resolve();
			else joined.reject(new Error(answer.message));
			return;
		}
		if (answer.success) tally.acknowledge(number, answer.id);
		else tally.refuse();
		if (goesOn) say();
	}

	const wire = await openWire(address, token, hear);

	function say(): void {
		const number = tally.send(self);
		const sent = `{"roomId":"${roomId}","message":"${WORDS}","clientId":"${tally.idOf(number)}"}`;
		wire.send(`42${number}["${CHAT_EVENTS.sendMessage}",${sent}]`);
	}

	// The market knows by whose item it is who is the seller.
	wire.send(`420${JSON.stringify([CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' }])}`);
	await joined.promise;
	return {
		say,
		talk() {
			goesOn = true;
			say();
		},
		stop() {
			goesOn = false;
		},
		close: wire.close,
	};
}
