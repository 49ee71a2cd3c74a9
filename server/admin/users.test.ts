import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADMIN_USER_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_USER_ITEM_LIMITS,
	ADMIN_USER_MESSAGES,
	type AdminUser,
} from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const admin = await t.admin();
const adminClient = t.as(admin);

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
async function list(query: string): Promise<AdminUser[]> {
	const res = await adminClient.get(`/admin/users?${query}`);
	expect(res.statusCode, res.body).toBe(200);
	return res.json().users;
}
const auditEntriesAbout = (target: string) =>
	t.db.select().from(auditLog).where(eq(auditLog.target, target)).orderBy(auditLog.id);
async function findRow(id: number) {
	const [row] = await t.db.select().from(users).where(eq(users.id, id));
	return row;
}

describe('admin list of users', () => {
	test('a search finds users by part of the name or email address, in any letter case, by id and by phone number', async () => {
		const zorawar = await t.student({ userName: 'Zorawar Singh', phone: '+919876512345' });
		const ravi = await t.student({ userName: 'Ravi', email: 'zorawar99@campus.example' });

		expect(idsOf(await list('search=ZORAWAR'))).toEqual([ravi.id, zorawar.id]);
		expect(idsOf(await list('search=awar%20Si'))).toEqual([zorawar.id]);
		expect(idsOf(await list('search=RAWAR99@CAMPUS'))).toEqual([ravi.id]);
		expect(idsOf(await list(`search=${zorawar.id}`))).toContain(zorawar.id);
		for (const typed of ['+919876512345', '9876512345', '98765 12345', '+91 98765-12345'])
			expect(idsOf(await list(`search=${encodeURIComponent(typed)}`))).toEqual([zorawar.id]);
		expect(await list('search=call%209876512345')).toEqual([]);
	});

	test('each user is listed with the newest items and the number of items that are not deleted', async () => {
		const seller = await t.student({ userName: 'Vikramaditya' });
		const ids: number[] = [];
		for (let count = 0; count <= ADMIN_USER_ITEM_LIMITS.inList; count++) {
			ids.push((await t.item(seller)).id);
		}
		const sold = await t.item(seller, { soldAt: new Date() });
		const banned = await t.item(seller, { bannedAt: new Date(), soldAt: new Date() });
		await t.item(seller, { deletedAt: new Date() });

		const [user] = await list('search=vikramaditya');

		expect(user?.itemCount).toBe(ids.length + 2);
		expect(user?.Items).toHaveLength(ADMIN_USER_ITEM_LIMITS.inList);
		expect(user?.Items.slice(0, 3)).toMatchObject([
			{ id: banned.id, status: 'banned' },
			{ id: sold.id, status: 'sold' },
			{ id: ids.at(-1), status: 'available', createdAt: expect.stringMatching(/Z$/) },
		]);
	});
});

test('an administrator can read the details of a banned user, and an erased user is answered with 404', async () => {
	const { id } = await t.student({ banReason: 'Spam', bannedAt: new Date() });
	const confirmed = await t.student({ emailConfirmedAt: new Date() });
	const erased = await t.student({ deletedAt: new Date() });

	const res = await adminClient.get(`/admin/users/${id}`);

	expect(res.json().user).toMatchObject({ id, isBanned: true, banReason: 'Spam', Items: [] });
	expect(res.json().user.isEmailConfirmed).toBe(false);
	const other = await adminClient.get(`/admin/users/${confirmed.id}`);
	expect(other.json().user.isEmailConfirmed).toBe(true);
	const notFound = await adminClient.get(`/admin/users/${erased.id}`);
	expect(notFound.statusCode).toBe(404);
	expect(notFound.json().message).toBe(AUTH_ERRORS.userNotFound.message);
});

test('the admin details of a user contain all items up to a limit, newest first', async () => {
	const seller = await t.student();
	const fields = { title: 'Lamp', description: 'Warm', price: 100, category: 'OTHERS' as const };
	const { inList, inDetails } = ADMIN_USER_ITEM_LIMITS;
	const add = (count: number) =>
		t.db
			.insert(items)
			.values(Array.from({ length: count }, () => ({ ...fields, sellerId: seller.id })));
	const getUserDetails = async () =>
		(await adminClient.get(`/admin/users/${seller.id}`)).json().user as AdminUser;

	await add(inList + 1);
	const withFewItems = await getUserDetails();
	await add(inDetails - inList);
	const withManyItems = await getUserDetails();

	expect([withFewItems.itemCount, withFewItems.Items.length]).toEqual([inList + 1, inList + 1]);
	expect([withManyItems.itemCount, withManyItems.Items.length]).toEqual([inDetails + 1, inDetails]);
	expect(idsOf(withManyItems.Items)).toEqual(
		idsOf(withManyItems.Items).toSorted((one, other) => other - one),
	);
	expect(idsOf(withManyItems.Items)).not.toContain(Math.min(...idsOf(withFewItems.Items)));
});

describe('verification of users', () => {
	test('verifying and unverifying are logged, and each is refused with 409 when nothing would change', async () => {
		const { id } = await t.student();
		const verify = (isVerified: boolean) =>
			adminClient.put(`/admin/users/${id}/verify`, { isVerified });

		expect((await verify(true)).json().message).toBe(ADMIN_USER_MESSAGES.verified);
		expect((await list(`search=${id}`))[0]).toMatchObject({ isVerified: true });
		const secondVerify = await verify(true);
		expect((await verify(false)).json().message).toBe(ADMIN_USER_MESSAGES.unverified);
		const secondUnverify = await verify(false);

		expect([secondVerify.statusCode, secondUnverify.statusCode]).toEqual([409, 409]);
		expect(secondVerify.json().message).toBe(ADMIN_USER_ERRORS.alreadyVerified.message);
		expect(secondUnverify.json().message).toBe(ADMIN_USER_ERRORS.notVerified.message);
		expect((await auditEntriesAbout(`user ${id}`)).map(({ action }) => action)).toEqual([
			'USER_VERIFIED',
			'ATTEMPT_VERIFY_USER',
			'USER_UNVERIFIED',
			'ATTEMPT_VERIFY_USER',
		]);
	});
});

describe('ban of a user', () => {
	test('a ban ends the sessions and connections of the user and hides their items at once, queues a mail, and can be lifted', async () => {
		const student = await t.student();
		const item = await t.item(student);
		const listPublicItems = async () =>
			(await t.as(null).get(`/items?seller=${student.id}`)).json().items;
		const connection = await connect(student);

		const res = await adminClient.put(`/admin/users/${student.id}/ban`, { reason: 'Sold a brick' });

		expect(res.json()).toEqual({ success: true, message: ADMIN_USER_MESSAGES.banned });
		expect(await listPublicItems()).toEqual([]);
		await connection.disconnected;
		expect((await t.as(student).get('/account')).statusCode).toBe(401);
		expect(await findRow(student.id)).toMatchObject({ banReason: 'Sold a brick' });
		const mails = await query(
			t.url,
			"select data ->> 'letter' as letter from pgboss.job where data ->> 'userId' = $1",
			[String(student.id)],
		);
		expect(mails).toEqual([{ letter: 'suspended' }]);
		const unbanned = await adminClient.put(`/admin/users/${student.id}/unban`);
		expect(unbanned.json().message).toBe(ADMIN_USER_MESSAGES.unbanned);
		expect(idsOf(await listPublicItems())).toEqual([item.id]);
		expect(await findRow(student.id)).toMatchObject({ bannedAt: null, banReason: null });
		expect((await t.as(student).get('/account')).statusCode).toBe(401);
		expect(await auditEntriesAbout(`user ${student.id}`)).toMatchObject([
			{ action: 'USER_BANNED', adminId: admin.id, severity: 'HIGH', details: 'Sold a brick' },
			{ action: 'USER_UNBANNED' },
		]);
	});

	test('when two administrators ban a user at the same time, one succeeds and the other is refused with 409', async () => {
		const { id } = await t.student();

		const responses = await Promise.all(
			[adminClient, t.as(await t.admin())].map((client) =>
				client.put(`/admin/users/${id}/ban`, {}),
			),
		);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json().message).toBe(ADMIN_USER_ERRORS.alreadyBanned.message);
		const actions = (await auditEntriesAbout(`user ${id}`)).map(({ action }) => action);
		expect(actions.sort()).toEqual(['ATTEMPT_BAN_USER', 'USER_BANNED']);
	});
});

test('a warning by an administrator reaches the user at once and is logged', async () => {
	const student = await t.student();
	const connection = await connect(student);

	const res = await adminClient.put(`/admin/users/${student.id}/warn`, { message: 'Be polite.' });

	expect(res.json().message).toBe(ADMIN_USER_MESSAGES.warned);
	await connection.waitFor(REALTIME_EVENTS.notificationsChanged);
	const warnings = await t.db
		.select()
		.from(notifications)
		.where(eq(notifications.userId, student.id));
	expect(warnings).toMatchObject([{ kind: 'warning', message: 'Be polite.' }]);
	expect(await auditEntriesAbout(`user ${student.id}`)).toMatchObject([
		{ action: 'USER_WARNED', details: 'Be polite.' },
	]);
});

describe('bulk actions on users', () => {
	test('a bulk ban changes and logs the users who are not yet banned, and reports all others as unchanged', async () => {
		const [one, two, banned] = [
			await t.student(),
			await t.student(),
			await t.student({ bannedAt: new Date() }),
		];
		const connection = await connect(two);
		const userIds = [two.id, banned.id, one.id, 2_147_483_647];

		const res = await adminClient.post('/admin/users/bulk', {
			userIds,
			action: 'ban',
			reason: 'Spam',
		});

		const { changed, unchanged, message } = res.json();
		expect(message).toBe('2 changed.');
		expect(changed.sort()).toEqual([one.id, two.id].sort());
		expect(unchanged).toEqual([banned.id, 2_147_483_647]);
		await connection.disconnected;
		for (const { id } of [one, two]) {
			expect(await auditEntriesAbout(`user ${id}`)).toMatchObject([
				{ action: 'USER_BANNED', details: 'Spam' },
			]);
		}
		expect(await auditEntriesAbout(`user ${banned.id}`)).toEqual([]);
	});
});

test('the export of users contains phone numbers without escaping the plus sign', async () => {
	await t.student({ userName: 'Exported heron', phone: '+919876512347' });

	const res = await adminClient.get('/admin/users/export?search=heron');

	expect(res.body).toContain(',+919876512347,');
});

test('warnings with the same idempotency key at the same time warn once, and with another key, administrator or without a key again', async () => {
	const [{ id }, key] = [await t.student(), randomUUID()];
	const warn = (userId: number, by: string | undefined, who = admin, message = 'Be polite.') =>
		t.as(who).call('PUT', `/admin/users/${userId}/warn`, {
			payload: { message },
			headers: by === undefined ? {} : { 'idempotency-key': by },
		});
	/** How many warnings the user got, and how many the audit log has. */
	const countWarnings = async () => [
		await t.db.$count(notifications, eq(notifications.userId, id)),
		(await auditEntriesAbout(`user ${id}`)).filter(({ action }) => action === 'USER_WARNED').length,
	];

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
	expect(await countWarnings()).toEqual([1, 1]);
	await warn(id, randomUUID());
	await warn(id, key, await t.admin());
	await warn(id, undefined);
	await warn(id, undefined);
	expect(await countWarnings()).toEqual([5, 5]);
});
