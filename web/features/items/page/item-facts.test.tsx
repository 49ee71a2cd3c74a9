import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OPTIONAL_ITEM_FIELDS } from '#contract/items/facts.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const facts = page.getByRole('definition');
const textsOfFacts = () => facts.elements().map(({ textContent }) => textContent);

test('the item page lists the facts that the seller entered, with links to items that share them', async () => {
	const details = { author: 'Oppenheim', isbn: '9780138147570', volume: '2' };
	const { id } = fakeItemPage({
		category: 'Books',
		condition: 'good',
		details,
		subjects: ['EC301', 'XX1'],
		subjectNames: { EC301: 'Signals & Systems' },
	});
	await renderPage(`/item/${id}`, { width: 360 });

	await expect
		.poll(textsOfFacts)
		.toEqual([
			'Good: works, light marks',
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

test('the item page shows every optional field that the seller filled in', async () => {
	const { id } = fakeItemPage({
		category: 'Books',
		condition: 'good',
		isPriceFixed: true,
		details: { author: 'Oppenheim' },
		subjects: ['EC301'],
	});
	await renderPage(`/item/${id}`);

	await expect.poll(textsOfFacts).toHaveLength(OPTIONAL_ITEM_FIELDS.length);
});
