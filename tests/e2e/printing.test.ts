import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';

const { visit } = await openBrowser();
/** Width of a sheet of A4 with its usual margins, in CSS pixels. */
const SHEET = 717;

test('a page is printed without the header and the bottom bar', async () => {
	const page = await visit('/rules', { width: SHEET });
	const bar = page.getByRole('navigation', { name: 'Main' });
	await bar.waitFor();

	await page.emulateMedia({ media: 'print' });

	expect(await bar.isVisible()).toBe(false);
	expect(await page.getByRole('banner').isVisible()).toBe(false);
	await page.emulateMedia({ media: null });
});

test('a long chat is printed in full, not only the messages visible on the screen', async () => {
	const { buyer, buyerPath, room } = await createSellerAndBuyer();
	await sendMessagesAs(
		buyer,
		room,
		...Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`),
	);
	const page = await visit(buyerPath, { as: buyer, width: SHEET });
	const log = page.getByRole('log');
	await page.getByText('Line 60', { exact: true }).waitFor();

	await page.emulateMedia({ media: 'print' });

	const { shownHeight, fullHeight } = await log.evaluate(({ clientHeight, scrollHeight }) => ({
		shownHeight: clientHeight,
		fullHeight: scrollHeight,
	}));
	expect(shownHeight).toBe(fullHeight);
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(
		fullHeight,
	);
	await page.emulateMedia({ media: null });
});
