import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();

const warn = (userId: number, key: string | undefined, who = admin, message = 'Be polite.') =>
	t.as(who).call('PUT', `/admin/users/${userId}/warn`, {
		payload: { message },
		headers: key === undefined ? {} : { 'idempotency-key': key },
	});

/** How many warnings the user got, and how many the audit log has. */
async function countWarnings(userId: number) {
	const received = await t.db
		.select()
		.from(notifications)
		.where(and(eq(notifications.userId, userId), eq(notifications.kind, 'warning')));
	const audited = await t.db
		.select()
		.from(auditLog)
		.where(and(eq(auditLog.target, `user ${userId}`), eq(auditLog.action, 'USER_WARNED')));
	return { received: received.length, audited: audited.length };
}

test('warnings with the same idempotency key at the same time warn once, and with another key, administrator or without a key again', async () => {
	const [{ id }, key] = [await t.student(), randomUUID()];

	const unknown = await warn(2_147_483_647, key);
	const blank = await warn(id, key, admin, ' ');
	const responses = await Promise.all([warn(id, key), warn(id, key), warn(id, key)]);

	// What was refused does not use up its key.
	expect([unknown.statusCode, unknown.json().message]).toEqual([
		404,
		AUTH_ERRORS.userNotFound.message,
	]);
	expect(blank.statusCode).toBe(400);
	expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
	expect(await countWarnings(id)).toEqual({ received: 1, audited: 1 });
	await warn(id, randomUUID());
	await warn(id, key, await t.admin());
	await warn(id, undefined);
	await warn(id, undefined);
	expect(await countWarnings(id)).toEqual({ received: 5, audited: 5 });
});
