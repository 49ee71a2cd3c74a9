import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { conversations, messages, participants } from '#server/db/schema/chats.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { attachPhotos, insertChatPhotos } from '#server/features/chat/photos/queries.ts';
import type { DemoStudentKey } from './people.ts';

/**
 * The sender (`b` for the buyer, `s` for the seller), the text, and which of the item's pictures comes with it, from 1.
 */
type DemoLine = readonly [sender: 'b' | 's', text: string, picture?: number];

interface DemoChat {
	/** The item's title. */
	about: string;
	buyer: DemoStudentKey;
	/** Age of the last message. */
	hoursAgo: number;
	lines: readonly DemoLine[];
	/** How many of the last messages are unread. */
	unread: number;
}

/** Minutes between two messages. */
export const MINUTES_BETWEEN_LINES = 4;

/** The demo's chats, oldest first. */
export const DEMO_CHATS: readonly DemoChat[] = [
	{
		about: 'Morris Mano, Digital Design',
		buyer: 'lalrin',
		hoursAgo: 96,
		lines: [
			['b', 'Hello, is this the fifth edition?'],
			['s', 'Yes, the green one. Two pages have my notes in pencil.'],
			['b', 'Notes are welcome. ₹250 at the canteen after lunch?'],
			['s', 'Done. I am at the corner table.'],
		],
		unread: 0,
	},
	{
		about: 'Mini drafter with sheet holder',
		buyer: 'fatima',
		hoursAgo: 30,
		lines: [
			['b', 'Hi! Does the clamp still hold on a thick board?'],
			['s', 'It does, I used it on the full imperial one all of last year. See:', 3],
			['b', 'Could I try it before I pay?'],
			['s', 'Of course. Drawing hall, today at 4?'],
			['b', 'See you there.'],
		],
		unread: 0,
	},
	{
		about: 'Electric kettle, 1.5 L, Pigeon',
		buyer: 'rohit',
		hoursAgo: 21,
		lines: [
			['b', 'Is the kettle still there? My roommate melted ours.'],
			['s', 'Still here. It switches itself off, so yours would have survived.'],
		],
		unread: 1,
	},
	{
		about: 'ThinkPad E14, Ryzen 5, 16 GB, 512 GB',
		buyer: 'karthik',
		hoursAgo: 3,
		lines: [
			['b', 'Hi! Is the laptop still available?'],
			['s', 'Yes, it is. Want to see it today?'],
			['b', 'Sure. How long does the battery last?'],
			['s', 'Around five hours with the brightness halfway down.'],
			['b', 'Would you take a bit less if I come today?'],
			['s', 'A little. Library steps at 5:30?'],
		],
		unread: 1,
	},
	{
		about: 'ThinkPad E14, Ryzen 5, 16 GB, 512 GB',
		buyer: 'joel',
		hoursAgo: 1,
		lines: [
			['b', 'Is the charger the original one?'],
			['b', 'I can pay in advance if you hold it for me.'],
		],
		unread: 2,
	},
];

/** Inserts the demo's chats, with their read marks. @param ids of students by key, and of items by title */
export async function insertDemoChats(
	tx: Db,
	ids: { students: ReadonlyMap<string, number>; items: ReadonlyMap<string, number> },
): Promise<void> {
	for (const chat of DEMO_CHATS) {
		const itemId = ids.items.get(chat.about) ?? 0;
		const buyerId = ids.students.get(chat.buyer) ?? 0;
		const [item] = await tx
			.select({ sellerId: items.sellerId })
			.from(items)
			.where(eq(items.id, itemId));
		await insertChat(tx, { itemId, buyerId }, item?.sellerId ?? 0, chat);
	}
}

/** Inserts a chat with its read marks. */
export async function insertChat(
	tx: Db,
	room: { itemId: number; buyerId: number },
	sellerId: number,
	{ lines, hoursAgo, unread }: Pick<DemoChat, 'lines' | 'hoursAgo' | 'unread'>,
): Promise<void> {
	await tx.insert(conversations).values(room);
	const participantIds = [room.buyerId, sellerId];
	await tx.insert(participants).values(participantIds.map((userId) => ({ ...room, userId })));
	const insertedMessages = await tx
		.insert(messages)
		.values(
			lines.map(([sender, body], index) => ({
				...room,
				senderId: sender === 'b' ? room.buyerId : sellerId,
				body,
				createdAt: timeBefore(hoursAgo, lines.length - 1 - index),
			})),
		)
		.returning({ id: messages.id, senderId: messages.senderId });
	for (const [index, message] of insertedMessages.entries()) {
		const picture = lines[index]?.[2];
		if (picture) await insertPhoto(tx, room.itemId, message, picture);
	}
	const ids = insertedMessages.map(({ id }) => id);
	for (const userId of participantIds) {
		const received = insertedMessages
			.filter(({ senderId }) => senderId !== userId)
			.map(({ id }) => id);
		const isRecipient = insertedMessages.at(-1)?.senderId !== userId;
		const read = isRecipient ? received.slice(0, received.length - unread) : received;
		const receipts = {
			lastMessageId: ids.at(-1) ?? 0,
			lastReceivedId: received.at(-1) ?? 0,
			deliveredId: received.at(-1) ?? 0,
			readId: read.at(-1) ?? 0,
			// The demo's users have no mailboxes, so all messages count as mailed.
			mailedId: received.at(-1) ?? 0,
		};
		const isParticipant = and(
			eq(participants.itemId, room.itemId),
			eq(participants.buyerId, room.buyerId),
			eq(participants.userId, userId),
		);
		await tx.update(participants).set(receipts).where(isParticipant);
	}
}

/** Adds one of the item's pictures to a message. */
async function insertPhoto(
	tx: Db,
	itemId: number,
	{ id, senderId }: { id: number; senderId: number },
	picture: number,
): Promise<void> {
	const isPicture = and(eq(itemPhotos.itemId, itemId), eq(itemPhotos.position, picture - 1));
	const [photo] = await tx
		.select({ photoHash: itemPhotos.photoHash })
		.from(itemPhotos)
		.where(isPicture);
	if (!photo) throw new Error(`Item ${itemId} has no picture ${picture}.`);
	await attachPhotos(tx, id, await insertChatPhotos(tx, senderId, [photo.photoHash]));
}

function timeBefore(hoursAgo: number, linesAfter: number) {
	const minutes = hoursAgo * 60 + linesAfter * MINUTES_BETWEEN_LINES;
	return sql<Date>`now() - ${minutes} * interval '1 minute'`;
}
