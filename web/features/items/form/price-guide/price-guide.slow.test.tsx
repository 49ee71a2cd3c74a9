import { describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { getPriceGuide } from '#contract/items/endpoints.ts';
import type { PriceGuide } from '#contract/items/price-guide.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { addButton, fakeItems, fillItemForm } from '#tests/support/fake-item-form.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const GUIDE: PriceGuide = {
	success: true,
	count: 12,
	enough: true,
	median: 220,
	low: 180,
	high: 1260,
};
const guideText = page.getByText('Similar ones sold for ₹180–₹1,260 (12 sellers)');
const hint = page.getByText('What you would like to have for it.');
const questions = () => fakeApi.requests(getPriceGuide).map(({ query }) => query);

async function openForm(guide: PriceGuide = GUIDE): Promise<void> {
	fakeItems();
	fakeApi.answer(getPriceGuide, guide);
	await renderPage('/post', { as: STUDENT });
	await expect.element(hint).toBeVisible();
}

describe('price guide in the form for a new item', () => {
	test('the price field shows what similar items sold for, without a layout shift', async () => {
		await openForm();
		const topOf = (one: Locator) => one.element().getBoundingClientRect().top;
		const tops = () => [page.getByLabelText('Category'), addButton].map(topOf);

		await fillItemForm({ Title: 'Mini drafter', Category: 'Instruments' });
		const before = tops();
		await expect.element(guideText).toBeVisible();

		expect(tops()).toEqual(before);
		await expect
			.element(page.getByLabelText('Price in ₹'))
			.toHaveAccessibleDescription(/12 sellers/);
		await expectAccessible();
	});

	test('the price guide is requested for the values of the form, once typing pauses', async () => {
		await openForm();

		await fillItemForm({ Title: 'Mini drafter', Category: 'Instruments' });
		await page.getByRole('radio', { name: 'Good', exact: true }).click();
		await page.getByLabelText('For which subjects').fill('me101');
		await page.getByRole('option', { name: 'ME101' }).click();

		const asked = { title: 'Mini drafter', category: 'Instruments' };
		await expect
			.poll(() => questions().at(-1))
			.toEqual({ ...asked, condition: 'good', subject: 'ME101' });
	});

	test('no price guide is requested without a category, or for a title of two characters', async () => {
		await openForm();
		vi.useFakeTimers();

		await fillItemForm({ Title: 'Mini drafter' });
		await vi.advanceTimersByTimeAsync(5000);
		await fillItemForm({ Title: 'Mi', Category: 'Instruments' });
		await vi.advanceTimersByTimeAsync(5000);

		expect(questions()).toEqual([]);
	});
});
