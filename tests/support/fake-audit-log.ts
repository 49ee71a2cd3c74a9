import { listAdmins } from '#contract/admin/administrators.ts';
import { type AuditLogEntry, listAuditLogs } from '#contract/admin/audit.ts';
import { listedAdmin } from './fake-administrators.ts';
import { fakeApi } from './fake-api.ts';
import { storeRows } from './stored-rows.ts';

/** An entry by Sunita about the user Asha. */
export const auditEntry = (
	id: number,
	action: string,
	changes: Partial<AuditLogEntry> = {},
): AuditLogEntry => ({
	id,
	action,
	adminId: 2,
	adminUsername: 'Sunita',
	target: 'user 7',
	targetName: 'Asha',
	details: '',
	timestamp: '2026-02-03T04:05:06.000Z',
	severity: 'MEDIUM' as const,
	ipAddress: '10.1.2.3',
	...changes,
});

/** Makes the fake API return a log with these entries, given from the newest to the oldest. */
export function fakeAuditLog(...entries: readonly AuditLogEntry[]): void {
	const log = storeRows(entries);
	fakeApi.answer(listAdmins, { success: true, admins: [listedAdmin('Imran', { id: 31 })] });
	fakeApi.answer(listAuditLogs, ({ query }) => {
		const { action, views, upTo = Number.POSITIVE_INFINITY } = query;
		const { rows, pagination } = log.page(
			query,
			(row) =>
				(action ?? row.action) === row.action &&
				!(views === 'hidden' && row.action.startsWith('VIEW_')) &&
				row.id <= upTo,
		);
		return { success: true, auditLogs: rows, pagination };
	});
}
