import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { categories } from '#server/db/schema/catalogue.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { query } from '#tests/support/query.ts';
import { addSubjects, inDays, openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, findPost, postWanted } = openWanted(t);
await addSubjects(t);

const FULL = {
	title: '  Lab coat, size M ',
	note: ' White, clean. ',
	category: 'essentials',
	maxPrice: '250.50',
	subject: 'ec301',
};

describe('new wanted posts', () => {
	test('a post is stored with the catalogue’s spelling of category and subject, and lives for 30 days', async () => {
		const asker = await t.student({
			userName: 'Meera',
			verifiedAt: new Date(),
			verifiedBy: 'admin',
		});

		const res = await postWanted(asker, FULL);

		expect(res.statusCode).toBe(201);
		const { success, wanted } = res.json();
		expect(success).toBe(true);
		expect(wanted).toEqual({
			id: expect.any(Number),
			title: 'Lab coat, size M',
			note: 'White, clean.',
			category: 'Essentials',
			maxPrice: 250.5,
			subject: 'EC301',
			createdAt: expect.any(String),
			expiresAt: expect.any(String),
			User: { id: asker.id, userName: 'Meera', profilePicUrl: null, isVerified: true },
			answers: 0,
			status: 'live',
			removalReason: null,
			version: expect.any(String),
		});
		const livesMs = Date.parse(wanted.expiresAt) - Date.parse(wanted.createdAt);
		expect(livesMs).toBe(WANTED_LIMITS.lifeDays * 86_400_000);
	});

	test('a post sent again with its idempotency key, even at the same time, is stored once', async () => {
		const [asker, another] = [await t.student(), await t.student()];
		const send = (who: typeof asker, key: string, title = 'Drafter') =>
			t
				.as(who)
				.call('POST', '/wanted', { payload: { title }, headers: { 'idempotency-key': key } });
		const key = randomUUID();
		for (let count = 1; count < WANTED_LIMITS.livePerPerson; count += 1) await insertPost(asker);

		const replies = await Promise.all([send(asker, key), send(asker, key)]);
		const later = await send(asker, key);

		const all = [...replies, later];
		expect(all.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
		expect(new Set(all.map((res) => res.json().wanted.id)).size).toBe(1);
		expect((await send(asker, randomUUID())).json().code).toBe(WANTED_ERRORS.tooMany.code);
		expect((await send(another, key)).statusCode).toBe(201);
		expect((await send(another, 'no key')).statusCode).toBe(400);
	});

	test('a post with an invalid title, note, category, subject or price is refused and nothing stored; a title alone is enough', async () => {
		const asker = await t.student();
		const title = 'Drafter';

		for (const [body, path, error] of [
			[{}, 'title', WANTED_ERRORS.title],
			[{ title: 'x'.repeat(81) }, 'title', WANTED_ERRORS.title],
			[{ title, note: 'x'.repeat(256) }, 'note', WANTED_ERRORS.note],
			[{ title, category: 'Boats' }, 'category', WANTED_ERRORS.unknownCategory('Boats')],
			[{ title, subject: 'XX999' }, 'subject', ITEM_ERRORS.unknownSubject('XX999')],
			[{ title, maxPrice: 1.005 }, 'maxPrice', ITEM_ERRORS.price],
		] as const) {
			const res = await postWanted(asker, body);

			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual({ success: false, ...error, issues: [{ path, ...error }] });
		}
		const rows = await t.db.select().from(wantedPosts).where(eq(wantedPosts.userId, asker.id));
		expect(rows).toEqual([]);
		const res = await postWanted(asker, { title, note: '', category: null, maxPrice: '' });
		const nothingSaid = { note: null, category: null, maxPrice: null, subject: null };
		expect(res.json().wanted).toMatchObject({ title, ...nothingSaid });
	});

	test('a new post in a hidden category is refused, but an older post in that category can be edited', async () => {
		await t.db.execute(
			sql`insert into ${categories} (name, icon, position, is_visible) values ('Old stuff', 'boxes', 9, false)`,
		);
		await waitForCatalogue(t, (catalogue) => catalogue.categories.length === 7);
		const asker = await t.student();
		const existingId = await insertPost(asker, { category: 'Old stuff' });

		const refused = await postWanted(asker, { title: 'Drafter', category: 'Old stuff' });
		const edit = { title: 'Drafter', category: 'Old stuff' };
		const edited = await t.as(asker).put(`/wanted/${existingId}`, edit);

		expect(refused.statusCode).toBe(400);
		expect(edited.json().wanted).toMatchObject(edit);
	});

	test('when another instance has renamed a category, a new post and an edit with the old category name are refused', async () => {
		const asker = await t.student();
		const existingId = await insertPost(asker);
		// Without notifications, the app does not learn of the new name.
		const setNotifications = (state: 'enable' | 'disable') =>
			query(t.url, `alter table categories ${state} trigger categories_notified`);
		await setNotifications('disable');
		onTestFinished(async () => void (await setNotifications('enable')));
		await t.db.update(categories).set({ name: 'Papers' }).where(eq(categories.name, 'PYQs'));
		const body = { title: 'Drafter', category: 'PYQs' };

		const responses = [
			await postWanted(asker, body),
			await t.as(asker).put(`/wanted/${existingId}`, body),
		];

		const error = WANTED_ERRORS.unknownCategory('PYQs');
		for (const res of responses) {
			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({ ...error, issues: [{ path: 'category', ...error }] });
		}
		expect(await findPost(existingId)).toMatchObject({ category: null });
	});
});

describe('limit of five live wanted posts', () => {
	test('simultaneous requests cannot create more than five live wanted posts, and ended ones do not count', async () => {
		const asker = await t.student();
		const now = new Date();
		for (const ended of [
			{ expiresAt: inDays(-1) },
			{ foundAt: now },
			{ removedAt: now },
			{ deletedAt: now },
		])
			await insertPost(asker, ended);

		const responses = await Promise.all(Array.from({ length: 9 }, () => postWanted(asker)));

		const codes = responses.map(({ statusCode }) => statusCode).sort();
		expect(codes).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json()).toEqual({ success: false, ...WANTED_ERRORS.tooMany });
		const rows = await t.db.select().from(wantedPosts).where(eq(wantedPosts.userId, asker.id));
		expect(rows).toHaveLength(9);
	});
});

test('a user can make ten wanted posts within 24 hours, the deleted ones included', async () => {
	const asker = await t.student();
	await insertPost(asker, { createdAt: inDays(-1.1), deletedAt: new Date() });
	for (let made = 0; made < 10; made++) {
		const { id } = (await postWanted(asker)).json().wanted;
		await t.as(asker).delete(`/wanted/${id}`);
	}

	const res = await postWanted(asker);

	expect(res.statusCode).toBe(409);
	expect(res.json()).toEqual({ success: false, ...WANTED_ERRORS.tooManyToday });
});

describe('own wanted posts', () => {
	test('an edit replaces the whole wanted post, and clears the fields that it leaves out; a deleted one answers 404 even to its owner', async () => {
		const asker = await t.student();
		const { id } = (await postWanted(asker, FULL)).json().wanted;

		const res = await t.as(asker).put(`/wanted/${id}`, { title: 'Apron' });

		expect(res.statusCode).toBe(200);
		const cleared = { note: null, category: null, maxPrice: null, subject: null };
		expect(res.json().wanted).toMatchObject({ id, title: 'Apron', ...cleared });
		expect((await t.as(asker).put(`/wanted/${id}`, { title: 'A' })).statusCode).toBe(400);
		const deleted = await t.as(asker).delete(`/wanted/${id}`);
		expect(deleted.json()).toMatchObject({ success: true, wanted: { id } });
		expect((await t.as(asker).get(`/wanted/${id}`)).statusCode).toBe(404);
		expect((await t.as(asker).delete(`/wanted/${id}`)).statusCode).toBe(404);
	});

	test('a renewed post lives for 30 days from now, and its owner can be notified of the end again', async () => {
		const asker = await t.student();
		const id = await insertPost(asker, { expiresAt: inDays(2), endingNotifiedAt: new Date() });

		const res = await t.as(asker).post(`/wanted/${id}/renew`);

		expect(res.statusCode).toBe(200);
		const leftMs = Date.parse(res.json().wanted.expiresAt) - Date.now();
		expect(leftMs / 86_400_000).toBeCloseTo(30, 2);
		expect(await findPost(id)).toMatchObject({ endingNotifiedAt: null });
	});

	test('expired posts can be renewed only up to five live posts, even by simultaneous requests', async () => {
		const asker = await t.student();
		await Promise.all([1, 2, 3, 4].map(() => insertPost(asker)));
		const expired = await Promise.all(
			[1, 2].map(() => insertPost(asker, { expiresAt: inDays(-1) })),
		);

		const responses = await Promise.all(
			expired.map((id) => t.as(asker).post(`/wanted/${id}/renew`)),
		);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const refused = responses.find(({ statusCode }) => statusCode === 409);
		expect(refused?.json()).toMatchObject(WANTED_ERRORS.tooMany);
	});

	test('a post marked as found has ended, and cannot be marked, renewed or edited any more', async () => {
		const asker = await t.student();
		const id = await insertPost(asker);

		const foundReply = await t.as(asker).post(`/wanted/${id}/found`);
		const laterReplies = [
			await t.as(asker).post(`/wanted/${id}/found`),
			await t.as(asker).post(`/wanted/${id}/renew`),
			await t.as(asker).put(`/wanted/${id}`, { title: 'Drafter' }),
		];

		expect(foundReply.json().wanted).toMatchObject({ id, status: 'found' });
		for (const res of laterReplies) {
			expect(res.statusCode).toBe(409);
			expect(res.json()).toEqual({ success: false, ...WANTED_ERRORS.over });
		}
	});
});

describe('another user’s wanted post', () => {
	const callsFor = (who: Parameters<typeof t.as>[0], id: number) => [
		() => t.as(who).put(`/wanted/${id}`, { title: 'Mine now' }),
		() => t.as(who).delete(`/wanted/${id}`),
		() => t.as(who).post(`/wanted/${id}/renew`),
		() => t.as(who).post(`/wanted/${id}/found`),
		() => t.as(who).get(`/wanted/${id}/answers`),
	];

	test('another user’s requests are refused with 403, for an ended post with 404, and a visitor’s with 401, and the post stays unchanged', async () => {
		const id = await insertPost(await t.student());
		const before = await findPost(id);

		for (const call of callsFor(await t.student(), id)) {
			const res = await call();
			expect(res.statusCode).toBe(403);
			expect(res.json()).toEqual({ success: false, ...WANTED_ERRORS.notOwner });
		}
		for (const call of callsFor(null, id)) expect((await call()).statusCode).toBe(401);
		expect(await findPost(id)).toEqual(before);
		const ended = await insertPost(await t.student(), { foundAt: new Date() });
		for (const call of callsFor(await t.student(), ended))
			expect((await call()).statusCode).toBe(404);
	});
});
