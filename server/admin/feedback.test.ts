import { describe, expect, test, vi } from 'vitest';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { openFeedback } from '#tests/support/feedback-fixtures.ts';

const t = await openApp();
const { insertPending, insertApproved, findFeedback, auditEntriesAbout } = openFeedback(t);
const admin = await t.admin({ username: 'Sunita' });
const adminClient = t.as(admin);
const publish = vi.spyOn(t.app.adminChannel, 'publish');

async function listTestimonials(featured = false): Promise<number[]> {
	const res = await t.as(null).get(`/feedback/public?limit=100&featured=${featured}`);
	return res.json().feedbacks.map(({ id }: { id: number }) => id);
}

describe('approving feedback', () => {
	test('approved feedback is public as a testimonial at once, and the approval is logged', async () => {
		const id = await insertPending();

		const res = await adminClient.put(`/admin/feedback/${id}/approve`);

		expect(res.json()).toEqual({ success: true, message: 'Feedback approved successfully.' });
		expect(await listTestimonials()).toContain(id);
		expect(await findFeedback(id)).toMatchObject({
			status: 'approved',
			isPublic: true,
			isFeatured: false,
			reviewedBy: admin.id,
		});
		expect(await auditEntriesAbout(id)).toEqual([
			{ action: 'FEEDBACK_APPROVED', details: 'public', severity: 'MEDIUM' },
		]);
		expect(publish).toHaveBeenCalledWith({ what: 'feedback' }, undefined);
	});

	test('feedback can be approved and featured without becoming public', async () => {
		const id = await insertPending();

		await adminClient.put(`/admin/feedback/${id}/approve`, { isPublic: false, isFeatured: true });

		expect(await findFeedback(id)).toMatchObject({ isPublic: false, isFeatured: true });
		expect(await listTestimonials()).not.toContain(id);
		expect(await listTestimonials(true)).not.toContain(id);
		expect(await auditEntriesAbout(id)).toMatchObject([{ details: 'not public, featured' }]);
	});
});

describe('rejecting feedback', () => {
	test('a rejection without a note stores the default note, and administrators need not read of the feedback any more', async () => {
		const words = {
			name: 'Meera',
			email: 'meera@campus.example',
			rating: 2,
			feedback: 'Too slow.',
		};
		await t.as(null).post('/feedback/submit', { ...words, category: 'general' });
		const { feedbacks } = (await adminClient.get('/admin/feedback?status=pending&limit=1')).json();
		const id = feedbacks[0].id;
		const unread = async () => (await adminClient.get('/admin/counts')).json().unread;
		const unreadBefore = await unread();

		const res = await adminClient.put(`/admin/feedback/${id}/reject`);

		expect(await unread()).toBe(unreadBefore - 1);

		expect(res.json()).toEqual({ success: true, message: 'Feedback rejected.' });
		expect(await findFeedback(id)).toMatchObject({
			status: 'rejected',
			adminNotes: 'Rejected by admin',
			isPublic: false,
		});
		expect(await auditEntriesAbout(id)).toMatchObject([
			{ action: 'FEEDBACK_REJECTED', details: 'Rejected by admin' },
		]);
	});
});

describe('decisions on feedback', () => {
	test('approving and rejecting are refused with 409 for feedback that is already approved', async () => {
		for (const decision of ['approve', 'reject']) {
			const id = await insertApproved();
			const before = await findFeedback(id);

			const res = await adminClient.put(`/admin/feedback/${id}/${decision}`);

			expect(res.statusCode).toBe(409);
			expect(res.json().message).toBe(ADMIN_FEEDBACK_ERRORS.notPending.message);
			expect(await findFeedback(id)).toEqual(before);
			expect(await auditEntriesAbout(id)).toMatchObject([
				{ action: 'ATTEMPT_REVIEW_FEEDBACK', details: ADMIN_FEEDBACK_ERRORS.notPending.message },
			]);
		}
	});

	test('featured feedback can be un-approved, which hides it, approved after all, and deleted for good', async () => {
		const id = await insertApproved({ isFeatured: true });

		const unapproved = await adminClient.put(`/admin/feedback/${id}/reject`, { afterAll: true });
		expect(unapproved.json().message).toBe('Feedback is no longer approved.');
		expect(await listTestimonials()).not.toContain(id);
		expect(await findFeedback(id)).toMatchObject({ status: 'rejected', isFeatured: false });
		const approved = await adminClient.put(`/admin/feedback/${id}/approve`, { afterAll: true });
		expect(approved.statusCode).toBe(200);
		expect(await listTestimonials()).toContain(id);
		expect(await findFeedback(id)).toMatchObject({ status: 'approved', adminNotes: null });
		const deleted = await adminClient.delete(`/admin/feedback/${id}`);
		expect(deleted.json()).toEqual({ success: true, message: 'Feedback deleted.' });

		expect(await listTestimonials()).not.toContain(id);
		expect(await findFeedback(id)).toBeUndefined();
		expect((await adminClient.delete(`/admin/feedback/${id}`)).statusCode).toBe(404);
		expect(await auditEntriesAbout(id)).toMatchObject([
			{ action: 'FEEDBACK_REJECTED' },
			{ action: 'FEEDBACK_APPROVED' },
			{ action: 'FEEDBACK_DELETED', severity: 'HIGH' },
			{ action: 'ATTEMPT_DELETE_FEEDBACK' },
		]);
	});

	test('when two administrators decide on the same feedback at the same time, one succeeds and the other is refused with 409', async () => {
		const id = await insertPending();
		const other = t.as(await t.admin());

		const responses = await Promise.all([
			adminClient.put(`/admin/feedback/${id}/approve`),
			other.put(`/admin/feedback/${id}/reject`),
		]);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const actions = (await auditEntriesAbout(id)).map(({ action }) => action).sort();
		expect(actions).toHaveLength(2);
		expect(actions).toContain('ATTEMPT_REVIEW_FEEDBACK');
	});
});

describe('featuring feedback', () => {
	test('the same request turns featuring on and off, which is logged, and is refused for feedback that is not approved', async () => {
		const id = await insertApproved();
		const toggle = (of: number) => adminClient.put(`/admin/feedback/${of}/toggle-featured`);

		expect((await toggle(id)).json().message).toBe('Feedback is featured.');
		expect(await findFeedback(id)).toMatchObject({ isFeatured: true });
		expect((await toggle(id)).json().message).toBe('Feedback is no longer featured.');

		expect(await findFeedback(id)).toMatchObject({ isFeatured: false });
		expect((await auditEntriesAbout(id)).map(({ action }) => action)).toEqual([
			'FEEDBACK_FEATURED',
			'FEEDBACK_UNFEATURED',
		]);
		const rejected = { status: 'rejected', reviewedAt: new Date() };
		for (const other of [await insertPending(), await insertPending(rejected)]) {
			const res = await toggle(other);
			expect([res.statusCode, res.json().message]).toEqual([
				409,
				'Only approved feedback can be featured.',
			]);
		}
	});

	test('when two administrators feature the same feedback at the same time, one succeeds and the other is refused with 409, as is the second request to stop it', async () => {
		const id = await insertApproved();
		const feature = (isFeatured: boolean, client = adminClient) =>
			client.put(`/admin/feedback/${id}/toggle-featured`, { isFeatured });
		const other = t.as(await t.admin());

		const responses = await Promise.all([feature(true), feature(true, other)]);

		const results = responses.map((res) => [res.statusCode, res.json().message]).sort();
		expect(results).toEqual([
			[200, ADMIN_FEEDBACK_MESSAGES.featured],
			[409, ADMIN_FEEDBACK_ERRORS.alreadyFeatured.message],
		]);
		expect(await findFeedback(id)).toMatchObject({ isFeatured: true });
		const actions = (await auditEntriesAbout(id)).map(({ action }) => action);
		expect(actions.sort()).toEqual(['ATTEMPT_FEATURE_FEEDBACK', 'FEEDBACK_FEATURED']);

		expect((await feature(false)).statusCode).toBe(200);
		const again = await feature(false);
		expect([again.statusCode, again.json().code]).toEqual([
			409,
			ADMIN_FEEDBACK_ERRORS.notFeatured.code,
		]);
		expect(await findFeedback(id)).toMatchObject({ isFeatured: false });
	});
});

describe('bulk approval of feedback', () => {
	const approve = (feedbackIds: number[], options: object = {}, client = adminClient) =>
		client.post('/admin/feedback/bulk/approve', { feedbackIds, ...options });

	test('only the pending feedback of a selection is approved, each with an audit entry', async () => {
		const [first, second, decided] = [
			await insertPending(),
			await insertPending(),
			await insertApproved(),
		];

		const res = await approve([second, first, first, decided, 2_147_483_647]);

		expect(res.json()).toEqual({ success: true, message: 'Feedback approved: 2.', approved: 2 });
		for (const id of [first, second]) {
			expect(await findFeedback(id)).toMatchObject({ status: 'approved', isPublic: true });
			expect(await auditEntriesAbout(id)).toMatchObject([{ action: 'FEEDBACK_APPROVED' }]);
		}
		expect(await auditEntriesAbout(decided)).toEqual([]);
	});

	test('when two administrators approve the same feedback in bulk at the same time, each feedback is approved once', async () => {
		const ids: number[] = [];
		for (let count = 0; count < 6; count++) ids.push(await insertPending());

		const other = t.as(await t.admin());

		const responses = await Promise.all([approve(ids), approve(ids.toReversed(), {}, other)]);

		const sum = responses.reduce((total, res) => total + res.json().approved, 0);
		expect(sum).toBe(6);
		for (const id of ids)
			expect(await auditEntriesAbout(id)).toMatchObject([{ action: 'FEEDBACK_APPROVED' }]);
	});
});

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
