import { describe, expect, test } from 'vitest';
import { desc, eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();
const WORDS = '/admin/catalogue/search-words';
const TERMS = '/admin/catalogue/terms';

const read = async (path: string, who = superAdmin) => (await t.as(who).get(path)).json();
const saveWords = async (searchWords: unknown) =>
	t.as(superAdmin).put(WORDS, { ...(await read(WORDS)), searchWords });
const saveTerms = async (terms: unknown) =>
	t.as(superAdmin).put(TERMS, { ...(await read(TERMS)), terms });

async function lastChange() {
	const [entry] = await t.db
		.select({ target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.action, 'CATALOGUE_CHANGED'))
		.orderBy(desc(auditLog.id))
		.limit(1);
	return entry;
}

describe('synonyms for the search', () => {
	test('the synonyms of a new installation are valid and can be saved unchanged', async () => {
		const before = await read(WORDS, admin);

		const res = await t.as(superAdmin).put(WORDS, before);

		expect(before.searchWords.length).toBeGreaterThan(40);
		expect(before.searchWords).toContainEqual(['calci', 'calculator']);
		expect([res.statusCode, res.json()]).toEqual([200, before]);
		expect(await lastChange()).toBeUndefined();
	});

	test('after a group of synonyms is added, a search for one word finds items with the other word at once', async () => {
		const { id } = await t.item(await t.student(), { title: 'Littmann stethoscope' });
		const { searchWords } = await read(WORDS);

		await saveWords([...searchWords, ['Steth', 'stethoscope']]);

		const found = (await t.as(null).get('/items?q=steth')).json().items;
		expect(found).toMatchObject([{ id }]);
		expect(await lastChange()).toEqual({
			target: 'search words',
			details: 'added “steth, stethoscope”',
		});
	});

	test('after all synonyms are removed, a search finds only the searched word itself', async () => {
		const before = await read(WORDS);
		await t.item(await t.student(), { title: 'Drawing board' });

		await saveWords([]);

		expect((await t.as(null).get('/items?q=drafting board&exact=true')).json().items).toEqual([]);
		await saveWords(before.searchWords);
		expect((await t.as(null).get('/items?q=drafting board')).json().items).toHaveLength(1);
	});
});

describe('start dates of terms', () => {
	test('ordinary administrators see the start dates, and saved dates are stored in calendar order', async () => {
		expect((await read(TERMS, admin)).terms).toEqual(['01-02', '07-15']);

		const res = await saveTerms(['08-01', '01-02']);

		expect(res.json().terms).toEqual(['01-02', '08-01']);
		expect(await lastChange()).toEqual({
			target: 'term starts',
			details: 'added “08-01”; removed “07-15”',
		});
		expect((await saveTerms(['08-01', '01-02'])).json().version).toBe(res.json().version);
	});
});
