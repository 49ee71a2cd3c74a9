import { describe, expect, test } from 'vitest';
import { marketWith, titlesOf } from '#tests/support/listed-market.ts';

const CALCULATOR = 'Casio fx-991ES calculator';
const things = [
	{ title: 'Engineering Mathematics by Grewal', category: 'Books', price: 380 },
	{ title: CALCULATOR, category: 'Instruments', price: 850 },
	{ title: 'Hero bicycle', category: 'Essentials', price: 2500 },
	{ title: 'गणित की किताब', category: 'Books', price: 60 },
	{ title: 'Wooden chair', category: 'Essentials', price: 400 },
	{ title: 'Laptop stand', category: 'Electronics', price: 500 },
];
/** Nobody changes anything in it. */
const { search } = await marketWith(things);

describe('words that nothing on sale has', () => {
	test.each([
		['calculater', CALCULATOR, 'calculator'],
		['claculator', CALCULATOR, 'calculator'],
		['mathmatics', 'Engineering Mathematics by Grewal', 'mathematics'],
		['enginering mathmatics', 'Engineering Mathematics by Grewal', 'enginering mathematics'],
		['grewal mathmatics', 'Engineering Mathematics by Grewal', 'grewal mathematics'],
		['bycicle', 'Hero bicycle', 'bicycle'],
		['chiar', 'Wooden chair', 'chair'],
		['labtop', 'Laptop stand', 'laptop'],
		['fx991', CALCULATOR, 'fx-991es'],
		['calclat', CALCULATOR, 'calculator'],
		['गनित', 'गणित की किताब', 'गणित'],
		['किताबे', 'गणित की किताब', 'किताब'],
		['kitab', 'गणित की किताब', 'किताब'],
	])('"%s" is helped to "%s" in a section of its own', async (typed, title, better) => {
		const answer = await search(typed);

		expect(answer).toMatchObject({ items: [], total: 0, nextCursor: null });
		expect(titlesOf(answer.nearest)?.[0]).toBe(title);
		expect(answer.didYouMean).toBe(better);
		expect(titlesOf((await search(answer.didYouMean)).items)).toContain(title);
	});

	test('that are like nothing at all get an empty section and no other words', async () => {
		const answer = await search('zzzzqqqq');

		expect(answer.nearest).toEqual([]);
		expect(answer).not.toHaveProperty('didYouMean');
	});

	test('signs only are helped to nothing, and break nothing', async () => {
		expect(await search('?!*')).toMatchObject({ items: [], total: 0, nearest: [] });
	});

	test('are helped to those of the words that there are', async () => {
		const answer = await search('wooden zzzzqqqq');

		expect(titlesOf(answer.nearest)).toEqual(['Wooden chair']);
		expect(answer).not.toHaveProperty('didYouMean');
	});

	test('are helped in the listing’s category first, and then in the others', async () => {
		const more = await marketWith([
			...things,
			{ title: 'Calculator cover', category: 'OTHERS' },
			{ title: 'Calculator manual', category: 'Books' },
		]);

		const { nearest } = await more.search('calculater', '&category=OTHERS');

		expect(titlesOf(nearest)).toEqual(['Calculator cover', 'Calculator manual', CALCULATOR]);
	});

	test('are no other words where those find nothing within the same bounds', async () => {
		const answer = await search('calculater', '&maxPrice=100');

		expect(titlesOf(answer.nearest)).toEqual([CALCULATOR]);
		expect(answer).not.toHaveProperty('didYouMean');
	});

	test('are helped to at most eight', async () => {
		const many = Array.from({ length: 10 }, (_, index) => ({ title: `Calculator ${index}` }));
		const market = await marketWith(many);

		expect((await market.search('calculater')).nearest).toHaveLength(8);
	});

	test('well spelt, but only in another category, are shown from there', async () => {
		const answer = await search('calculator', '&category=Books');

		expect(answer).toMatchObject({ items: [], total: 0 });
		expect(titlesOf(answer.nearest)).toEqual([CALCULATOR]);
		expect(answer).not.toHaveProperty('didYouMean');
	});
});

describe('no help is given', () => {
	test('where the words find something', async () => {
		const answer = await search('calculator');

		expect(answer.total).toBe(1);
		expect(answer).not.toHaveProperty('nearest');
	});

	test('where no words were given, or the list is at its end', async () => {
		const market = await marketWith([{}, {}, {}]);
		const first = await market.get('/items?limit=2&q=casio');

		const last = await market.search('casio', `&limit=2&cursor=${first.nextCursor}`);

		expect(last.items).toHaveLength(1);
		expect(last).not.toHaveProperty('nearest');
		expect(await market.get('/items?category=Books')).not.toHaveProperty('nearest');
	});
});

test('a misspelt word with the stem of the right one is no mistake at all', async () => {
	expect(titlesOf((await search('enginering')).items)).toEqual([
		'Engineering Mathematics by Grewal',
	]);
});

test('a word that nothing on sale has any more is no help', async () => {
	const { t, seller, search: find } = await marketWith(things);
	await t.item(seller, { title: 'Xylophone', soldAt: new Date() });
	await t.item(seller, { title: 'Xylophone', bannedAt: new Date() });

	const answer = await find('xylophon3');

	expect(answer.nearest).toEqual([]);
	expect(answer).not.toHaveProperty('didYouMean');
});

test('a word is learned from a title that is changed', async () => {
	const { t, seller, search: find } = await marketWith([{ title: 'Thing' }]);
	const [{ id }] = (await find('thing')).items;
	const { title: _, ...fields } = {
		title: '',
		description: 'For music',
		price: 900,
		category: 'OTHERS',
	};
	const [photo] = (await find('thing')).items[0].imageUrl;
	const changes = { ...fields, title: 'Xylophone', keepExistingImages: JSON.stringify([photo]) };

	await t.as(seller).form('PUT', `/item/update-item/${id}`, changes);

	expect((await find('xylofone')).didYouMean).toBe('xylophone');
});
