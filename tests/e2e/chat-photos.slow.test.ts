import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer, sendMessage, waitUntilReady } from '#tests/support/chat-page.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

const photosOf = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Photo/ });
/** Whether the picture of a photo is painted. */
const isPainted = (page: Page, index: number) =>
	photosOf(page)
		.nth(index)
		.locator('img')
		.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

async function pickPhoto(page: Page, colour: string): Promise<void> {
	const { bytes } = await jpeg({ width: 900, height: 600, colour });
	await page
		.getByLabel(CHAT_MESSAGES.addPhotos)
		.setInputFiles({ name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer: bytes });
	await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
}

test('a chat photo is displayed to the other user at once; a photo sent offline arrives after reconnecting', async () => {
	const { seller, buyer, buyerPath, sellerPath } = await createSellerAndBuyer();
	const buying = await visit(buyerPath, { as: buyer, width: 390 });
	await sendMessage(buying, 'Could you show me the back of it?');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);

	await pickPhoto(selling, 'red');
	await selling.getByRole('button', { name: 'Send' }).click();
	await photosOf(buying).first().waitFor();
	await expect.poll(() => isPainted(buying, 0)).toBe(true);

	await buying.context().setOffline(true);
	await buying.getByText(CHAT_MESSAGES.reconnecting).waitFor();
	await pickPhoto(buying, 'blue');
	await buying.getByRole('button', { name: 'Send' }).click();
	await buying.getByText(CHAT_MESSAGES.notSent).waitFor();
	expect(await photosOf(selling).count()).toBe(1);
	await buying.context().setOffline(false);

	await photosOf(selling).nth(1).waitFor();
	await expect.poll(() => isPainted(selling, 1)).toBe(true);
	await buying.getByText(CHAT_MESSAGES.notSent).waitFor({ state: 'hidden' });
	await buying.reload();
	await photosOf(buying).nth(1).waitFor();
	expect(await photosOf(buying).count()).toBe(2);

	await photosOf(buying).first().click();
	await buying.getByRole('dialog').getByRole('button', { name: 'Close photo' }).click();
});
