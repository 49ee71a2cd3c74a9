import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { formerAddresses } from '#server/db/schema/users.ts';

/** Those that still are to be told of a change, in the order in which they were left. */
export async function listFormerAddresses(db: Db, userId: number): Promise<string[]> {
	const rows = await db
		.select({ email: formerAddresses.email })
		.from(formerAddresses)
		.where(eq(formerAddresses.userId, userId))
		.orderBy(asc(formerAddresses.position));
	return rows.map(({ email }) => email);
}

/** One that waits to be told of an earlier change still is told once. */
export async function insertFormerAddress(db: Db, userId: number, email: string): Promise<void> {
	await db.insert(formerAddresses).values({ userId, email }).onConflictDoNothing();
}

/** @param email all of the person's unless said */
export async function deleteFormerAddresses(db: Db, userId: number, email?: string): Promise<void> {
	const condition = email === undefined ? undefined : eq(formerAddresses.email, email);
	await db.delete(formerAddresses).where(and(eq(formerAddresses.userId, userId), condition));
}
