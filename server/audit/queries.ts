import type { Db } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/audit.ts';

export type NewAuditEntry = Pick<
	typeof auditLog.$inferInsert,
	'adminId' | 'action' | 'target' | 'severity' | 'ipAddress' | 'details' | 'report'
>;

/**
 * A trigger numbers and chains the entries in this order. It locks the log until the transaction ends, so other
 * administrators' entries wait.
 */
export async function insertAuditEntries(db: Db, entries: readonly NewAuditEntry[]): Promise<void> {
	if (entries.length > 0) await db.insert(auditLog).values([...entries]);
}
