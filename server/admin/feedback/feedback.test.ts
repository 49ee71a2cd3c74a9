import { desc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { openFeedback } from '#tests/support/feedback-fixtures.ts';

const t = await openApp();
const { insertPending, insertApproved } = openFeedback(t);
const admin = await t.admin({ username: 'Sunita' });
const adminClient = t.as(admin);
const publish = vi.spyOn(t.app.adminChannel, 'publish');

async function listIds(query: string): Promise<number[]> {
	const res = await adminClient.get(`/admin/feedback${query}`);
	expect(res.statusCode).toBe(200);
	return res.json().feedbacks.map(({ id }: { id: number }) => id);
}

describe('admin list of feedback', () => {
	test('pending and decided feedback is listed newest first, with the administrator who decided', async () => {
		const older = await insertPending({ name: 'Ravi', rating: 2, category: 'service' });
		const newer = await insertPending();
		await adminClient.put(`/admin/feedback/${older}/reject`, { adminNotes: 'Off topic' });

		const res = await adminClient.get('/admin/feedback?limit=2');

		expect(res.json().feedbacks).toEqual([
			expect.objectContaining({ id: newer, status: 'pending', reviewedAt: null, reviewer: null }),
			{
				id: older,
				name: 'Ravi',
				email: expect.stringContaining('@campus.example'),
				rating: 2,
				feedback: 'Good.',
				category: 'service',
				status: 'rejected',
				isFeatured: false,
				isPublic: false,
				adminNotes: 'Off topic',
				createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				reviewedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				reviewer: { id: admin.id, username: 'Sunita' },
			},
		]);
		expect(res.json().pagination).toMatchObject({ currentPage: 1, isExact: true, hasPrev: false });
	});

	test('the list can be filtered by status, category and rating', async () => {
		const expectedId = await insertApproved({ category: 'suggestion', rating: 3 });
		await insertApproved({ category: 'suggestion', rating: 4 });
		await insertApproved({ category: 'product', rating: 3 });
		await insertPending({ category: 'suggestion', rating: 3 });

		const filters = '?status=approved&category=suggestion&rating=3';

		expect(await listIds(filters)).toEqual([expectedId]);
	});

	test('a search finds feedback by name, email address and text, in any letter case', async () => {
		const byName = await insertPending({ name: 'Zubeida Q' });
		const byEmail = await insertPending({ email: 'zubeida.q@campus.example' });
		const byText = await insertPending({ feedback: 'Thanks to ZUBEIDA q. for 100% of it_' });

		expect(await listIds('?q=zubeida')).toEqual([byText, byEmail, byName]);
		expect(await listIds('?q=ZUBEIDA%20Q')).toEqual([byText, byName]);
		expect(await listIds('?q=100%25%20of%20it_')).toEqual([byText]);
		expect(await listIds('?q=1_0%25')).toEqual([]);
	});

	test('the list is split into pages, and a page beyond the last one is empty', async () => {
		const ids = [];
		for (let count = 0; count < 5; count++) ids.unshift(await insertPending({ name: 'Pager' }));

		expect(await listIds('?q=pager&limit=2')).toEqual(ids.slice(0, 2));
		expect(await listIds('?q=pager&limit=2&page=3')).toEqual(ids.slice(4));
		const res = await adminClient.get('/admin/feedback?q=pager&limit=2&page=2147483647');
		expect(res.json()).toMatchObject({
			feedbacks: [],
			pagination: { total: 5, totalPages: 3, hasPrev: true, hasNext: false },
		});
	});

	test('viewing the list is logged with the filters but without the search text', async () => {
		const viewer = await t.admin();

		await t.as(viewer).get('/admin/feedback?status=pending&q=slow&page=2');

		const entries = await t.db.select().from(auditLog).where(eq(auditLog.adminId, viewer.id));
		expect(entries).toMatchObject([
			{ action: 'VIEW_FEEDBACK', target: 'feedback', severity: 'LOW' },
		]);
		expect(entries[0]?.details).toContain('searched');
		expect(entries[0]?.details).toContain('pending');
		expect(entries[0]?.details).not.toContain('slow');
	});
});

describe('details of feedback', () => {
	test('feedback can be read by its id', async () => {
		const id = await insertPending({ name: 'Ravi' });

		const res = await adminClient.get(`/admin/feedback/${id}`);

		expect(res.json().feedback).toMatchObject({ id, name: 'Ravi', status: 'pending' });
	});

	test('a request for feedback with an unknown id is answered with 404', async () => {
		const res = await adminClient.get('/admin/feedback/2147483647');

		expect(res.statusCode).toBe(404);
		expect(res.json().message).toBe(ADMIN_FEEDBACK_ERRORS.notFound.message);
	});
});

describe('statistics of feedback', () => {
	test('counts and rates match the stored feedback, and rates have one decimal', async () => {
		await insertApproved({ rating: 1, isFeatured: true });
		const rows = await t.db.select().from(feedback);

		const res = await adminClient.get('/admin/feedback/analytics');

		const approvedCount = rows.filter(({ status }) => status === 'approved').length;
		const ratingSum = rows.reduce((sum, { rating }) => sum + rating, 0);
		expect(res.json().analytics).toEqual({
			totalFeedbacks: rows.length,
			pendingFeedbacks: rows.filter(({ status }) => status === 'pending').length,
			approvedFeedbacks: approvedCount,
			approvalRate: Math.round((1000 * approvedCount) / rows.length) / 10,
			averageRating: Math.round((10 * ratingSum) / rows.length) / 10,
			featuredFeedbacks: rows.filter(({ isFeatured }) => isFeatured).length,
		});
	});

	test('all statistics are 0 while there is no feedback', async () => {
		const emptyApp = await openApp();

		const res = await emptyApp.as(await emptyApp.admin()).get('/admin/feedback/analytics');

		expect(Object.values(res.json().analytics)).toEqual([0, 0, 0, 0, 0, 0]);
	});
});

describe('new feedback', () => {
	const form = {
		name: 'Meera',
		email: 'meera.told@campus.example',
		rating: 1,
		category: 'suggestion',
		feedback: 'More categories, please.',
	};

	test('new feedback notifies administrators with a link, and sending the same form again adds no notification', async () => {
		publish.mockClear();

		await t.as(null).post('/feedback/submit', form);
		await t.as(null).post('/feedback/submit', form);

		const [stored] = await t.db.select().from(feedback).where(eq(feedback.email, form.email));
		const [first, second] = await t.db
			.select()
			.from(announcements)
			.orderBy(desc(announcements.id))
			.limit(2);
		expect(first).toMatchObject({
			title: 'New feedback',
			message: '1 star, suggestion',
			type: 'info',
			target: 'admins',
			link: `/admin/feedback?feedback=${stored?.id}`,
		});
		expect(second?.link).not.toBe(first?.link);
		expect(publish.mock.calls).toEqual([[{ what: 'feedback' }], [{ what: 'notifications' }]]);
	});
});
