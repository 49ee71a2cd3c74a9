import type * as z from 'zod/mini';
import { joinRoom, typing } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, LIVE_EVENTS } from '#contract/chat/facts.ts';
import { type Room, roomIdOf } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { itemRoom, type LiveSocket, userRoom } from '#server/realtime/socket-types.ts';
import { chatRoom, isOfChat, partnerRoom, watchRoom } from './channels.ts';
import { enterRoom, type Membership, requireSession } from './commands.ts';
import { acquaint } from './presence.ts';
import { areApart, findOtherSide, listMessagesAfter } from './queries.ts';

/**
 * Waits for what this socket has asked to join before, so that words sent right behind find their room; they keep their order.
 * @throws Refusal forbidden for a room that this socket has not joined
 */
export type RequireJoined = (socket: LiveSocket, room: Room) => Promise<Membership>;

/** Joining, and what those who have joined tell each other in passing. */
export function mountRooms(live: LiveServer, db: Db): RequireJoined {
	const memberships = new WeakMap<LiveSocket, Membership>();
	/** The last of each, whatever comes of it. One that is over stays: to wait for it is to stay behind who waits already. */
	const joins = new WeakMap<LiveSocket, Promise<void>>();

	function membershipOf(socket: LiveSocket, room: Room): Membership {
		const membership = memberships.get(socket);
		const roomId = roomIdOf(room);
		// A ban or an erased account takes sockets out of their room.
		if (membership?.roomId === roomId && socket.rooms.has(chatRoom(roomId))) return membership;
		throw new Refusal('forbidden', CHAT_MESSAGES.notJoined);
	}

	async function join(socket: LiveSocket, sent: z.output<typeof joinRoom>): Promise<undefined> {
		const { person } = socket.data;
		const { joined, isApart, isChosen, ...membership } = await enterRoom(db, person, sent);
		const { roomId, otherId, room, isBegun } = membership;
		const isHere = !isApart && isBegun && live.isHere(otherId);
		const before = memberships.get(socket);
		if (before) leave(socket, before);
		memberships.set(socket, membership);
		await socket.join(roomsOf(membership, isBegun));
		if (isChosen) socket.emit(CHAT_EVENTS.autoConnected, { buyerId: room.buyerId });
		const isSwitched = before !== undefined && before.roomId !== roomId;
		socket.emit(isSwitched ? CHAT_EVENTS.roomSwitched : CHAT_EVENTS.roomJoined, {
			...joined,
			isHere,
		});
		const hasMissed = await sendMissed(db, socket, membership, joined.messages.at(-1)?.id ?? 0);
		// The history may hold first words that were not there yet when it was asked whether there are any.
		if (hasMissed || joined.messages.length > 0) await acquaintLate(socket, membership);
	}

	/** To whom the first words came while they joined; what a block withholds is none. */
	async function acquaintLate(socket: LiveSocket, membership: Membership): Promise<void> {
		if (membership.isBegun) return;
		const { room, otherId } = membership;
		const other = await findOtherSide(db, room, otherId, socket.data.person.id);
		const hasBegun = other?.hasHeard && !other.isApart;
		if (hasBegun && socket.rooms.has(chatRoom(roomIdOf(room)))) acquaint(live, socket, otherId);
	}

	live.bus.hear('chats over', ({ room }) => closeHere(live, room));

	const inOrder = createLine();

	live.on({
		event: CHAT_EVENTS.joinRoom,
		payload: joinRoom,
		handle(socket, sent) {
			const joined = inOrder(socket, () => join(socket, sent));
			const isOver = () => undefined;
			joins.set(socket, joined.then(isOver, isOver));
			return joined;
		},
	});

	live.on({
		event: LIVE_EVENTS.typing,
		payload: typing,
		handle: (socket, { roomId: room, isTyping }) =>
			inOrder(socket, async () => {
				const { roomId, otherId } = membershipOf(socket, room);
				const { person } = socket.data;
				const userId = person.id;
				const [isApart] = await Promise.all([
					areApart(db, userId, otherId),
					requireSession(db, person),
				]);
				if (isApart) return undefined;
				const others = live.io.in(chatRoom(roomId)).except(userRoom(userId));
				others.emit(LIVE_EVENTS.typing, { roomId, userId, isTyping });
				return undefined;
			}),
	});

	return async (socket, room) => {
		await joins.get(socket);
		return membershipOf(socket, room);
	};
}

/**
 * What was sent after the history was read and before the room was joined reached nobody here.
 * @returns whether there was anything
 */
async function sendMissed(
	db: Db,
	socket: LiveSocket,
	{ room, roomId }: Membership,
	newest: number,
): Promise<boolean> {
	const missed = await listMessagesAfter(db, room, socket.data.person.id, newest);
	for (const row of missed) {
		const message = presentMessage(row);
		socket.emit(CHAT_EVENTS.receiveMessage, { ...message, roomId, clientId: row.clientId });
	}
	return missed.length > 0;
}

/** Ends the chats that connections to this instance have open in one of our rooms. */
function closeHere({ io }: LiveServer, name: string): void {
	io.local.in(name).emit(CHAT_EVENTS.errorMessage, CHAT_MESSAGES.closed);
	for (const id of [...(io.sockets.adapter.rooms.get(name) ?? [])]) {
		const socket = io.sockets.sockets.get(id);
		const rooms = [...(socket?.rooms ?? [])].filter(isOfChat);
		for (const room of rooms) void socket?.leave(room);
	}
}

/** @param isTold whether the other's coming and going is told, too */
function roomsOf({ room, roomId, otherId }: Membership, isTold: boolean): string[] {
	const rooms = [chatRoom(roomId), itemRoom(room.itemId), partnerRoom(otherId)];
	return isTold ? [...rooms, watchRoom(otherId)] : rooms;
}

function leave(socket: LiveSocket, membership: Membership): void {
	for (const room of roomsOf(membership, true)) void socket.leave(room);
}

/** Does what one socket asks for one after the other: 'stopped typing' must not overtake 'is typing'. */
function createLine() {
	const last = new WeakMap<LiveSocket, Promise<unknown>>();
	return <T>(socket: LiveSocket, work: () => Promise<T>): Promise<T> => {
		const done = (last.get(socket) ?? Promise.resolve()).then(work, work);
		last.set(socket, done);
		return done;
	};
}
