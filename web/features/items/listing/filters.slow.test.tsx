import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getFacets, listItems } from '#contract/items/endpoints.ts';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const ALL = '/category/All';
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const checkbox = (name: string | RegExp) => page.getByRole('checkbox', { name });
const radio = (name: string | RegExp) => page.getByRole('radio', { name });
const lowest = page.getByLabelText('Lowest price');
const highest = page.getByLabelText('Highest price');
const articles = page.getByRole('list', { name: 'Products' }).getByRole('article');
const count = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const searchParams = () => Object.fromEntries(new URLSearchParams(window.location.search));

const things = () => [
	sampleItem({
		title: 'Oppenheim',
		price: 90,
		category: 'Books',
		condition: 'good',
		subjects: ['EC-301'],
	}),
	sampleItem({
		title: 'Boylestad',
		price: 1200,
		category: 'Books',
		condition: 'fair',
		subjects: ['EC-402'],
	}),
	sampleItem({
		title: 'Khurmi',
		price: 9000,
		category: 'Books',
		condition: 'good',
		subjects: ['ME301'],
	}),
	sampleItem({ title: 'Old notes', price: 0, isFree: true, category: 'Essentials' }),
];

describe('filters of a category page', () => {
	test('each filter shows how many items it would leave, is checked at once, and decides which items are listed', async () => {
		fakeListing(...things());
		await renderPage(ALL);

		await expect.element(checkbox('Good 2 items')).not.toBeChecked();
		const release = fakeApi.hold(listItems);
		(checkbox(/^Good/).element() as HTMLElement).click();
		(checkbox(/^Fair/).element() as HTMLElement).click();
		await expect.element(checkbox(/^Good/)).toBeChecked();
		await expect.element(checkbox(/^Fair/)).toBeChecked();
		expect(searchParams()).toEqual({ condition: 'good,fair' });
		release();
		await expect.element(count('3 products available')).toBeVisible();
		await checkbox(/^Good/).click();
		await expect.element(count('1 product available')).toBeVisible();
		await expectAccessible();
	});

	test('the filters work even if their counts cannot be loaded', async () => {
		vi.useFakeTimers();
		fakeListing(...things());
		fakeApi.answer(getFacets, NO_CONNECTION);
		await renderPage(ALL);

		await skipUntil(checkbox('Good'));
		await checkbox('Good').click();

		await expect.element(count('2 products available')).toBeVisible();
	});

	test('chosen filters can be removed one by one or all at once, and the focus stays in the filters', async () => {
		fakeListing(...things());
		await renderPage(`${ALL}?condition=good&branch=EC&verified=true&maxPrice=249.99`);
		const chips = page.getByRole('list', { name: 'Chosen filters' });

		await expect.element(chips.getByText('Under ₹250')).toBeVisible();
		await button('Remove Branch EC').click();
		await expect.element(button('Remove Verified sellers')).toHaveFocus();
		expect(searchParams()).toEqual({ condition: 'good', verified: 'true', maxPrice: '249.99' });
		await button('Clear all filters').click();

		await expect.element(chips).not.toBeInTheDocument();
		expect(searchParams()).toEqual({});
		await expect.element(page.getByRole('complementary', { name: 'Filters' })).toHaveFocus();
	});
});

describe('filters of a category page on a phone', () => {
	test('the filters open in an accessible dialog that counts the items and can clear them; the button “Filters” counts the filters', async () => {
		fakeListing(...things());
		await renderPage(ALL, { width: 360 });
		await expect.element(count('4 products available')).toBeVisible();
		const topOf = (name: string) => button(name).element().getBoundingClientRect().top;
		expect(Math.abs(topOf('Filters') - topOf('Grid view'))).toBeLessThan(4);

		await button('Filters').click();
		const sheet = page.getByRole('dialog', { name: 'Filters' });
		await expect.element(sheet.getByRole('button', { name: 'Show 4 items' })).toBeVisible();
		await sheet.getByRole('checkbox', { name: 'Good 2 items' }).click();
		await sheet.getByRole('button', { name: 'Show 2 items' }).click();

		await expect.element(sheet).not.toBeInTheDocument();
		await expect.element(button('Filters 1 set')).toHaveFocus();
		await expect.element(count('2 products available')).toBeVisible();
		await button('Remove Good').click();
		await expect.element(button('Filters')).toHaveFocus();

		await button('Filters').click();
		await sheet.getByRole('checkbox', { name: /^Fair/ }).click();
		await expect.element(button('Show 1 item')).toBeVisible();
		await expectAccessible();
		await button('Clear all').click();
		await expect.element(button('Show 4 items')).toBeVisible();
		await expect.element(button('Show 4 items')).toHaveFocus();
		expect(searchParams()).toEqual({});
	});

	test('the button that shows the items never covers the focused control of the filter dialog', async () => {
		fakeListing(...things());
		await renderPage(ALL, { width: 360 });
		await button('Filters').click();
		const sheet = page.getByRole('dialog', { name: 'Filters' });
		await expect.element(sheet.getByRole('checkbox', { name: 'Good 2 items' })).toBeVisible();

		const controls = [
			...sheet.element().querySelectorAll<HTMLElement>('input, select, button:not([hidden])'),
		];
		const covered = controls.filter((control) => {
			// Scrolls the control to the lower edge of the window, where the button is.
			const below = control.getBoundingClientRect().bottom - window.innerHeight;
			sheet.element().scrollBy(0, below);
			control.focus();
			const { left, top, width, height } = control.getBoundingClientRect();
			const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
			return !control.contains(topmost);
		});

		expect(covered).toEqual([]);
		expect(controls.length).toBeGreaterThan(10);
	});
});

describe('price filter of a category page', () => {
	test('price bounds narrow the list, swapped bounds are put in order, and one that is no number is reported at its field', async () => {
		fakeListing(...things());
		await renderPage(ALL);
		await expect.element(count('4 products available')).toBeVisible();

		await lowest.fill('cheap');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText(LISTING_MESSAGES.priceField)).toBeVisible();
		await expect.element(lowest).toHaveAttribute('aria-invalid', 'true');
		expect(window.location.search).toBe('');
		await lowest.fill('₹2,000');
		await highest.fill('100');
		await userEvent.keyboard('{Enter}');

		await expect.element(count('1 product available')).toBeVisible();
		expect(searchParams()).toEqual({ minPrice: '100', maxPrice: '2000' });
		await expect.element(lowest).toHaveValue('100');
		await expect.element(highest).toHaveFocus();
		await button('Remove ₹100–₹2,000').click();
		await expect.element(count('4 products available')).toBeVisible();
		await expect.element(lowest).toHaveValue('');
	});

	test('a typed price is applied when the next click is on a view or a category', async () => {
		fakeListing(...things());
		await renderPage(ALL);
		await expect.element(count('4 products available')).toBeVisible();
		await highest.fill('2000');

		pressAtOnce(button('List view').element());
		await expect.element(count('3 products available')).toBeVisible();
		await lowest.fill('95');
		pressAtOnce(page.getByRole('link', { name: 'Books', exact: true }).element());

		await expect.element(count('1 product available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
		expect(searchParams()).toEqual({ view: 'list', minPrice: '95', maxPrice: '2000' });
	});
});

test('a branch limits the offered subjects, a subject can be found by code or name, and another branch removes it', async () => {
	fakeListing(...things());
	await renderPage(ALL);

	await page.getByLabelText('Branch').selectOptions('Electronics');
	await expect.element(count('2 products available')).toBeVisible();
	await expect.element(radio('EC-402 Analog Circuits 1 item')).toBeVisible();
	await expect.element(radio(/^ME301/)).not.toBeInTheDocument();
	await page.getByLabelText('Find a subject').fill('ec30');
	await expect.element(radio(/^EC-402/)).not.toBeInTheDocument();
	await page.getByLabelText('Find a subject').fill('signals');
	await radio(/^EC-301/).click();

	await expect.element(count('1 product available')).toBeVisible();
	expect(searchParams()).toEqual({ branch: 'EC', subject: 'EC-301' });
	await page.getByLabelText('Branch').selectOptions('Mechanical');
	await expect.element(articles).toHaveAccessibleName('Khurmi');
	expect(searchParams()).toEqual({ branch: 'ME' });
});

/** Moves the focus to an element and clicks it, before anything renders again. */
function pressAtOnce(pressed: Element): void {
	(pressed as HTMLElement).focus();
	(pressed as HTMLElement).click();
}
