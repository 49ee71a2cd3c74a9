import { beforeAll, describe, expect, test } from 'vitest';
import { CONDITIONS } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { sql } from '#server/db/drizzle.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { matchedItems, matchNewItems } from '#tests/support/search-matches.ts';

const t = await openApp();
const [seller, verifiedSeller] = [
	await t.student(),
	await t.student({ verifiedAt: new Date(), verifiedBy: 'admin' }),
];

const WORDS = (
	`drafter drafters drafting draft draw drawing board lab coat apron labcoat calculator calci casio book books for the ` +
	`of engineering engine mini machine maths mathematics café गणित किताब 9780138147570 EC301 fx-991 o'clock scale ruler new notes wi-fi`
).split(' ');
const CATEGORIES = ['Books', 'Instruments', 'Electronics'];
const SUBJECTS = ['EC301', 'EC402', 'ME301'];

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
const random = createRandom(20_261_125);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
const someOf = <Value>(values: readonly Value[], max: number) =>
	Array.from({ length: 1 + below(max) }, () => oneOf(values));
const sometimes = <Value>(share: number, value: () => Value) =>
	random() < share ? value() : undefined;

/** A search text as typed: one to three words, of which the last may be unfinished or in capital letters. */
function randomText(): string {
	const words = someOf(WORDS, 3);
	const last = words.at(-1) ?? '';
	const typed = sometimes(0.4, () => last.slice(0, 1 + below(last.length))) ?? last;
	return [...words.slice(0, -1), sometimes(0.2, () => typed.toUpperCase()) ?? typed].join(' ');
}

function randomQuery(): string {
	const filters = {
		q: sometimes(0.75, randomText),
		category: sometimes(0.3, () => oneOf(CATEGORIES)),
		condition: sometimes(0.2, () => someOf(CONDITIONS, 2).join(',')),
		subject: sometimes(0.15, () => oneOf(SUBJECTS)),
		branch: sometimes(0.15, () => oneOf(['EC', 'ME'])),
		semester: sometimes(0.15, () => String(3 + below(2))),
		minPrice: sometimes(0.15, () => String(below(300))),
		maxPrice: sometimes(0.2, () => String(below(500))),
		free: sometimes(0.1, () => 'true'),
		verified: sometimes(0.1, () => 'true'),
	};
	const chosenFilters = Object.entries(filters).filter(([, value]) => value !== undefined);
	return String(new URLSearchParams(chosenFilters as [string, string][]));
}

async function addRandomItem(): Promise<number> {
	const id = await insertItem(t.db, oneOf([seller, verifiedSeller]).id, {
		title: someOf(WORDS, 3).join(' '),
		description: someOf(WORDS, 5).join(' '),
		price: oneOf([0, below(500) + 1, below(500) + 0.5]),
		category: oneOf(CATEGORIES),
		condition: sometimes(0.6, () => oneOf(CONDITIONS)) ?? null,
		subjects: sometimes(0.4, () => [...new Set(someOf(SUBJECTS, 2))]) ?? [],
		details: sometimes(0.3, () => ({ author: oneOf(WORDS) })) ?? {},
	});
	return id;
}

beforeAll(async () => {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanical', 1)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC301', 'Signals', 'EC', 3, 0), ('EC402', 'Circuits', 'EC', 4, 1), ('ME301', 'Machines', 'ME', 3, 2)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length === 3);
});

/** Saves the searches, ten for each user. @returns the canonical queries by id */
async function saveAll(queries: readonly string[]): Promise<Map<number, string>> {
	const saved = new Map<number, string>();
	let owner = seller;
	for (const [index, query] of queries.entries()) {
		if (index % 10 === 0) owner = await t.student();
		const res = await t.as(owner).post('/searches', { query });
		// A query that the owner has saved already gets 200, and a query without filters 400.
		if (res.statusCode === 201) saved.set(res.json().search.id, res.json().search.query);
		else expect([200, 400]).toContain(res.statusCode);
	}
	return saved;
}

async function listedItems(query: string): Promise<number[]> {
	const ids: number[] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const cursorParameter: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
		const page: { items: Item[]; nextCursor: string | null } = (
			await t.as(null).get(`/items?limit=100&${query}${cursorParameter}`)
		).json();
		// A saved search of a semester leaves out the items that name no subject, which the listing has at its end.
		const matching = page.items.filter(
			({ subjects }) => !query.includes('semester=') || subjects.length > 0,
		);
		ids.push(...matching.map(({ id }) => id));
		cursor = page.nextCursor;
	}
	return ids.sort((one, other) => one - other);
}

test('new items match exactly the saved searches whose listing shows them', async () => {
	const queries = [...new Set(Array.from({ length: 260 }, randomQuery))];
	const saved = await saveAll(queries);
	const ids: number[] = [];
	for (let count = 0; count < 120; count += 1) ids.push(await addRandomItem());

	await matchNewItems(t.db, ids.slice(0, 50));
	for (const id of ids.slice(50)) await matchNewItems(t.db, [id]);

	let matchCount = 0;
	for (const [searchId, query] of saved) {
		const expected = await listedItems(query);
		expect(await matchedItems(t.db, searchId), query).toEqual(expected);
		matchCount += expected.length;
	}
	expect(saved.size).toBeGreaterThan(200);
	expect(matchCount).toBeGreaterThan(500);
});

describe('saved searches for the beginning of many title words', () => {
	test('the search also matches words of descriptions, as the listing does', async () => {
		const saved = await saveAll(['q=qua', 'q=quaint']);
		for (let count = 0; count < 45; count += 1)
			await insertItem(t.db, seller.id, {
				title: `quab${String.fromCharCode(97 + (count % 26))}${count}`,
				description: '—',
				price: 5,
				category: 'Books',
			});
		const id = await insertItem(t.db, seller.id, {
			title: 'Chair',
			description: 'rather quaintly made',
			price: 5,
			category: 'Books',
		});

		await matchNewItems(t.db, [id]);

		for (const [searchId, query] of saved) {
			expect(await matchedItems(t.db, searchId)).toEqual(
				(await listedItems(query)).filter((listed) => listed === id),
			);
		}
	});
});
