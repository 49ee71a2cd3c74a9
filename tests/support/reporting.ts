import { eq, sql } from 'drizzle-orm';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import type { openApp } from './app.ts';
import type { Student } from './factories.ts';

/** For tests of abuse reports: sends a report as a student, reads what is stored of it, bans a user. */
export function openReporting(t: Awaited<ReturnType<typeof openApp>>) {
	const itemReportsOf = (reporter: Student) =>
		t.db.select().from(itemReports).where(eq(itemReports.reporterId, reporter.id));
	const userReportsOf = (reporter: Student) =>
		t.db.select().from(userReports).where(eq(userReports.reporterId, reporter.id));
	const reportItem = (
		user: Student,
		id: number | string,
		body: object = { complaint: 'Not real.' },
	) => t.as(user).post(`/report/report-item/${id}`, body);
	const reportUser = (
		user: Student,
		id: number | string,
		body: object = { complaint: 'Was rude.' },
	) => t.as(user).post(`/user-report/report-user/${id}`, body);
	const ban = (user: Student) =>
		t.db.update(users).set({ bannedAt: sql`now()` }).where(eq(users.id, user.id));
	return { itemReportsOf, userReportsOf, reportItem, reportUser, ban };
}
