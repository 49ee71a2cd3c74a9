import type * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { type JoinedRoom, joinRoom, type ReceivedMessage, typing } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { hasBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { itemRoom, type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import { chatChannel, partnerChannel, presenceChannel } from './channels.ts';
import {
	type JoinableRoom,
	type OpenedRoom,
	type RoomDeps,
	readRoom,
	requireJoinableRoom,
	requireSession,
} from './commands.ts';

/** A chat room that a socket has joined. */
export interface ChatMembership extends JoinableRoom {
	hasStarted: OpenedRoom['hasStarted'];
}

/**
 * Waits for the socket's pending join, so that messages sent right after the join request find their room, in order.
 * @throws AppError forbidden for a room that this socket has not joined
 */
export type RequireMembership = (socket: RealtimeSocket, room: Room) => Promise<ChatMembership>;

/** Handles joining a room and typing events. A socket has one room joined at a time. */
export function mountRooms(realtime: RealtimeServer, deps: RoomDeps): RequireMembership {
	const memberships = new WeakMap<RealtimeSocket, ChatMembership>();
	const { enqueue, waitForPending } = createSocketQueue();

	function membershipOf(socket: RealtimeSocket, room: Room): ChatMembership {
		const membership = memberships.get(socket);
		if (membership?.roomId === formatRoomId(room) && isIn(socket, membership)) return membership;
		throw new AppError('forbidden', CHAT_ERRORS.notJoined);
	}

	/**
	 * Joins the channels first, then reads: whatever happens from then on arrives as an event. A message may come both ways;
	 * clients know it by its id.
	 */
	async function join(
		socket: RealtimeSocket,
		request: z.output<typeof joinRoom>,
	): Promise<undefined> {
		const { person } = socket.data;
		const joining = await requireJoinableRoom(deps.db, person, request);
		const previous = memberships.get(socket);
		const keptOnFailure = previous && isIn(socket, previous) ? previous : undefined;
		const early = collectMessages(socket, joining.roomId);
		try {
			await socket.join(channelsOf(joining));
			const opened = await readRoom(deps, joining, person.id);
			if (!isIn(socket, joining)) throw chatRefusal('closed');
			memberships.set(socket, { ...joining, hasStarted: opened.hasStarted });
			if (previous) leave(socket, previous, joining);
			const isHere = await watchPresence(socket, joining, opened);
			const messages = early.addTo(opened.joinedRoom.messages);
			answerJoin(socket, joining, previous, { ...opened.joinedRoom, messages, isHere });
		} catch (error) {
			leave(socket, joining, keptOnFailure);
			throw error;
		} finally {
			early.stop();
		}
	}

	/** @returns whether the socket may see that the other side is online */
	async function watchPresence(
		socket: RealtimeSocket,
		{ otherId }: JoinableRoom,
		{ hasStarted, isBlockedEither }: OpenedRoom,
	): Promise<boolean> {
		const channel = presenceChannel(otherId);
		if (hasStarted) await socket.join(channel);
		// The first message may also have come meanwhile (`shareChatPresence`).
		if (isBlockedEither || !socket.rooms.has(channel)) return false;
		return realtime.isOnline(otherId);
	}

	realtime.on({
		event: CHAT_EVENTS.joinRoom,
		payload: joinRoom,
		handle: (socket, request) => enqueue(socket, () => join(socket, request)),
	});

	realtime.on({
		event: REALTIME_EVENTS.typing,
		payload: typing,
		handle: (socket, { roomId: room, isTyping }) =>
			enqueue(socket, async () => {
				const { roomId, otherId } = membershipOf(socket, room);
				const { person } = socket.data;
				const userId = person.id;
				const [isBlockedEither] = await Promise.all([
					hasBlockBetween(deps.db, userId, otherId),
					requireSession(deps.db, person),
				]);
				if (isBlockedEither) return undefined;
				const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
				others.emit(REALTIME_EVENTS.typing, { roomId, userId, isTyping });
				return undefined;
			}),
	});

	return async (socket, room) => {
		await waitForPending(socket);
		return membershipOf(socket, room);
	};
}

function answerJoin(
	socket: RealtimeSocket,
	{ room, roomId, isBuyerInferred }: JoinableRoom,
	previous: JoinableRoom | undefined,
	joinedRoom: JoinedRoom,
): void {
	if (isBuyerInferred) socket.emit(CHAT_EVENTS.autoConnected, { buyerId: room.buyerId });
	const isSwitched = previous !== undefined && previous.roomId !== roomId;
	socket.emit(isSwitched ? CHAT_EVENTS.roomSwitched : CHAT_EVENTS.roomJoined, joinedRoom);
}

const channelsOf = ({ room, roomId, otherId }: JoinableRoom): string[] => [
	chatChannel(roomId),
	itemRoom(room.itemId),
	partnerChannel(otherId),
];

/** Whether the socket still has the room joined: a ban or an erasure removes it from one of the channels. */
function isIn(socket: RealtimeSocket, room: JoinableRoom): boolean {
	return channelsOf(room).every((channel) => socket.rooms.has(channel));
}

/** Leaves the channels of a room, but those that another room has too. */
function leave(socket: RealtimeSocket, left: JoinableRoom, kept: JoinableRoom | undefined): void {
	const keptChannels = kept ? channelsOf(kept) : [];
	for (const channel of channelsOf(left))
		if (!keptChannels.includes(channel)) void socket.leave(channel);
	if (kept?.otherId !== left.otherId) void socket.leave(presenceChannel(left.otherId));
}

/**
 * Collects the messages that a socket gets before the answer to its join request. Clients replace their messages by those
 * of the answer, so that the answer must have them too.
 */
function collectMessages(socket: RealtimeSocket, roomId: string) {
	const collected: ReceivedMessage[] = [];
	const collect = (event: string, message: ReceivedMessage) => {
		if (event === CHAT_EVENTS.receiveMessage && message.roomId === roomId) collected.push(message);
	};
	socket.onAnyOutgoing(collect);
	return {
		stop: () => void socket.offAnyOutgoing(collect),
		addTo<M extends { id: number }>(read: readonly M[]): (M | ReceivedMessage)[] {
			const readIds = new Set(read.map(({ id }) => id));
			return [...read, ...collected.filter(({ id }) => !readIds.has(id))];
		},
	};
}

/** Runs the requests of each socket one after the other: 'stopped typing' must not overtake 'is typing'. */
function createSocketQueue() {
	const lastWork = new WeakMap<RealtimeSocket, Promise<unknown>>();
	const ignoreResult = () => undefined;
	return {
		enqueue<T>(socket: RealtimeSocket, work: () => Promise<T>): Promise<T> {
			const result = (lastWork.get(socket) ?? Promise.resolve()).then(work);
			lastWork.set(socket, result.then(ignoreResult, ignoreResult));
			return result;
		},
		/** Each message waits in the same way, also when no request is pending, so that none overtakes an earlier one. */
		waitForPending: async (socket: RealtimeSocket) => void (await lastWork.get(socket)),
	};
}
