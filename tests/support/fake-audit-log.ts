import { listAdmins } from '#contract/admin/administrators.ts';
import { type AuditLogEntry, auditLogEntry, listAuditLogs } from '#contract/admin/audit.ts';
import { listedAdmin } from './fake-administrators.ts';
import { fakeApi } from './fake-api.ts';
import { sample } from './sample.ts';
import { storeRows } from './stored-rows.ts';

/** An entry by Sunita about the user Asha. */
export function auditEntry(
	id: number,
	action: string,
	changes: Partial<AuditLogEntry> = {},
): AuditLogEntry {
	const by = { adminId: 2, adminUsername: 'Sunita', ipAddress: '10.1.2.3' };
	const about = { target: 'user 7', targetName: 'Asha', severity: 'MEDIUM' } as const;
	return sample(auditLogEntry, { id, action, ...by, ...about, ...changes });
}

/** Makes the fake API return a log with these entries, given from the newest to the oldest. */
export function fakeAuditLog(...entries: readonly AuditLogEntry[]): void {
	const log = storeRows(entries);
	fakeApi.answer(listAdmins, { admins: [listedAdmin('Imran', { id: 31 })] });
	fakeApi.answer(listAuditLogs, ({ query }) => {
		const { action, views, upTo = Number.POSITIVE_INFINITY } = query;
		return log.page(
			'auditLogs',
			query,
			(row) =>
				(action ?? row.action) === row.action &&
				!(views === 'hidden' && row.action.startsWith('VIEW_')) &&
				row.id <= upTo,
		);
	});
}
