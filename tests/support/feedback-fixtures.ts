import { eq } from 'drizzle-orm';
import { auditLog } from '#server/db/schema/audit.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { insertFeedback, type NewFeedback } from '#server/features/feedback/queries.ts';
import type { App } from './app.ts';

/** For tests of feedback: inserts it, and reads what is stored of it and of its review. */
export function openFeedback(t: App) {
	let count = 0;
	/** Inserts pending feedback with a unique email address. @returns its id */
	async function insertPending(changes: Partial<NewFeedback> = {}): Promise<number> {
		count += 1;
		const fields = { name: 'Meera', email: `meera${count}@campus.example`, feedback: 'Good.' };
		const id = await insertFeedback(t.db, {
			...fields,
			rating: 5,
			category: 'general',
			...changes,
		});
		return id ?? 0;
	}
	const insertApproved = (changes: Partial<NewFeedback> = {}) =>
		insertPending({ status: 'approved', isPublic: true, reviewedAt: new Date(), ...changes });

	const findFeedback = async (id: number) =>
		(await t.db.select().from(feedback).where(eq(feedback.id, id)))[0];
	const auditEntriesAbout = (id: number) =>
		t.db
			.select({ action: auditLog.action, details: auditLog.details, severity: auditLog.severity })
			.from(auditLog)
			.where(eq(auditLog.target, `feedback ${id}`))
			.orderBy(auditLog.id);
	return { insertPending, insertApproved, findFeedback, auditEntriesAbout };
}
