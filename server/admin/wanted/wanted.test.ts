import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ADMIN_WANTED_MESSAGES } from '#contract/admin/wanted.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { wantedReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openAuditLog } from '#tests/support/audit-log.ts';
import { inDays, openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, findPost, idsOf } = openWanted(t);
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

	test('the list can be filtered by status, category and reports, searched by text or id, sorted and split into pages; an unknown status is refused with 400', async () => {
		const asker = await t.student();
		const title = 'Filtered lamp';
		const live = await insertPost(asker, { title, category: 'Books' });
		const expired = await insertPost(asker, { title, expiresAt: inDays(-1) });
		const found = await insertPost(asker, { title, foundAt: new Date() });
		const removed = await insertPost(asker, { title, foundAt: new Date(), removedAt: new Date() });
		await t.as(await t.student()).post(`/report/report-wanted/${live}`, { complaint: 'Spam.' });
		const all = 'search=filtered+lamp';

		for (const [status, id] of Object.entries({ live, expired, found, removed })) {
			const res = await list(`${all}&status=${status}`);
			expect(idsOf(res), status).toEqual([id]);
			expect(res.json().wanted).toMatchObject([{ status }]);
		}
		expect(idsOf(await list(`${all}&category=Books`))).toEqual([live]);
		expect(idsOf(await list(`${all}&isReported=true`))).toEqual([live]);
		expect(idsOf(await list(`${all}&isReported=false`))).toEqual([removed, found, expired]);
		expect(idsOf(await list(`search=${found}&category=all&status=all`))).toContain(found);
		expect(idsOf(await list(`${all}&sort=oldest`))).toEqual([live, expired, found, removed]);
		expect(idsOf(await list(`${all}&limit=3&page=2`))).toEqual([live]);
		expect((await list('status=lost')).statusCode).toBe(400);
	});

	test('the CSV export contains the filtered posts', async () => {
		const asker = await t.student({ userName: 'Ravi' });
		const id = await insertPost(asker, { title: '=Exported drafter', note: 'Any brand' });

		const res = await t.as(admin).get('/admin/wanted/export?search=exported+drafter');

		expect(res.headers['content-disposition']).toBe('attachment; filename="wanted.csv"');
		const [header, row, ...others] = res.body.trim().split('\r\n');
		expect(header).toContain('Number,Title,Note,Category,At most (₹),Subject,Status');
		expect(row).toContain(`${id},'=Exported drafter,Any brand`);
		expect(row).toContain('Ravi');
		expect(others).toEqual([]);
	});

	test('the CSV export contains posts in any status, or only those in the filtered status', async () => {
		const asker = await t.student();
		const title = 'Exported globe';
		const ids: Record<string, number> = {
			live: await insertPost(asker, { title }),
			expired: await insertPost(asker, { title, expiresAt: inDays(-1) }),
			found: await insertPost(asker, { title, foundAt: new Date() }),
			removed: await insertPost(asker, { title, removedAt: new Date() }),
		};
		async function exported(query: string) {
			const res = await t.as(admin).get(`/admin/wanted/export?search=exported+globe${query}`);
			const [header = '', ...rows] = res.body.trim().split('\r\n');
			const statusColumn = header.replace('\uFEFF', '').split(',').indexOf('Status');
			return rows.map((row) => [row.split(',')[statusColumn], Number(row.split(',')[0])]);
		}

		expect(await exported('')).toEqual(Object.entries(ids).toReversed());
		for (const [status, id] of Object.entries(ids))
			expect(await exported(`&status=${status}`)).toEqual([[status, id]]);
	});

	test('the CSV export contains deleted posts that still have pending reports', async () => {
		const id = await insertPost(await t.student(), {
			title: 'Exported sundial',
			deletedAt: new Date(),
		});
		await t.db.insert(wantedReports).values({
			wantedId: id,
			reporterId: (await t.student()).id,
			type: 'spam',
			complaint: 'Spam.',
		});

		const res = await t.as(admin).get('/admin/wanted/export?search=exported+sundial');

		const [, row] = res.body.trim().split('\r\n');
		expect(row).toMatch(new RegExp(`^${id},Exported sundial,.*,deleted,`));
	});

	test('visitors and students are refused with 401, and each view and export by an administrator is logged', async () => {
		const student = await t.student();
		for (const path of ['/admin/wanted', '/admin/wanted/export', '/admin/wanted/1']) {
			expect((await t.as(student).get(path)).statusCode).toBe(401);
			expect((await t.as(null).get(path)).statusCode).toBe(401);
		}
		const id = await insertPost(student, { title: 'Seen kettle' });

		await list('status=found&search=seen');
		await t.as(admin).get('/admin/wanted/export');
		await t.as(admin).get(`/admin/wanted/${id}`);

		const views = (await audit.findEntries({ action: 'VIEW_WANTED' })).auditLogs;
		expect(views[0]).toMatchObject({ target: `wanted ${id}`, targetName: 'Seen kettle' });
		expect(views[1]).toMatchObject({ target: 'wanted', details: 'searched, status "found"' });
		const exports = (await audit.findEntries({ action: 'WANTED_EXPORTED' })).auditLogs;
		expect(exports[0]).toMatchObject({ target: 'wanted', severity: 'LOW' });
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

	test('reading or removing an unknown or deleted post is answered with 404', async () => {
		const deleted = await insertPost(await t.student(), { deletedAt: new Date() });

		for (const id of [deleted, 2_147_483_647]) {
			expect((await t.as(admin).get(`/admin/wanted/${id}`)).statusCode).toBe(404);
			expect((await t.as(admin).delete(`/admin/wanted/${id}`)).statusCode).toBe(404);
		}
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

	test('a student cannot remove a post through the admin API', async () => {
		const asker = await t.student();
		const id = await insertPost(asker);

		expect((await t.as(asker).delete(`/admin/wanted/${id}`)).statusCode).toBe(401);
		expect(await findPost(id)).toMatchObject({ removedAt: null });
	});
});
