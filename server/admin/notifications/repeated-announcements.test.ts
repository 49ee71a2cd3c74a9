import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import { adminIdempotencyKeys } from '#server/db/schema/admin-idempotency-keys.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { deleteExpiredAdminIdempotencyKeys } from '#server/features/notifications/idempotency/queries.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();

const create = (title: string, key: string | undefined, who = admin) =>
	t.as(who).call('POST', '/admin/notifications', {
		payload: { title, message: 'On Sunday.', type: 'info', target: 'all' },
		headers: key === undefined ? {} : { 'idempotency-key': key },
	});

/** How many announcements with this title are stored, queued for delivery and logged. */
async function countAnnouncements(title: string) {
	const stored = await t.db.select().from(announcements).where(eq(announcements.title, title));
	const queued = await t.db.execute(sql`
		select from pgboss.job join announcements on announcements.id = (data ->> 'announcementId')::int
		where name = 'announce' and title = ${title}`);
	const audited = await t.db
		.select()
		.from(auditLog)
		.where(eq(auditLog.details, `to all: ${title}`));
	return { stored: stored.length, queued: queued.rows.length, audited: audited.length };
}

test('announcements with the same idempotency key at the same time are sent once, and with another key, administrator or without a key again', async () => {
	const key = randomUUID();

	const refused = await create(' ', key);
	const responses = await Promise.all([1, 2, 3].map(() => create('Feast', key)));

	// What was refused does not use up its key.
	expect(refused.statusCode).toBe(400);
	expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
	expect(new Set(responses.map((res) => res.json().notification.id)).size).toBe(1);
	expect(await countAnnouncements('Feast')).toEqual({ stored: 1, queued: 1, audited: 1 });
	await create('Feast', randomUUID());
	await create('Feast', key, await t.admin());
	await create('Feast', undefined);
	await create('Feast', undefined);
	expect(await countAnnouncements('Feast')).toEqual({ stored: 5, queued: 5, audited: 5 });
});

test('a repeated announcement that was deleted meanwhile is answered with 404 and not sent again', async () => {
	const key = randomUUID();
	const { id } = (await create('Concert', key)).json().notification;
	await t.as(admin).delete(`/admin/notifications/${id}`);

	const res = await create('Concert', key);

	expect(res.statusCode).toBe(404);
	expect(res.json().message).toBe(ADMIN_NOTIFICATION_ERRORS.notFound.message);
	expect(await countAnnouncements('Concert')).toMatchObject({ stored: 0, queued: 0 });
});

test('the idempotency key of an announcement works for 30 days and is deleted afterwards', async () => {
	const [old, fresh] = [randomUUID(), randomUUID()];
	await create('Old', old);
	await create('Fresh', fresh);
	const setKeyAge = (key: string, days: number) =>
		t.db
			.update(adminIdempotencyKeys)
			.set({ createdAt: new Date(Date.now() - days * 86_400_000) })
			.where(eq(adminIdempotencyKeys.key, key));
	await setKeyAge(old, 30.1);
	await setKeyAge(fresh, 29.9);

	await deleteExpiredAdminIdempotencyKeys(t.db);
	await create('Old', old);
	await create('Fresh', fresh);

	expect(await countAnnouncements('Old')).toMatchObject({ stored: 2 });
	expect(await countAnnouncements('Fresh')).toMatchObject({ stored: 1 });
});
