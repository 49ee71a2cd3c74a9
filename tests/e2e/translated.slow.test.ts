import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
	DEAL_ACTION_LABELS,
	DEAL_MESSAGES,
	DEAL_STATE_MESSAGES,
} from '#contract/deals/messages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { toFilePayloads } from '#tests/support/file-payloads.ts';
import { logIn } from '#tests/support/log-in.ts';
import { insertItemsOf, signUpPerson } from '#tests/support/people.ts';
import { squarePhoto } from '#tests/support/posting.ts';

const { visit } = await openBrowser();

/**
 * Replaces every text node of the page by an element, also those that come later, as the translator of Chrome does. A page
 * that the server rendered is translated only here, after its hydration: a part that is translated before is drawn anew.
 */
async function translate(page: Page): Promise<void> {
	await page.evaluate(() => {
		const replaceTexts = (root: Node) => {
			const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			const texts: Text[] = [];
			while (walker.nextNode()) texts.push(walker.currentNode as Text);
			for (const text of texts) {
				if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea'))
					continue;
				const font = document.createElement('font');
				font.append(document.createElement('font'));
				font.firstElementChild?.append(text.data);
				text.replaceWith(font);
			}
		};
		new MutationObserver(() => replaceTexts(document.body)).observe(document.body, {
			childList: true,
			characterData: true,
			subtree: true,
		});
		replaceTexts(document.body);
	});
}

const strip = (page: Page) => page.getByRole('region', { name: DEAL_MESSAGES.stripLabel });
const pressInDialog = (page: Page, name: string) =>
	page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('on pages that a translator rewrites, a student signs up, posts an item and sells it to a buyer who bargained', async () => {
	const title = `Bicycle ${randomUUID().slice(0, 8)}`;
	const buyer = await signUpPerson('Rohit');
	await insertItemsOf(
		await signUpPerson(),
		Array.from({ length: 60 }, (_, index) => ({ title: `${title} no ${index}` })),
	);

	// Sign up, with a refused try first.
	const selling = await visit('/signup', { width: 360 });
	await translate(selling);
	await selling.getByLabel('Name', { exact: true }).fill('Kavya');
	await selling.getByLabel('Email address').fill(buyer.email);
	await selling.getByLabel('Password', { exact: true }).fill('chalk and talk');
	await selling.getByLabel('Confirm Password').fill('chalk and talk');
	const signUp = selling.getByRole('button', { name: 'Sign Up', exact: true });
	await signUp.click();
	await selling.getByRole('alert').first().waitFor();
	await selling.getByLabel('Email address').fill(`${randomUUID()}@campus.example`);
	await signUp.click();
	await selling.waitForURL('/');

	// Post.
	await selling.getByRole('link', { name: 'Sell', exact: true }).click();
	await selling.locator('input[type=file]').setInputFiles(toFilePayloads([await squarePhoto()]));
	await selling.getByText('Cover', { exact: true }).waitFor();
	await selling.getByLabel('Title').fill(title);
	await selling.getByLabel('Description').fill('Blue, with lock.');
	await selling.getByLabel('Price in ₹').fill('3200');
	await selling.getByLabel('Category').selectOption('Essentials');
	await selling.getByRole('button', { name: 'Add Item' }).click();
	await selling.waitForURL('/');

	// The buyer logs in, with a refused try first, and looks for it among many.
	const buying = await visit('/login');
	await translate(buying);
	await logIn(buying, buyer.email, 'not the password');
	await buying.getByRole('alert').first().waitFor();
	await logIn(buying, buyer.email, buyer.password);
	await buying.waitForURL('/');
	await buying.getByLabel('Search the market').fill(title);
	await buying.keyboard.press('Enter');
	const cards = buying.getByRole('list', { name: 'Products' }).getByRole('article');
	await buying.getByRole('button', { name: 'Show more' }).dispatchEvent('click');
	await expect.poll(() => cards.count()).toBeGreaterThan(24);
	await buying.getByRole('button', { name: 'Show more' }).dispatchEvent('click');
	await expect.poll(() => cards.count()).toBe(61);
	await buying.getByRole('link', { name: `Explore This ${title}`, exact: true }).click();
	await buying.getByRole('link', { name: 'Chat with Seller' }).click();

	// Bargain.
	await strip(buying).getByRole('button', { name: DEAL_ACTION_LABELS.offer, exact: true }).click();
	await buying.getByLabel(DEAL_MESSAGES.amountLabel).fill('3000');
	await pressInDialog(buying, DEAL_MESSAGES.sendOffer);
	await strip(buying).getByText(DEAL_STATE_MESSAGES.yourOffer('₹3,000'), { exact: true }).waitFor();
	await selling.getByRole('link', { name: 'Chats' }).first().click();
	await selling.getByRole('link', { name: /Rohit/ }).first().click();
	await strip(selling).getByRole('button', { name: 'Accept ₹3,000' }).click();
	for (const page of [selling, buying]) await strip(page).getByText('Reserved for').waitFor();

	// Sell.
	await strip(selling).locator('..').getByRole('link', { name: title }).first().click();
	await selling.getByRole('button', { name: 'Mark as Sold' }).click();
	const question = selling.getByRole('alertdialog');
	await question.getByRole('radio', { name: /Rohit/ }).check();
	await question.getByRole('button', { name: 'Proceed' }).click();
	await selling.getByText(ITEM_MESSAGES.sellSucceeded).waitFor();
});
