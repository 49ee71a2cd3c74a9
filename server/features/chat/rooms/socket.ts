import type * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { joinRoom, typing } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { hasBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { presentMessageTo } from '#server/features/chat/present.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import {
	itemRoom,
	listLocalSockets,
	type RealtimeSocket,
	userRoom,
} from '#server/realtime/socket-types.ts';
import { chatChannel, isChatChannel, partnerChannel, presenceChannel } from './channels.ts';
import {
	type ChatMembership,
	enterRoom,
	type JoinResult,
	type RoomDeps,
	requireSession,
} from './commands.ts';
import { sendPresenceUnlessOffline, sharePresence } from './presence.ts';
import { findOpenRoom, findOtherSide, listMessagesAfter } from './queries.ts';
import { chatsClosed } from './topics.ts';

type JoinRequest = z.output<typeof joinRoom>;

/**
 * Waits for the socket's pending join, so that messages sent right after the join request find their room, in order.
 * @throws AppError forbidden for a room that this socket has not joined
 */
export type RequireMembership = (socket: RealtimeSocket, room: Room) => Promise<ChatMembership>;

/** Handles joining a room and typing events. */
export function mountRooms(realtime: RealtimeServer, deps: RoomDeps): RequireMembership {
	const memberships = new WeakMap<RealtimeSocket, ChatMembership>();
	/**
	 * The last join of each socket, pending or finished; the returned function waits for it. A finished join is kept too:
	 * each message then waits in the same way, so that no message overtakes an earlier one.
	 */
	const joins = new WeakMap<RealtimeSocket, Promise<void>>();

	function membershipOf(socket: RealtimeSocket, room: Room): ChatMembership {
		const membership = memberships.get(socket);
		const roomId = formatRoomId(room);
		// A ban or an erasure removes sockets from their room.
		if (membership?.roomId === roomId && socket.rooms.has(chatChannel(roomId))) return membership;
		throw new AppError('forbidden', CHAT_ERRORS.notJoined);
	}

	async function join(socket: RealtimeSocket, request: JoinRequest): Promise<undefined> {
		const entered = await enterRoom(deps, socket.data.person, request);
		const { joinedRoom, isBlockedEither, isBuyerInferred, ...membership } = entered;
		const { roomId, otherId, room, hasStarted } = membership;
		const isOnline = !isBlockedEither && hasStarted && realtime.isOnline(otherId);
		const previous = memberships.get(socket);
		if (previous) leave(socket, previous);
		memberships.set(socket, membership);
		await socket.join(channelsOf(membership, hasStarted));
		if (isBuyerInferred) socket.emit(CHAT_EVENTS.autoConnected, { buyerId: room.buyerId });
		const isSwitched = previous !== undefined && previous.roomId !== roomId;
		socket.emit(isSwitched ? CHAT_EVENTS.roomSwitched : CHAT_EVENTS.roomJoined, {
			...joinedRoom,
			isHere: isOnline,
		});
		const hasMissed = await catchUp(realtime, deps, socket, entered);
		// The history may contain first messages that were stored after the check whether the chat has started.
		if (hasMissed || joinedRoom.messages.length > 0)
			await sharePresenceIfStarted(socket, membership);
	}

	/** Shares presence when the first message came while the socket was joining. Messages hidden by a block do not count. */
	async function sharePresenceIfStarted(socket: RealtimeSocket, membership: ChatMembership) {
		if (membership.hasStarted) return;
		const { room, otherId } = membership;
		const other = await findOtherSide(deps.db, room, otherId, socket.data.person.id);
		const hasStartedMeanwhile = other?.hasVisibleMessages && !other.isBlockedEither;
		if (hasStartedMeanwhile && socket.rooms.has(chatChannel(formatRoomId(room))))
			sharePresence(realtime, socket, otherId);
	}

	chatsClosed.subscribe(realtime.bus, ({ room }) => closeLocalChats(realtime, room));

	const enqueue = createSocketQueue();

	realtime.on({
		event: CHAT_EVENTS.joinRoom,
		payload: joinRoom,
		handle(socket, request) {
			const joining = enqueue(socket, () => join(socket, request));
			const ignoreResult = () => undefined;
			joins.set(socket, joining.then(ignoreResult, ignoreResult));
			return joining;
		},
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
		await joins.get(socket);
		return membershipOf(socket, room);
	};
}

/**
 * Compensates for events that this socket has missed between reading the room and joining it. Sends the messages stored
 * meanwhile, corrects the other side's presence if a block began or ended, and leaves the room if it has been closed.
 * @returns whether messages were stored meanwhile
 * @throws AppError forbidden when the room is closed
 */
async function catchUp(
	realtime: RealtimeServer,
	{ db, photoUrls }: RoomDeps,
	socket: RealtimeSocket,
	entered: JoinResult,
): Promise<boolean> {
	const { room, roomId, otherId, joinedRoom } = entered;
	const { id } = socket.data.person;
	const [openRoom, missed] = await Promise.all([
		findOpenRoom(db, room),
		listMessagesAfter(db, room, id, joinedRoom.messages.at(-1)?.id ?? 0),
	]);
	if (!openRoom) {
		leave(socket, entered);
		throw chatRefusal('closed');
	}
	for (const row of missed) {
		const message = presentMessageTo(row, id, photoUrls);
		socket.emit(CHAT_EVENTS.receiveMessage, { ...message, roomId, clientId: row.clientId });
	}
	if (openRoom.isBlockedEither !== entered.isBlockedEither)
		sendPresenceUnlessOffline(realtime, socket, otherId, openRoom.isBlockedEither);
	return missed.length > 0;
}

/** Closes the open chat of each of this instance's sockets in a Socket.IO room. */
function closeLocalChats({ io }: RealtimeServer, channel: string): void {
	const { code, message } = CHAT_ERRORS.closed;
	io.local.in(channel).emit(CHAT_EVENTS.errorMessage, message, code);
	for (const socket of listLocalSockets(io, channel))
		for (const room of [...socket.rooms].filter(isChatChannel)) void socket.leave(room);
}

/** @param includesPresence whether the socket also gets the other side's presence */
function channelsOf(
	{ room, roomId, otherId }: ChatMembership,
	includesPresence: boolean,
): string[] {
	const rooms = [chatChannel(roomId), itemRoom(room.itemId), partnerChannel(otherId)];
	return includesPresence ? [...rooms, presenceChannel(otherId)] : rooms;
}

function leave(socket: RealtimeSocket, membership: ChatMembership): void {
	for (const room of channelsOf(membership, true)) void socket.leave(room);
}

/** Runs the requests of each socket one after the other: 'stopped typing' must not overtake 'is typing'. */
function createSocketQueue() {
	const lastWork = new WeakMap<RealtimeSocket, Promise<unknown>>();
	return <T>(socket: RealtimeSocket, work: () => Promise<T>): Promise<T> => {
		const finished = (lastWork.get(socket) ?? Promise.resolve()).then(work, work);
		lastWork.set(socket, finished);
		return finished;
	};
}
