import type { Locator, Page } from 'playwright-core';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { type Person, postItemAs, signUpPerson } from './people.ts';

/** A seller with an item, and somebody who wants it; nothing is said yet. */
export async function meet({ title = 'Casio fx-991ES Plus' } = {}) {
	const [seller, buyer] = await Promise.all([signUpPerson('Ananya Kumar'), signUpPerson('Rohit')]);
	const itemId = await postItemAs(seller, { title });
	return {
		seller,
		buyer,
		itemId,
		room: { itemId, buyerId: buyer.id },
		/** Where each of them has the chat. */
		buyerPath: `/chat/${seller.id}/${itemId}`,
		sellerPath: `/chat/${itemId}/${buyer.id}`,
	};
}

export function composer(page: Page): Locator {
	return page.getByPlaceholder(CHAT_MESSAGES.placeholder);
}

/** The chat is connected, and one may write. */
export function ready(page: Page): Promise<void> {
	return page
		.locator('button:enabled')
		.and(page.getByRole('button', { name: 'Send' }))
		.waitFor();
}

/** Types it and presses Enter, once one may. */
export async function write(page: Page, text: string): Promise<void> {
	await ready(page);
	await composer(page).fill(text);
	await composer(page).press('Enter');
}

/** The line goes, and what is written then is shown as not sent. */
export async function writeWithoutLine(page: Page, text: string): Promise<void> {
	await page.context().setOffline(true);
	await page.getByText(CHAT_MESSAGES.reconnecting).waitFor();
	await write(page, text);
	await said(page, text).getByText(CHAT_MESSAGES.notSent).waitFor();
}

/** A message's line, by its words. */
export function said(page: Page, text: string): Locator {
	return page
		.getByRole('log')
		.getByRole('listitem')
		.filter({ has: page.getByText(text, { exact: true }) });
}

/** All that stands in the chat, days left out, from top to bottom. */
export function wordsOn(page: Page): Promise<string[]> {
	return page.getByRole('log').locator('li p[dir=auto]').allInnerTexts();
}

/** Blocks a person, or lets them write again, from another device. */
export async function blockAs(
	address: string,
	{ token }: Person,
	other: Person,
	method: 'PUT' | 'DELETE' = 'PUT',
): Promise<void> {
	const headers = { authorization: `Bearer ${token}` };
	const answer = await fetch(`${address}/api/people/${other.id}/block`, { method, headers });
	if (!answer.ok) throw new Error(`block: ${answer.status}`);
}
