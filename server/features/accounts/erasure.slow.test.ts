import { describe, expect, test, vi } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES, DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { eq } from '#server/db/drizzle.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { dumpAll, personalColumns } from '#tests/support/personal-data.ts';
import { openPersonalRecords } from '#tests/support/personal-records.ts';
import { eraseLateWrites } from './commands.ts';

const t = await openApp();
const { createPersonWithData } = await openPersonalRecords(t);
const { log } = t.app;
const erasureDeps = { db: t.db, addTask: t.queue.addTask, erasePersonalData, log };

const erase = (who: { token: string }, body: object = { password: PASSWORD }) =>
	t.as(who).post('/account/delete', body);

/** The log lines by which `erase:again` finds an erased account. */
const loggedErasures = (id: number) =>
	t.log
		.map((line) => JSON.parse(line))
		.filter(({ msg, userId }) => msg === 'account erased' && userId === id);

const titleWords = async () => (await dumpAll(t.url)).get('public.title_words') ?? '';

async function filesOf(hashes: readonly string[]): Promise<string[]> {
	const names: string[] = [];
	for await (const { name } of t.store.list()) names.push(name);
	return names.filter((name) => hashes.some((hash) => name.includes(hash)));
}

test('an erased account leaves no personal data: no row, no file, no log line', async () => {
	const student = await createPersonWithData();
	const columns = await personalColumns(t.url, student.id);
	const values = columns.flatMap((column) => column.values);
	const hashes = columns
		.filter(({ column }) => column.endsWith('_hash'))
		.flatMap((column) => column.values);
	const before = [...(await dumpAll(t.url)).values()].join('\n');

	const res = await erase(student);

	expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.deleted });
	await vi.waitUntil(async () => (await filesOf(hashes)).length === 0, { timeout: 20_000 });
	await vi.waitUntil(async () => !(await titleWords()).includes(student.canary), {
		timeout: 20_000,
	});
	const after = await dumpAll(t.url);
	for (const value of [...values, student.canary]) {
		expect(before).toContain(value);
		for (const [table, rows] of after) {
			expect(rows.includes(value), `${value} is left in ${table}`).toBe(false);
		}
		expect(t.log.join('\n')).not.toContain(value);
	}
});

describe('erased accounts', () => {
	test('an erased account has no session, sign-in, public profile, items or photos, and its address and number can be used for new accounts', async () => {
		const student = await createPersonWithData();
		const { items: exported } = (await t.as(student).get('/account/export')).json();

		await erase(student);

		const login = { email: student.email, password: PASSWORD };
		expect((await t.as(student).get('/auth')).statusCode).toBe(401);
		expect((await t.as(null).post('/auth/login', login)).statusCode).toBe(401);
		expect((await t.as(null).get(`/people/${student.id}`)).statusCode).toBe(404);
		for (const { id, photos } of exported) {
			const details = await t.as(null).get(`/item/get-item-details/${id}`);
			expect(details.statusCode).toBe(404);
			for (const address of photos) {
				expect((await t.app.inject(address.split('?')[0])).statusCode).toBe(404);
			}
		}
		for (const contact of [{ email: student.email }, { phoneNumber: student.phoneNumber }]) {
			const body = { userName: 'Someone else', ...contact, password: PASSWORD };
			const res = await t.as(null).post('/auth/register', body);

			expect(res.statusCode).toBe(201);
			expect(res.json().user.id).not.toBe(student.id);
		}
	});

	test("erasing an account keeps a photo that another seller's item shows", async () => {
		const student = await createPersonWithData();
		const otherItem = await t.item(await t.student());
		const [shared] = await t.db
			.select({ hash: itemPhotos.photoHash })
			.from(itemPhotos)
			.innerJoin(items, eq(items.id, itemPhotos.itemId))
			.where(eq(items.sellerId, student.id));
		const photoHash = shared?.hash ?? '';
		await t.db.insert(itemPhotos).values({ itemId: otherItem.id, position: 1, photoHash });
		const uploads = (await t.as(student).get('/account/export')).json().uploads;

		await erase(student);

		// The uploaded photo is in no item: once its files are gone, the erasure has run.
		const [{ photo: uploadedUrl }] = uploads;
		const ownHash = /photos\/([0-9a-f]{64})/.exec(uploadedUrl)?.[1] ?? '';
		await vi.waitUntil(async () => (await filesOf([ownHash])).length === 0, { timeout: 20_000 });
		expect(await filesOf([photoHash])).toHaveLength(3);
	});
});

describe('erasing an account', () => {
	test('without the correct password, or the confirmation word if there is none, the erasure is refused with 400', async () => {
		const student = await t.student();

		const responses = [
			await erase(student, {}),
			await erase(student, { password: 'a wrong guess' }),
			await erase(student, { confirmation: DELETE_CONFIRMATION }),
		];

		for (const res of responses) {
			expect(res.statusCode).toBe(400);
			expect(res.json().issues).toEqual([{ path: 'password', ...ACCOUNT_ERRORS.wrongPassword }]);
		}
		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
		const without = await t.student({ passwordHash: null });
		const refused = await erase(without, { confirmation: 'yes' });
		expect(refused.json().issues).toEqual([
			{ path: 'confirmation', ...ACCOUNT_ERRORS.confirmDeletion },
		]);
		expect((await erase(without, { confirmation: DELETE_CONFIRMATION })).statusCode).toBe(200);
	});

	test('what a late request writes after the erasure is erased and logged again, in case a crash prevented the first log line; nothing happens while the account exists', async () => {
		const student = await t.student();
		await eraseLateWrites(erasureDeps, student.id);
		expect(loggedErasures(student.id)).toEqual([]);
		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
		await erase(student);
		expect(loggedErasures(student.id)).toHaveLength(1);
		const { id } = await t.item(student, { title: 'Posted at the last moment' });

		await eraseLateWrites(erasureDeps, student.id);

		const [row] = await t.db.select().from(items).where(eq(items.id, id));
		expect(row).toMatchObject({ title: '—', description: '—', deletedAt: expect.any(Date) });
		expect(loggedErasures(student.id)).toHaveLength(2);
	});
});
