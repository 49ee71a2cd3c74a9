import { expect } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { App } from './app.ts';

export const IP_ADDRESS = '10.1.2.3';

/** Writes and reads the audit log as a super administrator. */
export function openAuditLog(t: App, superAdmin: { id: number; token: string }) {
	let count = 0;
	/** A word that no other entry contains. */
	const uniqueWord = () => `word${count++}x`;

	const addEntry = (entry: Partial<AuditEntry>, adminId: number | null = superAdmin.id) =>
		logAudit(
			t.db,
			{ adminId, ipAddress: IP_ADDRESS },
			{ action: 'ITEM_BANNED', target: 'item 7', ...entry },
		);

	async function findEntries(query: Record<string, string>) {
		const res = await t.as(superAdmin).get(`/admin/audit-logs?${new URLSearchParams(query)}`);
		expect(res.statusCode).toBe(200);
		return res.json() as { auditLogs: AuditLogEntry[]; pagination: Record<string, unknown> };
	}
	return { uniqueWord, addEntry, findEntries };
}
