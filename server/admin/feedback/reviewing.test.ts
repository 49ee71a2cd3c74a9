import { describe, expect, test, vi } from 'vitest';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
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

		const first = await adminClient.put(`/admin/feedback/${id}/toggle-featured`);
		expect(first.json().message).toBe('Feedback is featured.');
		expect(await findFeedback(id)).toMatchObject({ isFeatured: true });
		const second = await adminClient.put(`/admin/feedback/${id}/toggle-featured`);
		expect(second.json().message).toBe('Feedback is no longer featured.');

		expect(await findFeedback(id)).toMatchObject({ isFeatured: false });
		expect((await auditEntriesAbout(id)).map(({ action }) => action)).toEqual([
			'FEEDBACK_FEATURED',
			'FEEDBACK_UNFEATURED',
		]);
		const rejected = { status: 'rejected', reviewedAt: new Date() };
		for (const other of [await insertPending(), await insertPending(rejected)]) {
			const res = await adminClient.put(`/admin/feedback/${other}/toggle-featured`);
			expect([res.statusCode, res.json().message]).toEqual([
				409,
				'Only approved feedback can be featured.',
			]);
		}
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
