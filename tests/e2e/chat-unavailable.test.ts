import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import {
	composer,
	createSellerAndBuyer,
	messageItem,
	waitUntilReady,
	writeOffline,
} from '#tests/support/chat-page.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const ban = adminAccess.callAs(await adminAccess.admin());

/** A calm page with the reason, a link to the other chats, and no retry. */
async function expectRefused(page: Page, title: string, text: string): Promise<void> {
	const reason = page.getByRole('alert');
	await reason.getByRole('heading', { name: title }).waitFor();
	await reason.getByText(text).waitFor();
	const onward = page.getByRole('main').getByRole('link', { name: 'My Chats', exact: true });
	expect(await onward.getAttribute('href')).toBe('/chats');
	expect(await page.getByText(CHAT_MESSAGES.errorTitle).count()).toBe(0);
	expect(await page.getByRole('button', { name: CHAT_MESSAGES.retry }).count()).toBe(0);
	expect(await composer(page).count()).toBe(0);
}

describe('a chat that cannot be opened says why and offers a way on', () => {
	test('when it belongs to other people', async () => {
		const { itemId, sellerPath } = await createSellerAndBuyer();
		const page = await visit(sellerPath, { as: await signUpPerson('Stranger'), width: 360 });

		await expectRefused(page, CHAT_MESSAGES.notYoursTitle, CHAT_MESSAGES.notYours);
		await expectAccessibleInAllViewports(page);
		await page.getByRole('link', { name: 'See the item' }).click();

		await page.waitForURL(`/item/${itemId}`);
	});

	test.each(['/chat/none/of-these', '/chat/1/99999999999'])(
		'when %s has no two numbers',
		async (path) => {
			const page = await visit(path, { as: await signUpPerson(), width: 360 });

			await expectRefused(page, CHAT_MESSAGES.noChatTitle, CHAT_MESSAGES.missingParameters);
			await page.getByRole('link', { name: 'Back to my chats' }).click();

			await page.waitForURL('/chats');
		},
	);

	test('when the item is gone', async () => {
		const { itemId, buyer, buyerPath } = await createSellerAndBuyer();
		await ban('PUT', `/admin/items/${itemId}/ban`, {});

		const page = await visit(buyerPath, { as: buyer });

		await expectRefused(page, ITEM_MESSAGES.notFound, CHAT_MESSAGES.itemGoneHint);
		const onward = page.getByRole('link', { name: 'See what is on sale' });
		expect(await onward.first().getAttribute('href')).toBe('/category/All');
	});

	test('when the other user is gone', async () => {
		const { itemId, seller, buyer, sellerPath } = await createSellerAndBuyer();
		await ban('PUT', `/admin/users/${buyer.id}/ban`, {});

		const page = await visit(sellerPath, { as: seller });

		await expectRefused(page, AUTH_MESSAGES.userNotFound, CHAT_MESSAGES.personGoneHint);
		const item = page.getByRole('link', { name: 'See the item' });
		expect(await item.getAttribute('href')).toBe(`/item/${itemId}`);
	});
});

test('a new chat that is open when its item is taken down says so', async () => {
	const { itemId, buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit(buyerPath, { as: buyer });
	await waitUntilReady(page);

	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	await expectRefused(page, ITEM_MESSAGES.notFound, CHAT_MESSAGES.itemGoneHint);
});

test('an unsent first message about a removed item can be discarded', async () => {
	const { itemId, buyer, buyerPath } = await createSellerAndBuyer();
	const page = await visit(buyerPath, { as: buyer });
	await waitUntilReady(page);
	await writeOffline(page, 'I take it');
	await ban('PUT', `/admin/items/${itemId}/ban`, {});

	await page.context().setOffline(false);

	await messageItem(page, 'I take it').getByRole('alert').waitFor();
	await messageItem(page, 'I take it').getByRole('button', { name: CHAT_MESSAGES.discard }).click();
	await expectRefused(page, ITEM_MESSAGES.notFound, CHAT_MESSAGES.itemGoneHint);
});
