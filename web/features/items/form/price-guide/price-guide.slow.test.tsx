import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { getPriceGuide } from '#contract/items/endpoints.ts';
import type { PriceGuide } from '#contract/items/price-guide.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { addButton, fakeItems, fillItemForm } from '#tests/support/fake-item-form.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const GUIDE: PriceGuide = {
	success: true,
	count: 12,
	enough: true,
	median: 220,
	low: 180,
	high: 1260,
};
const questions = () => fakeApi.requests(getPriceGuide).map(({ query }) => query);

test('once typing pauses, the price field shows what similar items sold for, without a layout shift', async () => {
	vi.useFakeTimers();
	fakeItems();
	fakeApi.answer(getPriceGuide, GUIDE);
	await renderPage('/post', { as: STUDENT });
	await skipUntil(page.getByText('What you would like to have for it.'));
	const topOf = (one: Locator) => one.element().getBoundingClientRect().top;
	const tops = () => [page.getByLabelText('Category'), addButton].map(topOf);

	// Nothing is asked without a category, or for a title of two characters.
	await fillItemForm({ Title: 'Mini drafter' });
	await vi.advanceTimersByTimeAsync(5000);
	await fillItemForm({ Title: 'Mi', Category: 'Instruments' });
	await vi.advanceTimersByTimeAsync(5000);
	expect(questions()).toEqual([]);
	const before = tops();
	await fillItemForm({ Title: 'Mini drafter' });
	await skipUntil(page.getByText('Similar ones sold for ₹180–₹1,260 (12 sellers)'));

	expect(tops()).toEqual(before);
	await expect.element(page.getByLabelText('Price in ₹')).toHaveAccessibleDescription(/12 sellers/);
	await page.getByRole('radio', { name: 'Good', exact: true }).click();
	await page.getByLabelText('For which subjects').fill('me101');
	await page.getByRole('option', { name: 'ME101' }).click();
	await skipUntil(() => questions().at(-1)?.subject === 'ME101');
	const asked = { title: 'Mini drafter', category: 'Instruments' };
	expect(questions().at(-1)).toEqual({ ...asked, condition: 'good', subject: 'ME101' });
});
