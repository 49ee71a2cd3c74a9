import { expect } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { openApp } from './app.ts';

export const SOMEWHERE = '10.1.2.3';

/** Writes and reads the audit log as a super administrator. */
export function openAuditLog(
	t: Awaited<ReturnType<typeof openApp>>,
	boss: { id: number; token: string },
) {
	let count = 0;
	/** A word that no other entry contains. */
	const newWord = () => `word${count++}x`;

	const note = (deed: Partial<AuditEntry>, adminId: number | null = boss.id) =>
		logAudit(
			t.db,
			{ adminId, ipAddress: SOMEWHERE },
			{ action: 'ITEM_BANNED', target: 'item 7', ...deed },
		);

	async function find(query: Record<string, string>) {
		const res = await t.as(boss).get(`/admin/audit-logs?${new URLSearchParams(query)}`);
		expect(res.statusCode).toBe(200);
		return res.json() as { auditLogs: AuditLogEntry[]; pagination: Record<string, unknown> };
	}
	return { newWord, note, find };
}
