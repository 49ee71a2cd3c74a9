import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { items } from '#server/db/tables/items.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openPostOffice } from '#tests/support/post-office.ts';
import { insertItem } from './queries.ts';
import { forgetTitleWords } from './title-words-queries.ts';

async function wordsOf(db: Awaited<ReturnType<typeof openApp>>['db']) {
	const { rows } = await db.execute<{ word: string }>(
		sql`select word from title_words order by word`,
	);
	return rows.map(({ word }) => word);
}

test('the words of titles are forgotten when they are no longer on sale, and come back with them', async () => {
	const t = await openApp();
	const seller = await t.student();
	await t.item(seller, { title: 'Mini drafter' });
	const { id } = await t.item(seller, { title: 'Mini xylophone', soldAt: new Date() });
	await t.item(seller, { title: 'Lost and found', deletedAt: new Date() });

	await forgetTitleWords(t.db);
	expect(await wordsOf(t.db)).toEqual(['drafter', 'mini']);

	await t.db.update(items).set({ soldAt: null }).where(eq(items.id, id));
	expect(await wordsOf(t.db)).toEqual(['drafter', 'mini', 'xylophone']);
});

test('a word that gets on sale while it is being forgotten stays', async () => {
	const t = await openApp();
	const seller = await t.student();
	const { id } = await t.item(seller, { title: 'Xylophone', soldAt: new Date() });
	let forgetting: Promise<number> | undefined;
	await t.db.transaction(async (tx) => {
		await tx.update(items).set({ soldAt: null }).where(eq(items.id, id));
		forgetting = forgetTitleWords(t.db);
		await expect
			.poll(async () => {
				const { rows } = await t.db.execute(sql`
					select from pg_locks where relation = 'items'::regclass and mode = 'ShareLock' and not granted`);
				return rows.length;
			})
			.toBe(1);
	});

	await forgetting;

	expect(await wordsOf(t.db)).toContain('xylophone');
});

test('an account that is erased takes its words along, but none that somebody is posting with meanwhile', async () => {
	const t = await openApp();
	await openPostOffice(t);
	const [leaving, posting] = [await t.student(), await t.student()];
	await t.item(leaving, { title: 'Ardent xylophone' });

	await t.db.transaction(async (tx) => {
		await insertItem(tx, posting.id, { ...ITEM_FIELDS, title: 'Another xylophone' });
		const erased = await t.as(leaving).post('/account/delete', { password: PASSWORD });
		expect(erased.statusCode).toBe(200);
	});

	await vi.waitUntil(async () => !(await wordsOf(t.db)).includes('ardent'), { timeout: 20_000 });
	expect(await wordsOf(t.db)).toEqual(['another', 'xylophone']);
});
