import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const adminClient = t.as(await t.admin());

const FEEDBACK_FIELDS = {
	name: 'Asha',
	email: 'asha@campus.example',
	rating: 5,
	category: 'general',
};

/** Feedback that every visitor can read. */
async function makeTestimonial(isFeatured: boolean): Promise<number> {
	const visibility = { status: 'approved', isPublic: true, isFeatured, reviewedAt: new Date() };
	const [created] = await t.db
		.insert(feedback)
		.values({ ...FEEDBACK_FIELDS, ...visibility, feedback: 'Good.' })
		.returning();
	return created?.id ?? 0;
}

const feature = (id: number, isFeatured: unknown, client = adminClient) =>
	client.put(`/admin/feedback/${id}/toggle-featured`, { isFeatured });
const isFeaturedNow = async (id: number) =>
	(await t.db.select().from(feedback).where(eq(feedback.id, id)))[0]?.isFeatured;
const auditActionsOn = async (id: number) => {
	const target = `feedback ${id}`;
	const entries = await t.db.select().from(auditLog).where(eq(auditLog.target, target));
	return entries.map(({ action }) => action).sort();
};

describe('featuring feedback with an explicit flag', () => {
	test('when two administrators feature the same feedback at the same time, one succeeds and the other is refused with 409, as is the second request to stop it', async () => {
		const id = await makeTestimonial(false);

		const other = t.as(await t.admin());

		const responses = await Promise.all([feature(id, true), feature(id, true, other)]);

		const results = responses.map((res) => [res.statusCode, res.json().message]).sort();
		expect(results).toEqual([
			[200, ADMIN_FEEDBACK_MESSAGES.featured],
			[409, ADMIN_FEEDBACK_ERRORS.alreadyFeatured.message],
		]);
		expect(await isFeaturedNow(id)).toBe(true);
		expect(await auditActionsOn(id)).toEqual(['ATTEMPT_FEATURE_FEEDBACK', 'FEEDBACK_FEATURED']);

		expect((await feature(id, false)).statusCode).toBe(200);
		const again = await feature(id, false);
		expect([again.statusCode, again.json().code]).toEqual([
			409,
			ADMIN_FEEDBACK_ERRORS.notFeatured.code,
		]);
		expect(await isFeaturedNow(id)).toBe(false);
	});
});
