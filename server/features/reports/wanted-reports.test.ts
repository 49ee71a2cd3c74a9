import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { wantedReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost } = openWanted(t);

const report = (who: Student | null, id: number, body: object = { complaint: 'Spam.' }) =>
	t.as(who).post(`/report/report-wanted/${id}`, body);
const reportsOf = (who: Student) =>
	t.db.select().from(wantedReports).where(eq(wantedReports.reporterId, who.id));

describe('reports of wanted posts', () => {
	test('the same report of a wanted post sent three times is stored once, and administrators get one notification with a link', async () => {
		const reporter = await t.student();
		const id = await insertPost(await t.student());
		const body = { complaint: ' Only an advertisement. ', type: 'spam' };

		const responses = await Promise.all([1, 2, 3].map(() => report(reporter, id, body)));

		for (const res of responses) {
			expect(res.statusCode).toBe(201);
			expect(res.json()).toEqual({ success: true, message: REPORT_MESSAGES.wantedReported });
		}
		expect(await reportsOf(reporter)).toMatchObject([
			{ wantedId: id, complaint: 'Only an advertisement.', type: 'spam', status: 'pending' },
		]);
		const adminNotifications = await t.db
			.select({ title: announcements.title, link: announcements.link })
			.from(announcements)
			.where(eq(announcements.message, `Wanted post ${id}: spam`));
		expect(adminNotifications).toEqual([
			{ title: 'New report of a wanted post', link: `/admin/wanted?wanted=${id}` },
		]);
	});

	test('a report of a wanted post without a reason or without a session is refused', async () => {
		const id = await insertPost(await t.student());

		const res = await report(await t.student(), id, { complaint: ' ' });

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(REPORT_ERRORS.wantedReason);
		expect((await report(null, id)).statusCode).toBe(401);
	});
});

test('the list of own reports includes reports of wanted posts, with their outcome', async () => {
	const [asker, reporter] = [await t.student(), await t.student()];
	const id = await insertPost(asker, { title: 'Kettle' });
	const item = await t.item(asker);
	await t.as(reporter).post(`/report/report-item/${item.id}`, { complaint: 'Not real.' });
	await report(reporter, id, { complaint: 'Spam.', type: 'spam' });
	const read = async (query = '') => (await t.as(reporter).get(`/reports/mine${query}`)).json();

	const { reports } = await read();
	expect(reports).toMatchObject([
		{
			id: expect.stringMatching(/^w\d+$/),
			kind: 'wanted',
			about: 'Kettle',
			link: `/wanted/${id}`,
			type: 'spam',
			complaint: 'Spam.',
			status: 'pending',
			resolvedAt: null,
		},
		{ kind: 'item' },
	]);
	const first = await read('?limit=1');
	const second = await read(`?limit=1&cursor=${first.nextCursor}`);
	expect([...first.reports, ...second.reports]).toEqual(reports);

	const [stored] = await reportsOf(reporter);
	await t
		.as(await t.admin())
		.put(`/admin/wanted-reports/${stored?.id}/resolve`, { action: 'wanted_removed' });

	expect((await read()).reports[0]).toMatchObject({ status: 'resolved', link: null });
});
