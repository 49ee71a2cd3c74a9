import { describe, expect, test } from 'vitest';
import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';
import { feedbackForm } from '#contract/feedback/schemas.ts';
import { REPORT_STATUSES } from '#contract/reports/facts.ts';
import { itemReport, userReport } from '#contract/reports/schemas.ts';
import { admins } from '#server/db/schema/admins.ts';
import { openApp } from '#tests/support/app.ts';
import { DEMO_FEEDBACK, insertDemoFeedback } from './feedback.ts';
import { DEMO_ITEMS } from './items.ts';
import { DEMO_ADMINS, DEMO_STUDENTS } from './people.ts';
import { DEMO_ITEM_REPORTS, DEMO_USER_REPORTS, insertDemoReports } from './reports.ts';

const t = await openApp();

/** Hours between joining and the seeding. */
const joinedHoursAgo = (key: string) =>
	(DEMO_STUDENTS.find((student) => student.key === key)?.joinedDaysAgo ?? 0) * 24;

async function insertAdmin(): Promise<number> {
	const [admin] = DEMO_ADMINS;
	if (!admin) throw new Error('The demo has no administrator.');
	const [inserted] = await t.db
		.insert(admins)
		.values({ ...admin, passwordHash: 'x' })
		.returning({ id: admins.id });
	return inserted?.id ?? 0;
}

describe('feedback of the demo data', () => {
	test.each(DEMO_FEEDBACK)('the demo feedback "$text" is valid', (entry) => {
		const { from, rating, category, text, hoursAgo } = entry;
		const student = DEMO_STUDENTS.find(({ key }) => key === from);
		const form = { name: student?.userName, email: student?.email, rating, category };

		expect(feedbackForm.parse({ ...form, feedback: text })).toEqual({ ...form, feedback: text });
		expect(hoursAgo).toBeLessThan(joinedHoursAgo(from));
		expect(text.length).toBeLessThanOrEqual(FEEDBACK_LIMITS.counter);
	});

	test('the demo data has at least twelve entries of feedback, with enough testimonials for the page and some pending', () => {
		const featured = DEMO_FEEDBACK.filter(({ review }) => review === 'featured');

		expect(DEMO_FEEDBACK.length).toBeGreaterThanOrEqual(12);
		expect(featured.length).toBeGreaterThanOrEqual(FEEDBACK_LIMITS.testimonials);
		expect(DEMO_FEEDBACK.some(({ review }) => review === undefined)).toBe(true);
	});
});

test.each(DEMO_ITEM_REPORTS)(
	'the demo report about the item $about has values that the report form accepts',
	(report) => {
		const { complaint, type, about, reporter, hoursAgo } = report;
		const item = DEMO_ITEMS.find(({ title }) => title === about);

		expect(itemReport.parse({ complaint, type })).toEqual({ complaint, type });
		expect(item?.seller).not.toBe(reporter);
		expect(item?.ageHours).toBeGreaterThan(hoursAgo);
		expect(joinedHoursAgo(reporter)).toBeGreaterThan(hoursAgo);
	},
);

test.each(DEMO_USER_REPORTS)(
	'the demo report about the user $about has values that the report form accepts',
	(report) => {
		const { complaint, type, about, reporter, hoursAgo } = report;

		expect(userReport.parse({ complaint, type })).toMatchObject({ complaint, type });
		expect(about).not.toBe(reporter);
		expect(joinedHoursAgo(reporter)).toBeGreaterThan(hoursAgo);
	},
);

test('the demo data has testimonials, and reports of every status for the page My Reports', async () => {
	const adminId = await insertAdmin();
	const accounts = await Promise.all(
		DEMO_STUDENTS.map(async ({ key, userName, email }) => ({
			key,
			...(await t.student({ userName, email })),
		})),
	);
	const students = new Map(accounts.map(({ key, id }) => [key, id]));
	const items = new Map<string, number>();
	for (const { about } of DEMO_ITEM_REPORTS) {
		const seller = accounts.find(({ key }) =>
			DEMO_ITEMS.some((item) => item.title === about && item.seller === key),
		);
		if (seller) items.set(about, (await t.item(seller, { title: about })).id);
	}

	await insertDemoReports(t.db, { students, items, adminId });
	await insertDemoFeedback(t.db, { students, adminId });

	const ananya = accounts.find(({ key }) => key === 'ananya');
	if (!ananya) throw new Error('Ananya is not among the students.');
	const { reports } = (await t.as(ananya).get('/reports/mine')).json();
	expect(new Set(reports.map(({ status }: { status: string }) => status))).toEqual(
		new Set(REPORT_STATUSES),
	);
	const { feedbacks } = (await t.as(null).get('/feedback/public?limit=6&featured=true')).json();
	expect(feedbacks).toHaveLength(6);
});
