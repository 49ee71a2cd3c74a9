import { describe, expect, test } from 'vitest';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import { BULK_ERRORS, NOTE_ERRORS } from '#contract/admin/errors.ts';
import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const UNKNOWN_ID = 2_147_483_647;
const tooLong = 'a'.repeat(NOTE_LIMITS.max + 1);

/** The audit entries that a new administrator causes by one request. */
async function entriesAfterCall(path: string, body: object) {
	const admin = await t.admin();
	const { statusCode } = await t.as(admin).post(path, body);
	const entries = await t.db
		.select({ action: auditLog.action, target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.adminId, admin.id))
		.orderBy(auditLog.id);
	return { statusCode, entries };
}

describe('audit log of rejected bulk actions', () => {
	test('a rejected bulk action is logged with all ids, or without if there are none', async () => {
		for (const [kind, action, auditAction] of [
			['users', 'verify', 'ATTEMPT_VERIFY_USER'],
			['users', 'unverify', 'ATTEMPT_VERIFY_USER'],
			['users', 'ban', 'ATTEMPT_BAN_USER'],
			['users', 'unban', 'ATTEMPT_UNBAN_USER'],
			['items', 'ban', 'ATTEMPT_BAN_ITEM'],
			['items', 'unban', 'ATTEMPT_UNBAN_ITEM'],
			['items', 'delete', 'ATTEMPT_DELETE_ITEM'],
		]) {
			const singular = kind?.slice(0, -1);
			const body = { [`${singular}Ids`]: [12, 7, 12], action, reason: tooLong };

			const { statusCode, entries } = await entriesAfterCall(`/admin/${kind}/bulk`, body);

			expect(statusCode).toBe(400);
			const details = `${NOTE_ERRORS.tooLong.message} (${singular} 12, ${singular} 7)`;
			expect(entries).toEqual([{ action: auditAction, target: kind, details }]);
		}
		const approval = { feedbackIds: [3, 4], isPublic: 'perhaps' };
		const approved = await entriesAfterCall('/admin/feedback/bulk/approve', approval);
		expect(approved.entries).toMatchObject([
			{ action: 'ATTEMPT_REVIEW_FEEDBACK', target: 'feedback' },
		]);
		expect(approved.entries[0]?.details).toContain('(feedback 3, feedback 4)');
		const details = BULK_ERRORS.badSelection.message;
		for (const [body, action] of [
			[{ itemIds: 7, action: 'delete' }, 'ATTEMPT_DELETE_ITEM'],
			[{}, 'ATTEMPT_BAN_ITEM'],
		] as const)
			expect((await entriesAfterCall('/admin/items/bulk', body)).entries).toEqual([
				{ action, target: 'items', details },
			]);
	});

	test('the log entry contains no text from the client, and no more ids than one bulk action may change', async () => {
		const manyIds = Array.from({ length: BULK_LIMITS.max }, (_, index) => index + 1);

		const invalidIds = ['Asha', { id: 1 }, '007', UNKNOWN_ID + 1, null];
		const { entries } = await entriesAfterCall('/admin/items/bulk', {
			itemIds: [...invalidIds, ...manyIds],
			action: '__proto__',
		});

		const targets = manyIds.slice(0, BULK_LIMITS.max - invalidIds.length).map((id) => `item ${id}`);
		expect(entries).toEqual([
			{
				action: 'ATTEMPT_BAN_ITEM',
				target: 'items',
				details: `${BULK_ERRORS.largeSelection.message} (${targets.join(', ')})`,
			},
		]);
	});
});

describe('audit log of partly successful bulk actions', () => {
	test('each changed user gets an audit entry, and unchanged users share one entry for a rejected attempt', async () => {
		const [verified, other] = [
			await t.student({ verifiedAt: new Date(), verifiedBy: 'admin' }),
			await t.student(),
		];
		const userIds = [verified.id, other.id, UNKNOWN_ID];

		const { statusCode, entries } = await entriesAfterCall('/admin/users/bulk', {
			userIds,
			action: 'verify',
		});

		expect(statusCode).toBe(200);
		expect(entries).toEqual([
			{ action: 'USER_VERIFIED', target: `user ${other.id}`, details: '' },
			{
				action: 'ATTEMPT_VERIFY_USER',
				target: 'users',
				details: `So already, or not there. (user ${verified.id}, user ${UNKNOWN_ID})`,
			},
		]);
	});
});
