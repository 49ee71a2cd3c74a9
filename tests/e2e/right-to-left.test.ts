import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('on an item page, Urdu text starts at the right edge and English text at the left', async () => {
	const description = 'بالکل نیا ہے۔';
	const item = await postItemAs(await signUpPerson(), { title: 'Drafter', description });
	const page = await visit(`/item/${item}`);

	const [urdu, english] = [page.getByText(description), page.getByRole('heading', { level: 1 })];

	expect(await horizontalMargins(urdu)).toMatchObject({ right: 0 });
	expect(await horizontalMargins(english)).toMatchObject({ left: 0 });
});

/** Pixels between a text and the edges of its box. */
function horizontalMargins(locator: Locator): Promise<{ left: number; right: number }> {
	return locator.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		const [text, bounds] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
		return {
			left: Math.round(text.left - bounds.left),
			right: Math.round(bounds.right - text.right),
		};
	});
}
