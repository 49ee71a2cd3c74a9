import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/reports.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import {
	blockAs,
	createSellerAndBuyer,
	messageItem,
	messageTexts,
	sendMessage,
} from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const menuButton = (page: Page) => page.getByRole('button', { name: /^More about / });
const menuEntry = (page: Page, name: string) => page.getByRole('menuitem', { name });
async function block(page: Page, { userName }: Person): Promise<void> {
	await menuButton(page).click();
	await menuEntry(page, `Block ${userName}`).click();
	await page
		.getByRole('alertdialog', { name: `Block ${userName}` })
		.getByRole('button', { name: 'Block', exact: true })
		.click();
	await page.getByRole('status').getByText(BLOCK_MESSAGES.blocked(userName)).waitFor();
}

describe('the menu on a user’s page', () => {
	test('works by keyboard, asks before it blocks, and can unblock', async () => {
		const other = await signUpPerson('Vikram');
		const page = await visit(`/people/${other.id}`, { as: await signUpPerson() });
		const keys = page.keyboard;
		await menuButton(page).focus();

		await keys.press('Enter');
		await expectFocus(menuEntry(page, 'Report Vikram'));
		await keys.press('ArrowDown');
		await expectFocus(menuEntry(page, 'Block Vikram'));
		await keys.press('ArrowDown');
		await expectFocus(menuEntry(page, 'Report Vikram'));
		await keys.press('End');
		await expectFocus(menuEntry(page, 'Block Vikram'));
		await keys.press('Enter');
		const question = page.getByRole('alertdialog', { name: 'Block Vikram' });
		await question.getByText(BLOCK_MESSAGES.confirm('Vikram')).waitFor();
		await keys.press('Escape');
		await question.waitFor({ state: 'hidden' });
		await expectFocus(menuButton(page));

		await block(page, other);
		await expectFocus(menuButton(page));
		await menuButton(page).click();
		await menuEntry(page, 'Unblock Vikram').click();
		await page.getByRole('status').getByText(BLOCK_MESSAGES.unblocked('Vikram')).waitFor();
		await menuButton(page).click();
		await menuEntry(page, 'Block Vikram').waitFor();
	});

	test('closes with Escape, with Tab and with a click outside', async () => {
		const other = await signUpPerson('Vikram');
		const page = await visit(`/people/${other.id}`, { as: await signUpPerson() });
		const menu = page.getByRole('menu');

		for (const leave of [
			() => page.keyboard.press('Escape'),
			() => page.keyboard.press('Tab'),
			() => page.getByRole('heading', { name: 'On sale', exact: true }).click(),
		]) {
			await menuButton(page).click();
			await menu.waitFor();
			await leave();
			await menu.waitFor({ state: 'hidden' });
			expect(await menuButton(page).getAttribute('aria-expanded')).toBe('false');
		}
	});

	test('reports the user', async () => {
		const other = await signUpPerson('Vikram');
		const page = await visit(`/people/${other.id}`, { as: await signUpPerson(), width: 360 });
		await menuButton(page).click();
		await menuEntry(page, 'Report Vikram').click();
		const dialog = page.getByRole('dialog', { name: 'Report Vikram' });

		await dialog.getByRole('textbox').fill('Wants an advance by UPI.');
		await dialog.getByRole('button', { name: REPORT_MESSAGES.submit }).click();

		await page.getByRole('status').getByText('User reported successfully').waitFor();
		await dialog.waitFor({ state: 'hidden' });
	});

	test('is missing for a visitor and on one’s own page', async () => {
		const person = await signUpPerson('Vikram');

		const visitors = await visit(`/people/${person.id}`);
		await visitors.getByRole('heading', { name: 'Vikram' }).waitFor();
		expect(await menuButton(visitors).count()).toBe(0);
		const own = await visit(`/people/${person.id}`, { as: person });
		await own.getByText('This is how others see you.').waitFor();
		expect(await menuButton(own).count()).toBe(0);
	});

	test('says that a block failed and lets the user retry', async () => {
		const other = await signUpPerson('Vikram');
		const page = await visit(`/people/${other.id}`, { as: await signUpPerson() });
		await page.context().route('**/block', (route) => route.abort());
		await menuButton(page).click();
		await menuEntry(page, 'Block Vikram').click();
		await page.getByRole('button', { name: 'Block', exact: true }).click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();

		await page.context().unroute('**/block');

		await block(page, other);
	});
});

test('a blocked user disappears from my chats and is not notified', async () => {
	const [me, other, third] = [
		await signUpPerson('Leela'),
		await signUpPerson('Vikram'),
		await signUpPerson('Zoya'),
	];
	const item = await postItemAs(me, { title: 'Yoga mat' });
	await block(await visit(`/people/${other.id}`, { as: me }), other);
	const page = await visit('/chats?side=selling', { as: me });

	await sendMessagesAs(other, { itemId: item, buyerId: other.id }, 'Hello?');
	await sendMessagesAs(third, { itemId: item, buyerId: third.id }, 'Is it still there?');

	const chats = page.getByRole('list', { name: 'Chats with buyers' });
	await chats.getByText('Zoya').waitFor();
	expect(await chats.getByRole('link').count()).toBe(1);
	const theirs = await visit('/chats', { as: other });
	await theirs.getByText('You: Hello?').waitFor();
});

test('blocked users are marked in the chats of both buyer and seller', async () => {
	const [me, other] = [await signUpPerson('Leela'), await signUpPerson('Vikram')];
	const [mine, theirs] = [
		await postItemAs(me, { title: 'Yoga mat' }),
		await postItemAs(other, { title: 'Kettle' }),
	];
	await sendMessagesAs(other, { itemId: mine, buyerId: other.id }, 'Is it there?');
	await sendMessagesAs(me, { itemId: theirs, buyerId: me.id }, 'Is it there?');
	const page = await visit('/chats?side=selling', { as: me, width: 360 });
	const row = (name: string) =>
		page.getByRole('list', { name: /^Chats with/ }).getByRole('link', { name });
	await row('Yoga mat').waitFor();
	expect(await row('Yoga mat').getByText('Blocked').count()).toBe(0);

	await row('Yoga mat').click();
	await page.getByRole('button', { name: 'Chat options' }).click();
	await menuEntry(page, 'Block Vikram').click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
	await page.getByText(BLOCK_MESSAGES.blocked('Vikram')).waitFor();
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await page.getByText('Selling').click();

	await row('Yoga mat').getByText('Blocked').waitFor();
	await expectAccessibleInAllViewports(page);
	await page.goto('/chats?side=buying');
	await row('Kettle').getByText('Blocked').waitFor();
	await page.goto(`/availableBuyers/${mine}`);
	await page.getByRole('button', { name: /Vikram.*Blocked/ }).waitFor();
	const others = await visit('/chats?side=buying', { as: other });
	await others.getByRole('link', { name: /Yoga mat/ }).waitFor();
	expect(await others.getByText('Blocked').count()).toBe(0);
});

describe('the account page', () => {
	test('lists the users one has blocked and can unblock them', async () => {
		const [me, other] = [await signUpPerson(), await signUpPerson('Vikram')];
		const page = await visit(`/people/${other.id}`, { as: me });
		await block(page, other);
		await page.goto('/account');
		const section = page.getByRole('region', { name: 'Blocked people' });
		const link = section.getByRole('link', { name: 'Vikram' });
		await link.waitFor();
		expect(await link.getAttribute('href')).toBe(`/people/${other.id}`);

		await section.getByRole('button', { name: 'Unblock Vikram' }).click();

		await page.getByRole('status').getByText(BLOCK_MESSAGES.unblocked('Vikram')).waitFor();
		await section.getByText('You have not blocked anyone.').waitFor();
		await expectFocus(section.getByRole('heading', { name: 'Blocked people' }));
	});
});

test('axe finds nothing wrong on the blocking pages, on phone and desktop, light and dark', async () => {
	const other = await signUpPerson('Wolfeschlegelsteinhausenbergerdorffwelchevoraltern');
	const page = await visit(`/people/${other.id}`, { as: await signUpPerson(), width: 360 });

	await menuButton(page).click();
	await page.getByRole('menu').waitFor();
	await expectAccessibleInAllViewports(page);
	await menuEntry(page, 'Block ').click();
	await page.getByRole('alertdialog').waitFor();
	await expectAccessibleInAllViewports(page);
	await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
	await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
	await page.goto('/account');
	await page.getByRole('button', { name: 'Unblock Wolfe' }).waitFor();
	await expectAccessibleInAllViewports(page);
});

test('the item page of a blocked seller says so, and unblocking brings back the chat button', async () => {
	const seller = await signUpPerson('Vikram');
	const item = await postItemAs(seller, { title: 'Rice cooker' });
	const page = await visit(`/people/${seller.id}`, { as: await signUpPerson(), width: 360 });
	await block(page, seller);
	await page.getByRole('link', { name: 'Explore This Rice cooker' }).click();
	await page.getByRole('heading', { name: 'Rice cooker', level: 1 }).waitFor();
	const chat = page.getByRole('link', { name: 'Chat with Seller' });

	await page.getByText(BLOCK_MESSAGES.youBlocked).waitFor();
	expect(await chat.count()).toBe(0);
	expect(await findAccessibilityViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Unblock' }).click();

	await page.getByRole('status').getByText(BLOCK_MESSAGES.unblocked('Vikram')).waitFor();
	await expectFocus(chat);
	expect(new URL(page.url()).pathname).toBe(`/item/${item}`);
});

describe('when both sides have the chat open', () => {
	test('a block ends presence at once for both, and messages withheld by it are never delivered', async () => {
		const { seller, buyer, room, buyerPath, sellerPath } = await createSellerAndBuyer();
		const origin = inject('marketAddress');
		await sendMessagesAs(buyer, room, 'Is it there?');
		const buying = await visit(buyerPath, { as: buyer });
		const selling = await visit(sellerPath, { as: seller });
		const hereNow = (page: Page) => page.getByText(CHAT_MESSAGES.online, { exact: true });
		for (const page of [buying, selling]) await hereNow(page).waitFor();

		await blockAs(origin, seller, buyer);
		for (const page of [buying, selling]) await hereNow(page).waitFor({ state: 'hidden' });
		await sendMessage(buying, 'Hello?');
		const withheld = messageItem(buying, 'Hello?').getByText('Sent', { exact: true });
		await withheld.waitFor();
		await blockAs(origin, seller, buyer, 'DELETE');
		for (const page of [buying, selling]) await hereNow(page).waitFor();
		await sendMessage(buying, 'Are you there?');

		await messageItem(selling, 'Are you there?').waitFor();
		await messageItem(buying, 'Are you there?').getByText('Read', { exact: true }).waitFor();
		await withheld.waitFor();
		expect(await messageTexts(selling)).toEqual(['Is it there?', 'Are you there?']);
		await buying.reload();
		await messageItem(buying, 'Are you there?').getByText('Read', { exact: true }).waitFor();
		await withheld.waitFor();
	});
});
