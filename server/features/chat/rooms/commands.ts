import type * as z from 'zod/mini';
import type { JoinedRoom, joinRoom } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { findOpenSession } from '#server/features/auth/sessions/queries.ts';
import { freezeReceipts } from '#server/features/chat/delivery/receipt-queries.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { listMessages } from '#server/features/chat/queries.ts';
import { requireBuyer, sendError } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type ConnectedPerson, itemRoom } from '#server/realtime/socket-types.ts';
import { partnerChannel } from './channels.ts';
import { findChatItem, findOtherSide, hasBlockBetween } from './queries.ts';

/** A room as somebody is in it. */
export interface ChatMembership {
	room: Room;
	roomId: string;
	otherId: number;
	/** The seller can see what the buyer wrote. Only then do the two know when the other is here: anybody could be named. */
	hasStarted: boolean;
}

interface JoinResult extends ChatMembership {
	/** The server found the buyer; the person named none. */
	isBuyerInferred: boolean;
	/** One of the two has blocked the other. */
	isBlockedEither: boolean;
	/** What is told; whether the other side is here is known elsewhere. */
	joinedRoom: Omit<JoinedRoom, 'isHere'>;
}

/**
 * Lets a person into a room of theirs, with its newest messages. It makes no conversation.
 * @throws Refusal unauthenticated when the session is over; not_found, or forbidden where they have no room
 */
export async function enterRoom(
	db: Db,
	person: ConnectedPerson,
	{ itemId, buyerId: requestedBuyerId }: z.output<typeof joinRoom>,
): Promise<JoinResult> {
	const [, item] = await Promise.all([requireSession(db, person), findChatItem(db, itemId)]);
	if (!item) throw new AppError('not_found', ITEM_MESSAGES.notFound);
	const { id } = person;
	const { sellerId, buyerIds } = item;
	const room = {
		itemId,
		buyerId: requireBuyer({ userId: id, sellerId, requestedBuyerId, buyerIds }),
	};
	if (!item.isOpen) throw sendError('closed');
	const otherId = id === sellerId ? room.buyerId : sellerId;
	const [found, messages] = await Promise.all([
		findOtherSide(db, room, otherId, id),
		listMessages(db, room, id, { limit: CHAT_LIMITS.historyOnJoin }),
	]);
	const other = requirePerson(found);
	if (!other.isActive) throw sendError('closed');
	const roomId = formatRoomId(room);
	const { isBlockedEither } = other;
	const joinedRoom = {
		roomId,
		messages: messages.map(presentMessage),
		readId: other.readId,
		deliveredId: other.deliveredId,
		...(other.undeliveredIds && { undeliveredIds: other.undeliveredIds }),
	};
	const isBuyerInferred = id === sellerId && !requestedBuyerId;
	const hasStarted = id === sellerId ? messages.length > 0 : other.hasVisibleMessages;
	return { room, roomId, otherId, hasStarted, isBuyerInferred, isBlockedEither, joinedRoom };
}

/** To do before one of two people blocks the other: what each was told of how far the other has come stays true. */
export async function freezeReceiptsOnBlock(db: Db, one: number, other: number): Promise<void> {
	if (!(await hasBlockBetween(db, one, other))) await freezeReceipts(db, one, other);
}

/** @throws Refusal unauthenticated when the session of a connection is over, whatever it was when the connection began */
export async function requireSession(
	db: Db,
	{ id, sessionId, version }: ConnectedPerson,
): Promise<void> {
	const session = await findOpenSession(db, { id, sid: sessionId, ver: version });
	if (!session) throw sendError('signedOut');
}

/** Tells what two people have open with each other whether one has blocked the other, after that has changed. */
export async function publishBlockState(
	{ db, realtime }: { db: Db; realtime: Pick<RealtimeServer, 'bus'> },
	one: number,
	other: number,
): Promise<void> {
	const isBlockedEither = await hasBlockBetween(db, one, other);
	realtime.bus.publish('apart', { people: [one, other], isApart: isBlockedEither });
}

/** Ends the chats about an item that people have open: they are told what they would be told on joining. */
export function closeItemChats({ bus }: Pick<RealtimeServer, 'bus'>, itemId: number): void {
	bus.publish('chats over', { room: itemRoom(itemId) });
}

/** Ends the chats that others have open with a person. */
export function closeUserChats({ bus }: Pick<RealtimeServer, 'bus'>, userId: number): void {
	bus.publish('chats over', { room: partnerChannel(userId) });
}
