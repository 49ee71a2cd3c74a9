import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { conversations, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { users } from '#server/db/schema/users.ts';
import { insertSession, insertUser } from '#server/features/auth/queries.ts';
import { createTokens, sessionExpiry } from '#server/features/auth/sessions/tokens.ts';
import { findItem, insertItem, insertItemPhotos } from '#server/features/items/queries.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { adminFactory } from './administrators.ts';
import { passwordHash } from './password.ts';
import { SECRETS } from './secret.ts';

export const ITEM_FIELDS = {
	title: 'Casio fx-991ES Plus',
	description: 'Two semesters old, all keys fine.',
	price: 850,
	category: 'Instruments',
} satisfies ItemFields;

export interface Student {
	id: number;
	userName: string;
	email: string;
	token: string;
}

/** A signed-in user, whose token is signed with `SECRETS`. */
export async function insertStudent(
	db: Db,
	fields: Partial<typeof users.$inferInsert> = {},
): Promise<Student> {
	const email = `${randomUUID()}@campus.example`;
	const row = { userName: 'Asha', email, passwordHash: await passwordHash, ...fields };
	const user = await insertUser(db, row);
	if (!user) throw new Error('There is such a student already.');
	const token = await signIn(db, user);
	return { id: user.id, userName: user.userName, email: user.email ?? email, token };
}

/** @returns the token of a new session of a user */
export async function signIn(
	db: Db,
	{ id: userId, tokenVersion }: Pick<typeof users.$inferSelect, 'id' | 'tokenVersion'>,
): Promise<string> {
	const sid = randomUUID();
	await insertSession(db, { id: sid, userId, tokenVersion, expiresAt: sessionExpiry(new Date()) });
	return createTokens(SECRETS).sign({ id: userId, sid, ver: tokenVersion });
}

type ItemInsert = Partial<typeof items.$inferInsert>;

/** Fields of an item. The category may be any string, so that tables of test data need no casts. */
type TestItem = Omit<ItemInsert, 'category'> & { category?: string; photoCount?: number };

/** Creates rows for a test: signed-in users, and items with a photo. */
export function factories(db: Db, store: PhotoStore) {
	const student = (fields: Partial<typeof users.$inferInsert> = {}) => insertStudent(db, fields);

	/** Inserts a photo's row and files. The files contain no real picture, because the server does not decode them again. */
	async function photo(): Promise<string> {
		const hash = (randomUUID() + randomUUID()).replaceAll('-', '');
		// All three sizes, because every file that the database refers to must exist.
		for (const width of [320, 640, 1600] as const) {
			await store.put(photoFileName(hash, width), Buffer.from(`${hash} ${width}`));
		}
		await db.insert(photos).values({ hash, width: 1600, height: 1200, thumbhash: 'AAAA' });
		return hash;
	}

	async function item(seller: { id: number }, { photoCount = 1, ...fields }: TestItem = {}) {
		const id = await insertItem(db, seller.id, ITEM_FIELDS);
		if (Object.keys(fields).length > 0) {
			await db
				.update(items)
				.set(fields as ItemInsert)
				.where(sql`${items.id} = ${id}`);
		}
		const hashes = await Promise.all(Array.from({ length: photoCount }, photo));
		await insertItemPhotos(db, id, hashes);
		const row = await findItem(db, id);
		return { id, hashes, row };
	}

	/** A conversation of an item and a buyer, without messages. */
	async function conversation(item: { id: number }, buyer: { id: number }): Promise<Room> {
		const room = { itemId: item.id, buyerId: buyer.id };
		const [row] = await db.select().from(items).where(eq(items.id, item.id));
		if (!row) throw new Error('There is no such item.');
		await db.insert(conversations).values(room);
		const sides = [buyer.id, row.sellerId].map((userId) => ({ ...room, userId }));
		await db.insert(participants).values(sides);
		return room;
	}

	/**
	 * Inserts a message and sets the read positions as after sending. A message that is hidden from the recipient leaves
	 * their position unchanged.
	 * @returns its id
	 */
	async function message(
		{ itemId, buyerId }: Room,
		sender: { id: number },
		body: string,
		fields: Partial<typeof messages.$inferInsert> = {},
	): Promise<number> {
		const row = { itemId, buyerId, senderId: sender.id, body, ...fields };
		const [{ id } = { id: 0 }] = await db.insert(messages).values(row).returning();
		const isOwn = sql`${participants.userId} = ${sender.id}`;
		await db
			.update(participants)
			.set({
				lastMessageId: id,
				lastReceivedId: sql`case when ${isOwn} then ${participants.lastReceivedId} else ${id} end`,
			})
			.where(
				and(
					eq(participants.itemId, itemId),
					eq(participants.buyerId, buyerId),
					row.isHiddenFromRecipient ? isOwn : undefined,
				),
			);
		return id;
	}

	return { student, admin: adminFactory(db), photo, item, conversation, message };
}
