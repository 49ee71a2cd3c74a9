import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { getSimilarItems, listItems } from '#contract/items/endpoints.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const facts = page.getByRole('definition');
const textsOfFacts = () => facts.elements().map(({ textContent }) => textContent);

test('the item page lists the facts that the seller entered, with links to items that share them', async () => {
	const details = { author: 'Oppenheim', isbn: '9780138147570', volume: '2' };
	const { id } = fakeItemPage({
		category: 'Books',
		condition: 'good',
		isPriceFixed: true,
		details,
		subjects: ['EC301', 'XX1'],
		subjectNames: { EC301: 'Signals & Systems' },
	});
	await renderPage(`/item/${id}`, { width: 360 });

	await expect
		.poll(textsOfFacts)
		.toEqual([
			'Good: works, light marks',
			'Fixed: the seller takes no offers',
			'978-0138147570',
			'Oppenheim',
			'EC301 Signals & SystemsXX1',
		]);
	const link = (name: string) => page.getByRole('link', { name });
	await expect
		.element(link('978-0138147570'))
		.toHaveAttribute('href', '/category/Books?q=9780138147570');
	await expect.element(link('Oppenheim')).toHaveAttribute('href', '/category/Books?q=Oppenheim');
	await expect
		.element(link('EC301 Signals & Systems'))
		.toHaveAttribute('href', '/category/Books?subject=EC301');
	await expectAccessible();
});

describe('other items', () => {
	const region = (name: string) => page.getByRole('region', { name });
	const scales = ['Steel scale', 'Roller scale'].map((title) => sampleItem({ title }));

	test('the item page shows similar items and other items of the seller, and links to the seller', async () => {
		const [steel = sampleItem(), roller = sampleItem()] = scales;
		const item = fakeItemPage({ title: 'Wooden scale' });
		const person = fakePerson({ id: item.userId, onSale: 2 });
		fakeApi.answer(getSimilarItems, { items: [steel] });
		fakeApi.answer(listItems, { items: [item, roller], nextCursor: null, total: 2 });
		await renderPage(`/item/${item.id}`);

		for (const [name, title, id] of [
			['Similar items', 'Explore This Steel scale', steel.id],
			['More from Meera', 'Explore This Roller scale', roller.id],
		] as const) {
			const link = region(name).getByRole('link', { name: title });
			await expect.element(region(name)).toBeInTheDocument();
			region(name).element().scrollIntoView();
			await expect.element(link).toHaveAttribute('href', `/item/${id}`);
			expect(region(name).getByRole('article').elements()).toHaveLength(1);
		}
		const seller = region('Seller').getByRole('link');
		await expect.element(seller).toHaveAttribute('href', `/people/${person.id}`);
		await expect.element(seller).toMatchTextContent('2 on sale');
	});

	test.each([360, 1440])(
		'on a screen %i pixels wide, the seller’s sales and reply time appear without a layout shift',
		async (width) => {
			const item = fakeItemPage();
			fakePerson({ id: item.userId, isVerified: true, onSale: 24, sold: 120, replyMinutes: 200 });
			const release = fakeApi.hold(getPerson);
			await renderPage(`/item/${item.id}`, { width });
			const seller = region('Seller');
			await expect.element(seller).toMatchTextContent('Seller');
			const before = seller.element().getBoundingClientRect().height;

			release();

			await expect.element(seller).toMatchTextContent('120 sold');
			await expect.element(seller).toMatchTextContent('Usually answers within a few hours');
			expect(seller.element().getBoundingClientRect().height).toBe(before);
		},
	);
});
