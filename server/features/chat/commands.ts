import type * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { JoinedRoom, joinRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Db } from '#server/db/client.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { findOpenSession } from '#server/features/auth/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import {
	type ConnectedPerson,
	itemRoom,
	listLocalSockets,
	userRoom,
} from '#server/realtime/socket-types.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import {
	deleteBlock,
	hasBlockBetween,
	insertBlock,
	listBlockedEither,
	lockItemsOfDeals,
	lockPeople,
} from './blocks/queries.ts';
import { presentMessageTo } from './present.ts';
import {
	findChatItem,
	findOtherSide,
	listMessages,
	listNewestReceived,
	listStartedChats,
} from './queries.ts';
import { freezeReceipts } from './receipt-queries.ts';
import { chatRefusal, requireBuyer } from './rules.ts';

/** Socket.IO room of the sockets, of both sides, that have this chat open. */
export const chatChannel = (roomId: string) => `chat:${roomId}`;
/** Socket.IO room of the sockets that have a chat with this user open. */
export const partnerChannel = (userId: number) => `partner:${userId}`;
/** Socket.IO room of the sockets that have a chat with this user open and may see whether the user is online. */
export const presenceChannel = (userId: number) => `watch:${userId}`;

/** A chat room that one of its two participants may join. */
export interface JoinableRoom {
	room: Room;
	roomId: string;
	sellerId: number;
	otherId: number;
	/** Whether a seller named no buyer and the server chose the only one. */
	isBuyerInferred: boolean;
}

export interface OpenedRoom {
	/**
	 * Whether the seller can see a message of the buyer. Only then is presence shared: otherwise a seller could name any
	 * user as the buyer, and see whether that user is online.
	 */
	hasStarted: boolean;
	/** Whether one of the two has blocked the other. */
	isBlockedEither: boolean;
	/** The answer to the client, without the other side's presence, which the caller adds. */
	joinedRoom: Omit<JoinedRoom, 'isHere'>;
}

export interface RoomDeps {
	db: Db;
	photoUrls: PhotoUrls;
}

/**
 * The room that a user asks to join. Creates no conversation row.
 * @throws AppError unauthenticated when the session has ended; not_found for an unknown item; forbidden when the room
 * belongs to others
 */
export async function requireJoinableRoom(
	db: Db,
	person: ConnectedPerson,
	{ itemId, buyerId: requestedBuyerId }: z.output<typeof joinRoom>,
): Promise<JoinableRoom> {
	const [, item] = await Promise.all([requireSession(db, person), findChatItem(db, itemId)]);
	if (!item) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { sellerId, buyerIds } = item;
	const userId = person.id;
	const buyerId = requireBuyer({ userId, sellerId, requestedBuyerId, buyerIds });
	const room = { itemId, buyerId };
	return {
		room,
		roomId: formatRoomId(room),
		sellerId,
		otherId: userId === sellerId ? buyerId : sellerId,
		isBuyerInferred: userId === sellerId && !requestedBuyerId,
	};
}

/**
 * Reads a room and its newest messages for one of its participants.
 * @throws AppError not_found for an unknown user; forbidden when the room is closed
 */
export async function readRoom(
	{ db, photoUrls }: RoomDeps,
	{ room, roomId, sellerId, otherId }: JoinableRoom,
	viewerId: number,
): Promise<OpenedRoom> {
	const messages = await listMessages(db, room, viewerId, { limit: CHAT_LIMITS.historyOnJoin });
	// Read last: a block, and how far the other side has read, must not be older than an event sent meanwhile.
	const other = requirePerson(await findOtherSide(db, room, otherId, viewerId));
	if (!other.isOpen) throw chatRefusal('closed');
	return {
		hasStarted: viewerId === sellerId ? messages.length > 0 : other.hasVisibleMessages,
		isBlockedEither: other.isBlockedEither,
		joinedRoom: {
			roomId,
			messages: messages.map((message) => presentMessageTo(message, viewerId, photoUrls)),
			readId: other.readId,
			deliveredId: other.deliveredId,
			...(other.undeliveredIds && { undeliveredIds: other.undeliveredIds }),
		},
	};
}

/** @throws AppError unauthenticated when the connection's session has ended since the handshake */
export async function requireSession(
	db: Db,
	{ id, sessionId, version }: ConnectedPerson,
): Promise<void> {
	const session = await findOpenSession(db, { id, sid: sessionId, ver: version });
	if (!session) throw chatRefusal('signedOut');
}

/** Closes all open chats about an item, with the error message that joining them would give. */
export function closeItemChats({ io }: Pick<RealtimeServer, 'io'>, itemId: number): void {
	closeChats(io, itemRoom(itemId), [itemRoom(itemId)]);
}

/** Closes the chats that others have open with a user. */
export function closeUserChats({ io }: Pick<RealtimeServer, 'io'>, userId: number): void {
	const channel = partnerChannel(userId);
	closeChats(io, channel, [channel, presenceChannel(userId)]);
}

/** @param left rooms without which a socket has no chat open (`isIn` in socket.ts), or gets no presence */
function closeChats(io: RealtimeServer['io'], channel: string, left: string[]): void {
	const { code, message } = CHAT_ERRORS.closed;
	io.in(channel).emit(CHAT_EVENTS.errorMessage, message, code);
	io.in(channel).socketsLeave(left);
}

/**
 * Of the chats of an item with these buyers, those that a user has on a screen: a connection to this instance is in the
 * room and has itself marked the newest received message as read. Our pages mark only what is visible.
 */
export async function listOnScreen(
	{ io }: Pick<RealtimeServer, 'io'>,
	db: Db,
	itemId: number,
	buyerIds: readonly number[],
): Promise<{ buyerId: number; userId: number }[]> {
	const marked = buyerIds.flatMap((buyerId) => {
		const roomId = formatRoomId({ itemId, buyerId });
		return listLocalSockets(io, chatChannel(roomId)).flatMap(({ data: { person, read } }) =>
			read?.roomId === roomId ? [{ buyerId, userId: person.id, readId: read.messageId }] : [],
		);
	});
	if (marked.length === 0) return [];
	const newest = await listNewestReceived(db, itemId, buyerIds);
	return newest.filter(({ buyerId, userId, messageId }) =>
		marked.some(
			(mark) => mark.buyerId === buyerId && mark.userId === userId && mark.readId >= messageId,
		),
	);
}

type PresenceServer = Pick<RealtimeServer, 'io' | 'isOnline'>;

/** Sends online and offline events to the open chats, never across a block. */
export function broadcastPresence(
	{ io, isShared, isOnline, onPresenceChange }: RealtimeServer,
	db: Db,
): void {
	onPresenceChange(async (userId) => {
		const channel = presenceChannel(userId);
		// Saves the query when nobody has a chat with the user open. Other instances would have to be asked.
		if (!isShared && !io.sockets.adapter.rooms.has(channel)) return;
		const blockedIds = await listBlockedEither(db, userId);
		// Read after the query, so that two quick changes end with the latest state.
		const isHere = await isOnline(userId);
		io.in(channel)
			.except(blockedIds.map(userRoom))
			.emit(REALTIME_EVENTS.presence, { userId, isHere });
	});
}

/**
 * Lets each side of a chat see whether the other is online. Call it for the first message that both see while nobody has
 * blocked the other; more calls have no effect.
 */
export async function shareChatPresence(
	{ io, isOnline }: PresenceServer,
	{ room, senderId, receiverId }: { room: Room; senderId: number; receiverId: number },
): Promise<void> {
	for (const userId of [senderId, receiverId]) {
		// Connections of the other side that do not see this user's presence yet.
		const unshared = io
			.in(chatChannel(formatRoomId(room)))
			.except([userRoom(userId), presenceChannel(userId)]);
		if (await isOnline(userId)) unshared.emit(REALTIME_EVENTS.presence, { userId, isHere: true });
		unshared.socketsJoin(presenceChannel(userId));
	}
}

/**
 * Hides presence and typing between two users in their open chats while a block lasts, and shows presence again when the
 * last block between them is removed. Call after each block or unblock.
 */
async function publishBlockState(
	{ db, realtime: { io, isOnline } }: { db: Db; realtime: PresenceServer },
	one: number,
	other: number,
): Promise<void> {
	const isBlockedEither = await hasBlockBetween(db, one, other);
	for (const room of await listStartedChats(db, one, other)) {
		const roomId = formatRoomId(room);
		for (const userId of [one, other]) {
			// An event about a user who already looks offline would reveal the block.
			if (!(await isOnline(userId))) continue;
			const partners = io.in(chatChannel(roomId)).except(userRoom(userId));
			if (isBlockedEither) {
				partners.emit(REALTIME_EVENTS.typing, { roomId, userId, isTyping: false });
			}
			partners.emit(REALTIME_EVENTS.presence, { userId, isHere: !isBlockedEither });
		}
	}
}

interface BlockDeps {
	db: Db;
	realtime: Pick<RealtimeServer, 'io' | 'isOnline'>;
}

/** Blocks a user, who is not notified. Open chats between the two no longer show presence or typing. */
export async function block(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await db.transaction(async (tx) => {
		await lockPeople(tx, blockerId, blockedId);
		await lockItemsOfDeals(tx, blockerId, blockedId);
		// While somebody has blocked the other already, the receipts that both see stay those of the first block.
		if (!(await hasBlockBetween(tx, blockerId, blockedId)))
			await freezeReceipts(tx, blockerId, blockedId);
		await insertBlock(tx, blockerId, blockedId);
	});
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}

/** Removes the blocker's own block. If the other user has blocked too, presence and typing stay hidden. */
export async function unblock(
	{ db, realtime }: BlockDeps,
	blockerId: number,
	blockedId: number,
): Promise<void> {
	await deleteBlock(db, blockerId, blockedId);
	await publishBlockState({ db, realtime }, blockerId, blockedId);
}
