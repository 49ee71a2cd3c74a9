import type { Db } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/audit.ts';

export type NewAuditEntry = Pick<
	typeof auditLog.$inferInsert,
	'adminId' | 'action' | 'target' | 'severity' | 'ipAddress' | 'details'
>;

/** Numbers and chains them in this order; the rest of the transaction holds up every other administrator's entry. */
export async function insertAuditEntries(db: Db, entries: readonly NewAuditEntry[]): Promise<void> {
	if (entries.length > 0) await db.insert(auditLog).values([...entries]);
}
