import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { formerAddresses } from '#server/db/schema/users.ts';

/** Former addresses whose mail about the change has not been sent yet, in the order in which the user left them. */
export async function listFormerAddresses(db: Db, userId: number): Promise<string[]> {
	const rows = await db
		.select({ email: formerAddresses.email })
		.from(formerAddresses)
		.where(eq(formerAddresses.userId, userId))
		.orderBy(asc(formerAddresses.position));
	return rows.map(({ email }) => email);
}

/** Does nothing if the address still waits for the mail about an earlier change: the address then gets one mail only. */
export async function insertFormerAddress(db: Db, userId: number, email: string): Promise<void> {
	await db.insert(formerAddresses).values({ userId, email }).onConflictDoNothing();
}

/** @param email all former addresses of the user if omitted */
export async function deleteFormerAddresses(db: Db, userId: number, email?: string): Promise<void> {
	const condition = email === undefined ? undefined : eq(formerAddresses.email, email);
	await db.delete(formerAddresses).where(and(eq(formerAddresses.userId, userId), condition));
}
