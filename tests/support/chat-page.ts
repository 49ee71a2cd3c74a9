import type { Locator, Page } from 'playwright-core';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { postItemAs, signUpPerson } from './people.ts';

/** A seller with an item, and a buyer who has not written yet. */
export async function createSellerAndBuyer({ title = 'Casio fx-991ES Plus' } = {}) {
	const [seller, buyer] = await Promise.all([signUpPerson('Ananya Kumar'), signUpPerson('Rohit')]);
	const itemId = await postItemAs(seller, { title });
	return {
		seller,
		buyer,
		itemId,
		room: { itemId, buyerId: buyer.id },
		/** The path of the chat for each of them. */
		buyerPath: `/chat/${seller.id}/${itemId}`,
		sellerPath: `/chat/${itemId}/${buyer.id}`,
	};
}

export function composer(page: Page): Locator {
	return page.getByPlaceholder(CHAT_MESSAGES.placeholder);
}

/** Waits until the chat is connected and messages can be sent. */
export async function waitUntilReady(page: Page): Promise<void> {
	await page
		.locator('button:enabled')
		.and(page.getByRole('button', { name: 'Send' }))
		.waitFor();
	// A chat that was opened from the list can be written in before it is connected.
	await page.getByText(CHAT_MESSAGES.connecting).waitFor({ state: 'detached' });
}

/** Types a message and presses Enter, once the chat is ready. */
export async function sendMessage(page: Page, text: string): Promise<void> {
	await waitUntilReady(page);
	await composer(page).fill(text);
	await composer(page).press('Enter');
}

/** Cuts the connection, writes a message, and waits until it is shown as not sent. */
export async function writeOffline(page: Page, text: string): Promise<void> {
	await page.context().setOffline(true);
	await page.getByText(CHAT_MESSAGES.reconnecting).waitFor();
	await sendMessage(page, text);
	await messageItem(page, text).getByText(CHAT_MESSAGES.notSent).waitFor();
}

/** The row of a message, by its text. */
export function messageItem(page: Page, text: string): Locator {
	return page
		.getByRole('log')
		.getByRole('listitem')
		.filter({ has: page.getByText(text, { exact: true }) });
}

/** All texts of the chat from top to bottom, without the days. */
export function messageTexts(page: Page): Promise<string[]> {
	return page.getByRole('log').locator('li p[dir=auto]').allInnerTexts();
}
