import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import {
	type JoinedRoom,
	joinRoom,
	positionUpdate,
	type ReceivedMessage,
	sendMessage,
	typing,
} from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { itemRoom, type RealtimeSocket, userRoom } from '#server/realtime/socket-types.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { hasBlockBetween } from './blocks/queries.ts';
import {
	broadcastPresence,
	chatChannel,
	type JoinableRoom,
	type OpenedRoom,
	partnerChannel,
	presenceChannel,
	type RoomDeps,
	readRoom,
	requireJoinableRoom,
	requireSession,
	shareChatPresence,
} from './commands.ts';
import { createBatchWriter } from './messages/batch-writer.ts';
import { createInboxUpdates, deliver, presentReceived } from './messages/commands.ts';
import { type StoredMessage, saveMessages } from './messages/save.ts';
import { presentPhotos } from './present.ts';
import { type AdvancedPosition, advancePosition, markAllDelivered } from './receipt-queries.ts';
import { chatRefusal, isBlankMessage } from './rules.ts';

/** Registers the chat's Socket.IO events. */
export function mountChatEvents(
	realtime: RealtimeServer,
	{ db, log, photoUrls }: { db: Db; log: FastifyBaseLogger; photoUrls: PhotoUrls },
): void {
	const requireMembership = mountRooms(realtime, { db, photoUrls });
	mountMessages(realtime, { db, log, requireMembership, photoUrls });
	mountReceipts(realtime, { db, log });
	broadcastPresence(realtime, db);
}

/** A chat room that a socket has joined. */
interface ChatMembership extends JoinableRoom {
	hasStarted: OpenedRoom['hasStarted'];
}

/**
 * Waits for the socket's pending join, so that messages sent right after the join request find their room, in order.
 * @throws AppError forbidden for a room that this socket has not joined
 */
type RequireMembership = (socket: RealtimeSocket, room: Room) => Promise<ChatMembership>;

/** Handles joining a room and typing events. A socket has one room joined at a time. */
function mountRooms(realtime: RealtimeServer, deps: RoomDeps): RequireMembership {
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

/** Ids of delivered messages to remember; clients resend a message within seconds. */
const DELIVERED_IDS_MAX = 10_000;

interface MessageDeps {
	db: Db;
	log: FastifyBaseLogger;
	requireMembership: RequireMembership;
	photoUrls: PhotoUrls;
}

/**
 * Handles sending a message. A message is durable before the sender gets the acknowledgement or either side sees it.
 */
function mountMessages(
	realtime: RealtimeServer,
	{ db, log, requireMembership, photoUrls }: MessageDeps,
): void {
	const inboxUpdates = createInboxUpdates(realtime);
	const presentTo = (message: StoredMessage, userId: number) =>
		presentReceived(message, presentPhotos(message.photos, { userId }, photoUrls));
	const write = createBatchWriter((batch) => saveMessages(db, batch), log);
	/** Keyed by message id. */
	const deliveredIds = new LRUCache<number, true>({ max: DELIVERED_IDS_MAX });

	realtime.on({
		event: CHAT_EVENTS.sendMessage,
		payload: sendMessage,
		isIgnorable: isBlankMessage,
		isAcknowledgedOnly: isSentWithoutJoining,
		async handle(
			socket,
			{ roomId: room, message: text, photoIds, clientId, withoutJoining = false },
		) {
			// Without a membership, the statement that stores the message checks that the sender may write to the chat.
			const membership = withoutJoining ? undefined : await requireMembership(socket, room);
			const { person: sender } = socket.data;
			const outcome = await write({
				room,
				sender,
				clientId: clientId ?? null,
				body: text === '' ? null : text,
				...(photoIds && { photoIds }),
			});
			if ('reason' in outcome) throw chatRefusal(outcome.reason);
			// A resent message that this instance has delivered: all other sockets have it already.
			if (deliveredIds.has(outcome.id))
				socket.emit(CHAT_EVENTS.receiveMessage, presentTo(outcome, sender.id));
			else deliverFirst(outcome);
			if (!outcome.isHiddenFromRecipient) shareStart(outcome, membership);
			return { id: outcome.id };
		},
	});

	/**
	 * A resent message is delivered again unless this instance has delivered it: the instance that stored it may have failed
	 * before. Clients recognize a message that they get twice by its id. Never throws: the message is stored, so the sender
	 * gets the acknowledgement, and the other side finds the message in the chat.
	 */
	function deliverFirst(message: StoredMessage): void {
		try {
			inboxUpdates.add(message);
			deliver(realtime, message, (userId) => presentTo(message, userId));
			deliveredIds.set(message.id, true);
		} catch (error) {
			log.error({ err: error, messageId: message.id }, 'a stored message could not be delivered');
		}
	}

	/** Shares presence once the chat has started, unless this socket knows that it had. */
	function shareStart(stored: StoredMessage, membership: ChatMembership | undefined): void {
		if (membership?.hasStarted) return;
		if (membership) membership.hasStarted = true;
		void shareChatPresence(realtime, stored);
	}
}

function isSentWithoutJoining(sent: unknown): boolean {
	return z.safeParse(z.object({ withoutJoining: z.literal(true) }), sent).success;
}

interface ReceiptDeps {
	db: Db;
	log: FastifyBaseLogger;
}

/** Handles read and delivered marks from any device of a user, whether the chat is open there or not. */
function mountReceipts(realtime: RealtimeServer, deps: ReceiptDeps): void {
	const { db } = deps;
	markDeliveredOnConnect(realtime, deps);

	async function mark(
		{ data }: RealtimeSocket,
		{ roomId: room, messageId }: z.output<typeof positionUpdate>,
		isRead: boolean,
	): Promise<undefined> {
		const { person } = data;
		const position = await advancePosition(db, person, room, messageId, isRead);
		if (!position) throw chatRefusal('notYours');
		const { hasAdvanced, isBlockedEither, lastMessageId, hasReadNotifications, ...receipts } =
			position;
		const roomId = formatRoomId(room);
		const userId = person.id;
		if (isRead) {
			data.read = { roomId, messageId: Math.min(messageId, lastMessageId) };
			publishRead(realtime, userId, roomId, position);
		}
		if (!hasAdvanced || isBlockedEither) return;
		const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
		others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...receipts });
	}

	realtime.on({
		event: REALTIME_EVENTS.markRead,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, true),
	});
	realtime.on({
		event: REALTIME_EVENTS.markDelivered,
		payload: positionUpdate,
		handle: (socket, request) => mark(socket, request, false),
	});
}

/** Updates the reader's own devices. */
function publishRead(
	{ toUser }: Pick<RealtimeServer, 'toUser'>,
	userId: number,
	roomId: string,
	{ hasAdvanced, hasReadNotifications, lastMessageId: messageId }: AdvancedPosition,
): void {
	if (hasAdvanced) toUser(userId, REALTIME_EVENTS.chatChanged, { roomId, messageId });
	if (hasAdvanced || hasReadNotifications) toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
}

/**
 * Marks a user's waiting messages as delivered when the user connects, whichever page is open, and sends the receipts
 * to the other side of each chat. Sends no receipt when one of the two has blocked the other.
 */
function markDeliveredOnConnect(realtime: RealtimeServer, { db, log }: ReceiptDeps): void {
	const shouldLog = createLogThrottle();

	async function markDelivered(userId: number): Promise<void> {
		for (const { room, isBlockedEither, ...position } of await markAllDelivered(db, userId)) {
			if (isBlockedEither) continue;
			const roomId = formatRoomId(room);
			const others = realtime.io.in(chatChannel(roomId)).except(userRoom(userId));
			others.emit(REALTIME_EVENTS.receipt, { roomId, userId, ...position });
		}
	}

	function logFailure(error: unknown): void {
		const reason = reasonOf(error);
		if (!isDatabaseUnavailable(error))
			log.error({ err: error }, 'messages could not be marked as delivered');
		else if (shouldLog(reason)) log.warn({ reason }, 'messages were not marked as delivered');
	}

	realtime.io.on(
		'connection',
		({ data: { person } }) => void markDelivered(person.id).catch(logFailure),
	);
}
