import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SORTS } from '#contract/items/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { encodeCursor } from './search/listing-page.ts';

const t = await openApp();
const seller = await t.student();
await t.item(seller, { title: "O'Reilly C++ & C# (2nd) 100% ½ price" });
await t.item(seller, { title: 'गणित की किताब' });

/** Characters with a meaning in search queries, LIKE patterns and SQL. */
const SIGNS = [...`'\\&|!()%_*"`, "''", ':*', ':A', '<->', '$1'];
/** Unusual Unicode: characters that normalize to several, lone surrogates, joiners, combining marks, foreign digits. */
const ODD = [...'½⑴Ⅷßŉ﷽\u200d🎒़॥٣a-', '\ud83d', 'e\u0301', 'cal'];
const hostileWords = fc
	.array(fc.oneof(fc.constantFrom(...SIGNS, ...ODD, ' '), fc.string({ unit: 'binary' })), {
		maxLength: 12,
	})
	.map((parts) => parts.join(''));
const encodeQuery = (text: string) => encodeURIComponent(text.toWellFormed());

test('any search text gets results or a 400 answer, never a server error', async () => {
	await fc.assert(
		fc.asyncProperty(hostileWords, fc.constantFrom(...SORTS), async (text, sort) => {
			for (const path of [
				`/items?sort=${sort}&q=`,
				'/items/suggestions?q=',
				'/item/get-all-items?q=',
			]) {
				const res = await t.as(null).get(`${path}${encodeQuery(text)}`);
				expect([200, 400], `${path}${text}: ${res.body}`).toContain(res.statusCode);
			}
		}),
		{ numRuns: 150 },
	);
});

test('an item with any title can be stored, and a request for similar items succeeds', async () => {
	await fc.assert(
		fc.asyncProperty(hostileWords, async (text) => {
			const title =
				text.toWellFormed().replaceAll('\0', '').trim().slice(0, 200).toWellFormed() || 'x';
			const { id } = await t.item(seller, { title });

			const similar = await t.as(null).get(`/item/${id}/similar`);

			expect(similar.statusCode, similar.body).toBe(200);
		}),
		{ numRuns: 40 },
	);
});

test('a request with an invented cursor gets results or a 400 answer, never a server error', async () => {
	const key = fc.oneof(fc.constant(null), fc.double(), fc.string());
	const total = fc.oneof(fc.constant('1000+' as const), fc.integer());
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(
				fc.string(),
				fc.json(),
				fc
					.tuple(fc.constantFrom(...SORTS), fc.integer(), key, total)
					.map(([sort, id, sortKey, count]) => encodeCursor(sort, { id, key: sortKey }, count)),
			),
			fc.constantFrom(...SORTS),
			async (cursor, sort) => {
				const res = await t.as(null).get(`/items?sort=${sort}&cursor=${encodeQuery(cursor)}`);
				expect([200, 400], res.body).toContain(res.statusCode);
			},
		),
		{ numRuns: 150 },
	);
});
