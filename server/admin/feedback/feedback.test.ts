import { desc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { openFeedback } from '#tests/support/feedback-fixtures.ts';

const t = await openApp();
const { insertPending, insertApproved } = openFeedback(t);
const admin = await t.admin({ username: 'Sunita' });
const adminClient = t.as(admin);
const publish = vi.spyOn(t.app.adminChannel, 'publish');

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
