import { desc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { auditLog } from '#server/db/tables/audit.ts';
import { feedback } from '#server/db/tables/feedback.ts';
import { announcements } from '#server/db/tables/notices.ts';
import { insertFeedback, type NewFeedback } from '#server/features/feedback/queries.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin({ username: 'Sunita' });
const office = t.as(admin);
const told = vi.spyOn(t.app.office, 'tell');

let count = 0;
/** What nobody has said before. */
async function said(changes: Partial<NewFeedback> = {}): Promise<number> {
	count += 1;
	const words = { name: 'Meera', email: `meera${count}@campus.example`, feedback: 'Good.' };
	const id = await insertFeedback(t.db, { ...words, rating: 5, category: 'general', ...changes });
	return id ?? 0;
}
const approved = (changes: Partial<NewFeedback> = {}) =>
	said({ status: 'approved', isPublic: true, reviewedAt: new Date(), ...changes });

const storedAs = async (id: number) =>
	(await t.db.select().from(feedback).where(eq(feedback.id, id)))[0];
const deedsOn = (id: number) =>
	t.db
		.select({ action: auditLog.action, details: auditLog.details, severity: auditLog.severity })
		.from(auditLog)
		.where(eq(auditLog.target, `feedback ${id}`))
		.orderBy(auditLog.id);

interface Listed {
	id: number;
}
async function idsAt(query: string): Promise<number[]> {
	const res = await office.get(`/admin/feedback${query}`);
	expect(res.statusCode).toBe(200);
	return res.json().feedbacks.map(({ id }: Listed) => id);
}

async function testimonials(featured = false): Promise<number[]> {
	const res = await t.as(null).get(`/feedback/public?limit=100&featured=${featured}`);
	return res.json().feedbacks.map(({ id }: Listed) => id);
}

describe('the list of feedback', () => {
	test('shows all of it, newest first, with who decided', async () => {
		const older = await said({ name: 'Ravi', rating: 2, category: 'service' });
		const newer = await said();
		await office.put(`/admin/feedback/${older}/reject`, { adminNotes: 'Off topic' });

		const res = await office.get('/admin/feedback?limit=2');

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

	test('is filtered by status, category and rating', async () => {
		const wanted = await approved({ category: 'suggestion', rating: 3 });
		await approved({ category: 'suggestion', rating: 4 });
		await approved({ category: 'product', rating: 3 });
		await said({ category: 'suggestion', rating: 3 });

		const filters = '?status=approved&category=suggestion&rating=3';

		expect(await idsAt(filters)).toEqual([wanted]);
	});

	test('is searched in names, addresses and words, whatever their letters', async () => {
		const byName = await said({ name: 'Zubeida Q' });
		const byEmail = await said({ email: 'zubeida.q@campus.example' });
		const byWords = await said({ feedback: 'Thanks to ZUBEIDA q. for 100% of it_' });

		expect(await idsAt('?q=zubeida')).toEqual([byWords, byEmail, byName]);
		expect(await idsAt('?q=ZUBEIDA%20Q')).toEqual([byWords, byName]);
		expect(await idsAt('?q=100%25%20of%20it_')).toEqual([byWords]);
		expect(await idsAt('?q=1_0%25')).toEqual([]);
	});

	test('comes in pages, of which one after the last is empty', async () => {
		const ids = [];
		for (let nth = 0; nth < 5; nth++) ids.unshift(await said({ name: 'Pager' }));

		expect(await idsAt('?q=pager&limit=2')).toEqual(ids.slice(0, 2));
		expect(await idsAt('?q=pager&limit=2&page=3')).toEqual(ids.slice(4));
		const res = await office.get('/admin/feedback?q=pager&limit=2&page=2147483647');
		expect(res.json()).toMatchObject({
			feedbacks: [],
			pagination: { total: 5, totalPages: 3, hasPrev: true, hasNext: false },
		});
	});

	test('leaves a word in the log of what was looked for', async () => {
		const looking = await t.admin();

		await t.as(looking).get('/admin/feedback?status=pending&q=slow&page=2');

		const entries = await t.db.select().from(auditLog).where(eq(auditLog.adminId, looking.id));
		expect(entries).toMatchObject([
			{ action: 'VIEW_FEEDBACK', target: 'feedback', severity: 'LOW' },
		]);
		expect(entries[0]?.details).toContain('searched');
		expect(entries[0]?.details).not.toContain('slow');
	});
});

describe('one piece of feedback', () => {
	test('is had by its number, however old it is', async () => {
		const id = await said({ name: 'Ravi' });

		const res = await office.get(`/admin/feedback/${id}`);

		expect(res.json().feedback).toMatchObject({ id, name: 'Ravi', status: 'pending' });
	});

	test('that is not there is told so', async () => {
		const res = await office.get('/admin/feedback/2147483647');

		expect(res.statusCode).toBe(404);
		expect(res.json().message).toBe(ADMIN_FEEDBACK_MESSAGES.notFound);
	});
});

describe('approving', () => {
	test('makes a testimonial at once, and is in the log', async () => {
		const id = await said();

		const res = await office.put(`/admin/feedback/${id}/approve`);

		expect(res.json()).toEqual({ success: true, message: 'Feedback approved successfully.' });
		expect(await testimonials()).toContain(id);
		expect(await storedAs(id)).toMatchObject({
			status: 'approved',
			isPublic: true,
			isFeatured: false,
			reviewedBy: admin.id,
		});
		expect(await deedsOn(id)).toEqual([
			{ action: 'FEEDBACK_APPROVED', details: 'public', severity: 'MEDIUM' },
		]);
		expect(told).toHaveBeenCalledWith({ what: 'feedback' });
	});

	test('may keep it from the public, featured or not', async () => {
		const id = await said();

		await office.put(`/admin/feedback/${id}/approve`, { isPublic: false, isFeatured: true });

		expect(await storedAs(id)).toMatchObject({ isPublic: false, isFeatured: true });
		expect(await testimonials()).not.toContain(id);
		expect(await testimonials(true)).not.toContain(id);
		expect(await deedsOn(id)).toMatchObject([{ details: 'not public, featured' }]);
	});

	test('may feature it as well', async () => {
		const id = await said();

		await office.put(`/admin/feedback/${id}/approve`, { isFeatured: true });

		expect(await storedAs(id)).toMatchObject({ isPublic: true, isFeatured: true });
	});
});

describe('rejecting', () => {
	test('notes the standard words unless others are given', async () => {
		const id = await said();

		const res = await office.put(`/admin/feedback/${id}/reject`);

		expect(res.json()).toEqual({ success: true, message: 'Feedback rejected.' });
		expect(await storedAs(id)).toMatchObject({
			status: 'rejected',
			adminNotes: 'Rejected by admin',
			isPublic: false,
		});
		expect(await deedsOn(id)).toMatchObject([
			{ action: 'FEEDBACK_REJECTED', details: 'Rejected by admin' },
		]);
	});
});

describe('what is decided already', () => {
	test.each(['approve', 'reject'])('cannot be decided again: %s', async (decision) => {
		const id = await approved();
		const before = await storedAs(id);

		const res = await office.put(`/admin/feedback/${id}/${decision}`);

		expect(res.statusCode).toBe(409);
		expect(res.json().message).toBe(ADMIN_FEEDBACK_MESSAGES.notPending);
		expect(await storedAs(id)).toEqual(before);
		expect(await deedsOn(id)).toMatchObject([
			{ action: 'ATTEMPT_REVIEW_FEEDBACK', details: ADMIN_FEEDBACK_MESSAGES.notPending },
		]);
	});

	test('is decided by the first of two administrators', async () => {
		const id = await said();
		const other = t.as(await t.admin());

		const answers = await Promise.all([
			office.put(`/admin/feedback/${id}/approve`),
			other.put(`/admin/feedback/${id}/reject`),
		]);

		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const deeds = (await deedsOn(id)).map(({ action }) => action).sort();
		expect(deeds).toHaveLength(2);
		expect(deeds).toContain('ATTEMPT_REVIEW_FEEDBACK');
	});

	test.each(['approve', 'reject', 'toggle-featured'])(
		'or was never there: %s is answered with 404',
		async (decision) => {
			const res = await office.put(`/admin/feedback/2147483647/${decision}`);

			expect(res.statusCode).toBe(404);
			expect(res.json().message).toBe('Feedback not found.');
		},
	);
});

describe('featuring', () => {
	test('is taken back by the same call, and both are in the log', async () => {
		const id = await approved();

		const first = await office.put(`/admin/feedback/${id}/toggle-featured`);
		expect(first.json().message).toBe('Feedback is featured.');
		expect(await storedAs(id)).toMatchObject({ isFeatured: true });
		const second = await office.put(`/admin/feedback/${id}/toggle-featured`);
		expect(second.json().message).toBe('Feedback is no longer featured.');

		expect(await storedAs(id)).toMatchObject({ isFeatured: false });
		expect((await deedsOn(id)).map(({ action }) => action)).toEqual([
			'FEEDBACK_FEATURED',
			'FEEDBACK_UNFEATURED',
		]);
	});

	test('is open to what is approved but not public, which nobody sees all the same', async () => {
		const id = await approved({ isPublic: false });

		const res = await office.put(`/admin/feedback/${id}/toggle-featured`);

		expect(res.json()).toEqual({ success: true, message: 'Feedback is featured.' });
		expect(await storedAs(id)).toMatchObject({ isPublic: false, isFeatured: true });
		expect(await testimonials(true)).not.toContain(id);
	});

	test.each([
		['pending', () => said()],
		['rejected', () => said({ status: 'rejected', reviewedAt: new Date() })],
	])('is refused for what is %s', async (_, make) => {
		const id = await make();

		const res = await office.put(`/admin/feedback/${id}/toggle-featured`);

		expect(res.statusCode).toBe(409);
		expect(res.json().message).toBe('Only approved feedback can be featured.');
	});
});

describe('approving a selection', () => {
	const approve = (feedbackIds: number[], more: object = {}) =>
		office.post('/admin/feedback/bulk/approve', { feedbackIds, ...more });

	test('approves the pending ones, each with a word in the log', async () => {
		const [first, second, decided] = [await said(), await said(), await approved()];

		const res = await approve([second, first, first, decided, 2_147_483_647]);

		expect(res.json()).toEqual({ success: true, message: 'Feedback approved: 2.', approved: 2 });
		for (const id of [first, second]) {
			expect(await storedAs(id)).toMatchObject({ status: 'approved', isPublic: true });
			expect(await deedsOn(id)).toMatchObject([{ action: 'FEEDBACK_APPROVED' }]);
		}
		expect(await deedsOn(decided)).toEqual([]);
	});

	test('that is empty approves nothing', async () => {
		const res = await approve([]);

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({ success: true, message: 'Feedback approved: 0.', approved: 0 });
	});

	test('by two administrators at once approves each one once', async () => {
		const ids: number[] = [];
		for (let nth = 0; nth < 6; nth++) ids.push(await said());

		const answers = await Promise.all([approve(ids), approve(ids.toReversed())]);

		const sum = answers.reduce((total, res) => total + res.json().approved, 0);
		expect(sum).toBe(6);
		for (const id of ids) expect(await deedsOn(id)).toHaveLength(1);
	});
});

describe('the figures', () => {
	test('are those of the table, with one decimal', async () => {
		await approved({ rating: 1, isFeatured: true });
		const rows = await t.db.select().from(feedback);

		const res = await office.get('/admin/feedback/analytics');

		const decided = rows.filter(({ status }) => status === 'approved').length;
		const ratings = rows.reduce((sum, { rating }) => sum + rating, 0);
		expect(res.json().analytics).toEqual({
			totalFeedbacks: rows.length,
			pendingFeedbacks: rows.filter(({ status }) => status === 'pending').length,
			approvedFeedbacks: decided,
			approvalRate: Math.round((1000 * decided) / rows.length) / 10,
			averageRating: Math.round((10 * ratings) / rows.length) / 10,
			featuredFeedbacks: rows.filter(({ isFeatured }) => isFeatured).length,
		});
	});

	test('are 0 while there is nothing to count', async () => {
		const empty = await openApp();

		const res = await empty.as(await empty.admin()).get('/admin/feedback/analytics');

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

	test('is told to administrators with a link to it, once for the same words', async () => {
		told.mockClear();

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
		expect(told.mock.calls).toEqual([[{ what: 'feedback' }], [{ what: 'notifications' }]]);
	});
});
