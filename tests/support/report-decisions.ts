import { and, eq, inArray } from 'drizzle-orm';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import type { App } from './app.ts';
import { insertRow } from './insert-row.ts';

type Client = { id: number; token: string };

/** For tests of decisions about reports: inserts reports, sends decisions, and reads what is stored afterwards. */
export function openDecisions(t: App) {
	const putAdminApi = (user: Client, url: string, body: object = {}) =>
		t.as(user).put(`/admin${url}`, body);

	async function insertItemReport(itemId: number, reporter?: { id: number }) {
		const reporterId = (reporter ?? (await t.student())).id;
		const words = { complaint: 'Not real.', type: 'fraud' };
		return insertRow(t.db, reports, { itemId, reporterId, ...words });
	}

	async function insertUserReport(reportedId: number, reporter?: { id: number }) {
		const reporterId = (reporter ?? (await t.student())).id;
		const words = { complaint: 'Was rude.', type: 'scam' };
		return insertRow(t.db, reports, { reportedId, reporterId, ...words });
	}

	const auditEntriesAbout = (...targets: string[]) =>
		t.db
			.select({ action: auditLog.action, target: auditLog.target, details: auditLog.details })
			.from(auditLog)
			.where(inArray(auditLog.target, targets))
			.orderBy(auditLog.id);
	const warningsOf = async (user: { id: number }) => {
		const warnings = await t.db
			.select({ message: notifications.message })
			.from(notifications)
			.where(and(eq(notifications.userId, user.id), eq(notifications.kind, 'warning')));
		return warnings.map(({ message }) => message);
	};
	const notificationTitlesOf = async (user: { id: number }) => {
		const sentNotifications = await t.db
			.select({ title: notifications.title })
			.from(notifications)
			.where(eq(notifications.userId, user.id));
		return sentNotifications.map(({ title }) => title);
	};
	const storedItem = async (id: number) => {
		const [row] = await t.db.select().from(items).where(eq(items.id, id));
		return row;
	};
	const storedUser = async ({ id }: { id: number }) => {
		const [row] = await t.db.select().from(users).where(eq(users.id, id));
		return row;
	};
	return {
		putAdminApi,
		insertItemReport,
		insertUserReport,
		auditEntriesAbout,
		warningsOf,
		notificationTitlesOf,
		storedItem,
		storedUser,
	};
}
