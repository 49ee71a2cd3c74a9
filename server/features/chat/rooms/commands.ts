import type * as z from 'zod/mini';
import type { JoinedRoom, joinRoom } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { type Room, roomIdOf } from '#contract/chat/room-id.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { findOpenSession } from '#server/features/auth/sessions/queries.ts';
import { keepTold } from '#server/features/chat/delivery/receipt-queries.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { listMessages } from '#server/features/chat/queries.ts';
import { refusalOf, requireBuyer } from '#server/features/chat/rules.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { itemRoom, type LivePerson } from '#server/realtime/socket-types.ts';
import { partnerRoom } from './channels.ts';
import { areApart, findChatItem, findOtherSide } from './queries.ts';

/** A room as somebody is in it. */
export interface Membership {
	room: Room;
	roomId: string;
	otherId: number;
	/** The seller can see what the buyer wrote. Only then do the two know when the other is here: anybody could be named. */
	isBegun: boolean;
}

interface Entrance extends Membership {
	/** The server found the buyer; the person named none. */
	isChosen: boolean;
	/** One of the two has blocked the other. */
	isApart: boolean;
	/** What is told; whether the other side is here is known elsewhere. */
	joined: Omit<JoinedRoom, 'isHere'>;
}

/**
 * Lets a person into a room of theirs, with its newest messages. It makes no conversation.
 * @throws Refusal unauthenticated when the session is over; not_found, or forbidden where they have no room
 */
export async function enterRoom(
	db: Db,
	person: LivePerson,
	{ itemId, buyerId: named }: z.output<typeof joinRoom>,
): Promise<Entrance> {
	const [, item] = await Promise.all([requireSession(db, person), findChatItem(db, itemId)]);
	if (!item) throw new Refusal('not_found', ITEM_MESSAGES.notFound);
	const { id } = person;
	const { sellerId, writers } = item;
	const room = { itemId, buyerId: requireBuyer({ userId: id, sellerId, named, writers }) };
	if (!item.isOpen) throw refusalOf('closed');
	const otherId = id === sellerId ? room.buyerId : sellerId;
	const [found, messages] = await Promise.all([
		findOtherSide(db, room, otherId, id),
		listMessages(db, room, id, { limit: CHAT_LIMITS.historyOnJoin }),
	]);
	const other = requirePerson(found);
	if (!other.isThere) throw refusalOf('closed');
	const roomId = roomIdOf(room);
	const { isApart } = other;
	const joined = {
		roomId,
		messages: messages.map(presentMessage),
		readId: other.readId,
		deliveredId: other.deliveredId,
		...(other.undeliveredIds && { undeliveredIds: other.undeliveredIds }),
	};
	const isChosen = id === sellerId && !named;
	const isBegun = id === sellerId ? messages.length > 0 : other.hasHeard;
	return { room, roomId, otherId, isBegun, isChosen, isApart, joined };
}

/** To do before one of two people blocks the other: what each was told of how far the other has come stays true. */
export async function keepStandings(db: Db, one: number, other: number): Promise<void> {
	if (!(await areApart(db, one, other))) await keepTold(db, one, other);
}

/** @throws Refusal unauthenticated when the session of a connection is over, whatever it was when the connection began */
export async function requireSession(
	db: Db,
	{ id, sessionId, version }: LivePerson,
): Promise<void> {
	const session = await findOpenSession(db, { id, sid: sessionId, ver: version });
	if (!session) throw refusalOf('signedOut');
}

/** Tells what two people have open with each other whether one has blocked the other, after that has changed. */
export async function tellWhetherApart(
	{ db, live }: { db: Db; live: Pick<LiveServer, 'bus'> },
	one: number,
	other: number,
): Promise<void> {
	const isApart = await areApart(db, one, other);
	live.bus.tell('apart', { people: [one, other], isApart });
}

/** Ends the chats about an item that people have open: they are told what they would be told on joining. */
export function closeChatsAbout({ bus }: Pick<LiveServer, 'bus'>, itemId: number): void {
	bus.tell('chats over', { room: itemRoom(itemId) });
}

/** Ends the chats that others have open with a person. */
export function closeChatsWith({ bus }: Pick<LiveServer, 'bus'>, userId: number): void {
	bus.tell('chats over', { room: partnerRoom(userId) });
}
