import type * as z from 'zod/mini';
import type { JoinedRoom, joinRoom } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Db } from '#server/db/client.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { findOpenSession } from '#server/features/auth/sessions/queries.ts';
import { hasBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { freezeReceipts } from '#server/features/chat/delivery/receipt-queries.ts';
import { presentMessageTo } from '#server/features/chat/present.ts';
import { listMessages } from '#server/features/chat/queries.ts';
import { chatRefusal, requireBuyer } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type ConnectedPerson, itemRoom, listLocalSockets } from '#server/realtime/socket-types.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { chatChannel, partnerChannel } from './channels.ts';
import { findChatItem, findOtherSide, listNewestReceived } from './queries.ts';
import { blockChanged, chatsClosed } from './topics.ts';

/** A chat room as one of its two participants has joined it. */
export interface ChatMembership {
	room: Room;
	roomId: string;
	otherId: number;
	/**
	 * Whether the seller can see a message of the buyer. Only then is presence shared: otherwise a seller could name any
	 * user as the buyer, and see whether that user is online.
	 */
	hasStarted: boolean;
}

export interface JoinResult extends ChatMembership {
	/** Whether a seller named no buyer and the server chose the only one. */
	isBuyerInferred: boolean;
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
 * Checks that a user may join a room and loads its newest messages. Creates no conversation row.
 * @throws AppError unauthenticated when the session has ended; not_found for an unknown item or user; forbidden when
 * the room belongs to others or is closed
 */
export async function enterRoom(
	{ db, photoUrls }: RoomDeps,
	person: ConnectedPerson,
	{ itemId, buyerId: requestedBuyerId }: z.output<typeof joinRoom>,
): Promise<JoinResult> {
	const [, item] = await Promise.all([requireSession(db, person), findChatItem(db, itemId)]);
	if (!item) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { id } = person;
	const { sellerId, buyerIds } = item;
	const room = {
		itemId,
		buyerId: requireBuyer({ userId: id, sellerId, requestedBuyerId, buyerIds }),
	};
	if (!item.isOpen) throw chatRefusal('closed');
	const otherId = id === sellerId ? room.buyerId : sellerId;
	const [found, messages] = await Promise.all([
		findOtherSide(db, room, otherId, id),
		listMessages(db, room, id, { limit: CHAT_LIMITS.historyOnJoin }),
	]);
	const other = requirePerson(found);
	if (!other.isActive) throw chatRefusal('closed');
	const roomId = formatRoomId(room);
	const { isBlockedEither } = other;
	const joinedRoom = {
		roomId,
		messages: messages.map((message) => presentMessageTo(message, id, photoUrls)),
		readId: other.readId,
		deliveredId: other.deliveredId,
		...(other.undeliveredIds && { undeliveredIds: other.undeliveredIds }),
	};
	const isBuyerInferred = id === sellerId && !requestedBuyerId;
	const hasStarted = id === sellerId ? messages.length > 0 : other.hasVisibleMessages;
	return { room, roomId, otherId, hasStarted, isBuyerInferred, isBlockedEither, joinedRoom };
}

/** Call before a block is stored: both users keep seeing the receipts that they have already seen. */
export async function freezeReceiptsOnBlock(db: Db, one: number, other: number): Promise<void> {
	if (!(await hasBlockBetween(db, one, other))) await freezeReceipts(db, one, other);
}

/** @throws AppError unauthenticated when the connection's session has ended since the handshake */
export async function requireSession(
	db: Db,
	{ id, sessionId, version }: ConnectedPerson,
): Promise<void> {
	const session = await findOpenSession(db, { id, sid: sessionId, ver: version });
	if (!session) throw chatRefusal('signedOut');
}

/** Call after a block or unblock. Notifies the open chats between two users whether a block exists now. */
export async function publishBlockState(
	{ db, realtime }: { db: Db; realtime: Pick<RealtimeServer, 'bus'> },
	one: number,
	other: number,
): Promise<void> {
	const isBlockedEither = await hasBlockBetween(db, one, other);
	blockChanged.publish(realtime.bus, { people: [one, other], isApart: isBlockedEither });
}

/** Closes all open chats about an item, with the error message that joining them would give. */
export function closeItemChats({ bus }: Pick<RealtimeServer, 'bus'>, itemId: number): void {
	chatsClosed.publish(bus, { room: itemRoom(itemId) });
}

/** Closes the chats that others have open with a user. */
export function closeUserChats({ bus }: Pick<RealtimeServer, 'bus'>, userId: number): void {
	chatsClosed.publish(bus, { room: partnerChannel(userId) });
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
