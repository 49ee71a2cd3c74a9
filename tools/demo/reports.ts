import type { CONTENT_REPORT_TYPES, USER_REPORT_TYPES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { reports } from '#server/db/schema/reports.ts';
import { type ReportDecision, recordDecision } from '#server/features/reports/commands.ts';
import { ITEM_REPORTS, USER_REPORTS } from '#server/features/reports/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { DemoStudentKey } from './people.ts';

interface DemoReport {
	reporter: DemoStudentKey;
	complaint: string;
	hoursAgo: number;
}

interface DemoItemReport extends DemoReport {
	/** The item's title. */
	about: string;
	type: (typeof CONTENT_REPORT_TYPES)[number];
	decision?: ReportDecision;
}

interface DemoUserReport extends DemoReport {
	about: DemoStudentKey;
	type: (typeof USER_REPORT_TYPES)[number];
	decision?: ReportDecision;
}

/** The demo's reports about items, oldest first. */
export const DEMO_ITEM_REPORTS: readonly DemoItemReport[] = [
	{
		reporter: 'ananya',
		about: 'Ready-made lab records, third semester',
		type: 'inappropriate',
		complaint: 'These are filled-in records to hand in as one’s own. That is cheating, not a sale.',
		hoursAgo: 300,
		decision: {
			status: 'resolved',
			action: 'item_banned',
			notes: 'Selling finished coursework is against the rules.',
		},
	},
	{
		reporter: 'karthik',
		about: 'MacBook Air M1, 8 GB, 256 GB',
		type: 'fraud',
		complaint: 'The price looks too good to be true for this model.',
		hoursAgo: 20,
		decision: { status: 'dismissed', notes: 'Seen on campus; box and bill are there.' },
	},
	{
		reporter: 'ananya',
		about: 'Two SanDisk pendrives, 64 GB and 32 GB',
		type: 'fraud',
		complaint: 'Mine showed 64 GB and held 8. Please check whether these are genuine.',
		hoursAgo: 6,
	},
	{
		reporter: 'tenzin',
		about: 'Kids guitar in violet, travel size',
		type: 'other',
		complaint: 'Listed twice last week, with different prices.',
		hoursAgo: 3,
	},
];

/** The demo's reports about users, oldest first. */
export const DEMO_USER_REPORTS: readonly DemoUserReport[] = [
	{
		reporter: 'fatima',
		about: 'bhavesh',
		type: 'scam',
		complaint: 'Asked me to pay an advance on UPI before showing the laptop.',
		hoursAgo: 72,
		decision: {
			status: 'resolved',
			action: 'user_warned',
			notes: 'Reminded that nobody pays before seeing the thing.',
		},
	},
	{
		reporter: 'ananya',
		about: 'swati',
		type: 'spam',
		complaint: 'Sends the same message about her pendrives in every chat.',
		hoursAgo: 48,
		decision: { status: 'dismissed', notes: 'Two messages in a month.' },
	},
	{
		reporter: 'joel',
		about: 'bhavesh',
		type: 'harassment',
		complaint: 'Kept writing after I had said that the keyboard is sold.',
		hoursAgo: 4,
	},
];

interface SeededIds {
	/** Ids by key. */
	students: ReadonlyMap<string, number>;
	/** Ids by title. */
	items: ReadonlyMap<string, number>;
	/** The administrator who decided on the reports. */
	adminId: number;
}

/** Adds no task, because the demo's users get no mail. */
const skipTask: AddTask = async () => undefined;

/** Inserts the reports and decides some of them, so that My Reports shows every outcome. */
export async function insertDemoReports(
	db: Db,
	{ students, items, adminId }: SeededIds,
): Promise<void> {
	const deps = { db, addTask: skipTask };
	for (const { about, decision, ...report } of DEMO_ITEM_REPORTS) {
		const [inserted] = await db
			.insert(reports)
			.values({ ...toReportRow(report, students), itemId: items.get(about) ?? 0 })
			.returning({ id: reports.id });
		if (inserted && decision)
			await recordDecision(deps, ITEM_REPORTS, adminId, inserted.id, decision);
	}
	for (const { about, decision, ...report } of DEMO_USER_REPORTS) {
		const [inserted] = await db
			.insert(reports)
			.values({ ...toReportRow(report, students), reportedId: students.get(about) ?? 0 })
			.returning({ id: reports.id });
		if (inserted && decision)
			await recordDecision(deps, USER_REPORTS, adminId, inserted.id, decision);
	}
}

function toReportRow(
	{ reporter, complaint, type, hoursAgo }: DemoReport & { type: string },
	students: SeededIds['students'],
) {
	return {
		reporterId: students.get(reporter) ?? 0,
		complaint,
		type,
		createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
	};
}
