import { expect, test, vi } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { insertItem } from './queries.ts';
import { deleteUnusedTitleWords } from './search/spelling-queries.ts';

const t = await openApp();
const seller = await t.student();

async function storedWords() {
	const { rows } = await t.db.execute<{ word: string }>(
		sql`select word from title_words order by word`,
	);
	return rows.map(({ word }) => word);
}

test('the job deletes title words that no item on sale has, and a deleted word returns when its item is back on sale', async () => {
	await t.item(seller, { title: 'Mini drafter' });
	const { id } = await t.item(seller, { title: 'Mini xylophone', soldAt: new Date() });
	await t.item(seller, { title: 'Lost and found', deletedAt: new Date() });

	await deleteUnusedTitleWords(t.db);
	expect(await storedWords()).toEqual(['drafter', 'mini']);

	await t.db.update(items).set({ soldAt: null }).where(eq(items.id, id));
	expect(await storedWords()).toEqual(['drafter', 'mini', 'xylophone']);
});

test('a title word is not deleted if an item with it comes on sale during the deletion', async () => {
	const { id } = await t.item(seller, { title: 'Zither', soldAt: new Date() });
	/** Retries like the job queue. */
	const deleteUnusedWords = (): Promise<number> =>
		deleteUnusedTitleWords(t.db).catch(deleteUnusedWords);
	let deletion: Promise<number> | undefined;
	await t.db.transaction(async (tx) => {
		await tx.update(items).set({ soldAt: null }).where(eq(items.id, id));
		deletion = deleteUnusedWords();
		await expect
			.poll(async () => {
				const { rows } = await t.db.execute(sql`
					select from pg_locks where relation = 'items'::regclass and mode = 'ShareLock' and not granted`);
				return rows.length;
			})
			.toBe(1);
	});

	await deletion;

	expect(await storedWords()).toContain('zither');
});

test('posting an item is not blocked while the deletion of unused title words waits for a vacuum of the table', async () => {
	await t.item(seller, { title: 'Ocarina', deletedAt: new Date() });
	let posted: unknown;
	let deletion: Promise<unknown> | undefined;

	await t.db.transaction(async (vacuum) => {
		await vacuum.execute(sql`lock table items in share update exclusive mode`);
		deletion = deleteUnusedTitleWords(t.db).catch((error: unknown) => error);
		await Promise.race([deletion, waitForBlockedSession(t.url)]);
		posted = await t.db.transaction(async (tx) => {
			await tx.execute(sql`set local statement_timeout = 1200`);
			return insertItem(tx, seller.id, ITEM_FIELDS);
		});
	});

	expect(posted).toBeDefined();
	// lock_not_available: the deletion gives up, and the job queue would repeat it.
	expect(await deletion).toMatchObject({ cause: { code: '55P03' } });
	await deleteUnusedTitleWords(t.db);
	expect(await storedWords()).not.toContain('ocarina');
});

test('deleting an account deletes its title words, except those of an item that another user is posting', async () => {
	await openOutbox(t);
	const [leaving, posting] = [await t.student(), await t.student()];
	await t.item(leaving, { title: 'Ardent lute' });

	await t.db.transaction(async (tx) => {
		await insertItem(tx, posting.id, { ...ITEM_FIELDS, title: 'Another lute' });
		const erased = await t.as(leaving).post('/account/delete', { password: PASSWORD });
		expect(erased.statusCode).toBe(200);
	});

	await vi.waitUntil(async () => !(await storedWords()).includes('ardent'), { timeout: 20_000 });
	expect(await storedWords()).toEqual(expect.arrayContaining(['another', 'lute']));
});
