import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ItemFields } from '#contract/items.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/tables/items.ts';
import { photos } from '#server/db/tables/photos.ts';
import type { users } from '#server/db/tables/users.ts';
import { insertSession, insertUser } from '#server/features/auth/queries.ts';
import { createTokens, sessionEnd } from '#server/features/auth/tokens.ts';
import { findItem, insertItem, insertItemPhotos } from '#server/features/items/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { photoFileName } from '#server/storage/photo-addresses.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { SECRET } from './secret.ts';

export const PASSWORD = 'chalk and talk';
const passwordHash = hashPassword(PASSWORD);

export const ITEM_FIELDS: ItemFields = {
	title: 'Casio fx-991ES Plus',
	description: 'Two semesters old, all keys fine.',
	price: 850,
	category: 'Instruments',
};

export interface Student {
	id: number;
	userName: string;
	email: string;
	token: string;
}

/** Rows of a test's own: people who are signed in, and items with a photo. */
export function factories(db: Db, store: PhotoStore) {
	const tokens = createTokens(SECRET);

	async function student(given: Partial<typeof users.$inferInsert> = {}): Promise<Student> {
		const email = `${randomUUID()}@campus.example`;
		const row = { userName: 'Asha', email, passwordHash: await passwordHash, ...given };
		const user = await insertUser(db, row);
		if (!user) throw new Error('There is such a student already.');
		const sid = randomUUID();
		await insertSession(db, { id: sid, userId: user.id, expiresAt: sessionEnd(new Date()) });
		const token = await tokens.sign({ id: user.id, sid, ver: user.tokenVersion });
		return { id: user.id, userName: user.userName, email: user.email ?? email, token };
	}

	/** A photo's row and files; its bytes are not a picture, which no server code looks at again. */
	async function photo(): Promise<string> {
		const hash = (randomUUID() + randomUUID()).replaceAll('-', '');
		await db.insert(photos).values({ hash, width: 1600, height: 1200, thumbhash: 'AAAA' });
		for (const width of [320, 640, 1600] as const) {
			await store.put(photoFileName(hash, width), Buffer.from(`${hash} ${width}`));
		}
		return hash;
	}

	async function item(
		seller: { id: number },
		{ photoCount = 1, ...given }: Partial<typeof items.$inferInsert> & { photoCount?: number } = {},
	) {
		const id = await insertItem(db, seller.id, ITEM_FIELDS);
		if (Object.keys(given).length > 0) {
			await db.update(items).set(given).where(sql`${items.id} = ${id}`);
		}
		const hashes = await Promise.all(Array.from({ length: photoCount }, photo));
		await insertItemPhotos(db, id, hashes);
		const row = await findItem(db, id);
		return { id, hashes, row };
	}

	return { student, photo, item };
}
