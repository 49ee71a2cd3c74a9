import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
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

	test.each([
		[
			'a word in two groups',
			[
				['a1', 'b1'],
				['c1', 'B1'],
			],
			CATALOGUE_ERRORS.wordInTwoGroups('b1'),
		],
		['a duplicate word in a group', [['a1', 'A1']], CATALOGUE_ERRORS.wordTwice('a1')],
		['a group of one word', [['a1']], CATALOGUE_ERRORS.words],
		['a string instead of a group', ['a1, b1'], CATALOGUE_ERRORS.words],
		['no list of groups', undefined, CATALOGUE_ERRORS.searchWords],
	])(
		'synonyms with %s are refused with 400, and nothing is saved',
		async (_, groups, { code, message }) => {
			const before = await read(WORDS);

			const res = await saveWords(groups);

			expect([res.statusCode, res.json().code, res.json().message]).toEqual([400, code, message]);
			expect(await read(WORDS)).toEqual(before);
		},
	);

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

	test.each([
		['29 February', ['02-29'], CATALOGUE_ERRORS.term],
		['a duplicate day', ['01-02', '01-02'], CATALOGUE_ERRORS.termTwice('01-02')],
		['five days', ['01-01', '02-01', '03-01', '04-01', '05-01'], CATALOGUE_ERRORS.terms],
		['no day', [], CATALOGUE_ERRORS.terms],
	])(
		'a list of start dates with %s is refused with 400, and nothing is saved',
		async (_, terms, { code }) => {
			const before = await read(TERMS);

			const res = await saveTerms(terms);

			expect([res.statusCode, res.json().code]).toEqual([400, code]);
			expect(await read(TERMS)).toEqual(before);
		},
	);
});

test.each([WORDS, TERMS])(
	'only super administrators can change %s, and students cannot read it',
	async (path) => {
		const list = await read(path);

		const change = await t.as(admin).put(path, list);
		const reading = await t.as(await t.student()).get(path);

		expect([change.statusCode, change.json().code]).toEqual([
			403,
			REQUEST_ERRORS.superAdminOnly.code,
		]);
		expect(reading.statusCode).toBe(401);
	},
);

test.each([
	[WORDS, { searchWords: [['a9', 'b9']] }],
	[TERMS, { terms: ['03-03'] }],
])(
	'of two simultaneous changes of %s from the same version, one is refused with 409',
	async (path, list) => {
		const { version } = await read(path);

		const replies = await Promise.all(
			[0, 1].map(() => t.as(superAdmin).put(path, { version, ...list })),
		);

		expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
	},
);
