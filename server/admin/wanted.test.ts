import { describe, expect, test } from 'vitest';
import { ADMIN_WANTED_MESSAGES } from '#contract/admin/wanted.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { eq } from '#server/db/drizzle.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { openAuditLog } from '#tests/support/audit-log.ts';
import { openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost } = openWanted(t);
const admin = await t.admin();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const audit = openAuditLog(t, superAdmin);
const list = (query: string) => t.as(admin).get(`/admin/wanted?${query}`);

describe('admin list of wanted posts', () => {
	test('posts are listed with asker, number of answers and number of pending reports, without deleted posts', async () => {
		const asker = await t.student({ userName: 'Meera' });
		const id = await insertPost(asker, {
			title: 'Listed kettle',
			maxPrice: 300,
			category: 'Essentials',
		});
		await insertPost(asker, { title: 'Listed kettle', deletedAt: new Date() });
		const reporter = await t.student();
		await t.as(reporter).post(`/report/report-wanted/${id}`, { complaint: 'Spam.' });
		const seller = await t.student();
		const item = await t.item(seller);
		await t.as(seller).post(`/wanted/${id}/answers`, { itemId: item.id });

		const res = await list('search=listed');

		expect(res.json().pagination).toMatchObject({ currentPage: 1, total: 1, hasNext: false });
		expect(res.json().wanted).toEqual([
			{
				id,
				title: 'Listed kettle',
				note: null,
				category: 'Essentials',
				maxPrice: 300,
				subject: null,
				status: 'live',
				adminNotes: null,
				createdAt: expect.any(String),
				expiresAt: expect.any(String),
				answers: 1,
				reports: 1,
				User: { id: asker.id, userName: 'Meera', email: asker.email },
			},
		]);
	});
});

describe('admin details of a wanted post', () => {
	test('the details contain the pending reports about the post and the history', async () => {
		const reporter = await t.student({ userName: 'Zoya' });
		const id = await insertPost(await t.student(), { title: 'Kettle' });
		const complaint = 'Advertises a shop.';
		await t.as(reporter).post(`/report/report-wanted/${id}`, { complaint, type: 'spam' });

		const res = (await t.as(admin).get(`/admin/wanted/${id}`)).json();

		expect(res).toMatchObject({ success: true, wanted: { id, reports: 1 } });
		expect(res.pendingReports).toEqual([
			{
				id: expect.any(Number),
				type: 'spam',
				complaint,
				createdAt: expect.any(String),
				reporter: { id: reporter.id, userName: 'Zoya' },
			},
		]);
		expect(res.history).toMatchObject([
			{ kind: 'report-against', text: complaint, about: 'wanted', by: 'Zoya' },
		]);
	});
});

describe('removal of a wanted post by an administrator', () => {
	test('a removed post is hidden from visitors, the asker gets a warning, and the removal is logged', async () => {
		const asker = await t.student();
		const id = await insertPost(asker, { title: 'Exam answers' });

		const res = await t.as(admin).delete(`/admin/wanted/${id}`);

		expect(res.json()).toEqual({ success: true, message: ADMIN_WANTED_MESSAGES.removed });
		expect((await t.as(null).get(`/wanted/${id}`)).statusCode).toBe(404);
		expect((await t.as(asker).get(`/wanted/${id}`)).json().wanted).toMatchObject({
			status: 'removed',
		});
		const sent = await t.db.select().from(notifications).where(eq(notifications.userId, asker.id));
		expect(sent).toMatchObject([
			{
				kind: 'warning',
				title: WANTED_MESSAGES.removed,
				message: WANTED_MESSAGES.removedText('Exam answers'),
			},
		]);
		const [entry] = (await audit.findEntries({ action: 'WANTED_REMOVED' })).auditLogs;
		expect(entry).toMatchObject({
			target: `wanted ${id}`,
			targetName: 'Exam answers',
			severity: 'HIGH',
		});
	});

	test('when two administrators remove a post at the same time, one is refused with 409 and the attempt is logged', async () => {
		const asker = await t.student();
		const id = await insertPost(asker);
		const other = await t.admin();

		const responses = await Promise.all(
			[admin, other].map((who) => t.as(who).delete(`/admin/wanted/${id}`)),
		);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json()).toEqual({ success: false, ...WANTED_ERRORS.alreadyRemoved });
		const sent = await t.db.select().from(notifications).where(eq(notifications.userId, asker.id));
		expect(sent).toHaveLength(1);
		const attempts = (await audit.findEntries({ action: 'ATTEMPT_REMOVE_WANTED' })).auditLogs;
		expect(attempts[0]).toMatchObject({ target: `wanted ${id}`, severity: 'HIGH' });
	});
});
