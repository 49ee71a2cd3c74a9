import { expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { moderateUser } from '#server/features/accounts/moderation.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { accountLifecycle } from './account-lifecycle.ts';

const t = await openApp();

test('when one feature fails to process a ban, the ban is rolled back and leaves no audit entry', async () => {
	const student = await t.student();
	const { realtime, adminChannel } = t.app;
	async function onBan(): Promise<void> {
		throw new Error('a deal cannot be ended');
	}
	const deps = {
		db: t.db,
		addTask: t.queue.addTask,
		config: t.config,
		realtime,
		adminChannel,
		accountLifecycle: { ...accountLifecycle, onBan },
	};

	const banning = moderateUser(deps, { adminId: null, ipAddress: '127.0.0.1' }, student.id, 'ban');

	await expect(banning).rejects.toThrow('a deal cannot be ended');
	expect(await findUser(t.db, student.id)).toMatchObject({ bannedAt: null });
	expect((await t.as(student).get('/account')).statusCode).toBe(200);
	const entries = await t.db
		.select()
		.from(auditLog)
		.where(eq(auditLog.target, `user ${student.id}`));
	expect(entries).toEqual([]);
});
