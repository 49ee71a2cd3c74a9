import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getChat } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

/** Expects the reason, a link to the user's chats, and no button to retry. */
async function expectRefused(title: string, text: string): Promise<void> {
	const reason = page.getByRole('alert');
	await expect.element(reason.getByRole('heading', { name: title })).toBeVisible();
	await expect.element(reason.getByText(text)).toBeVisible();
	const onward = page.getByRole('main').getByRole('link', { name: 'My Chats', exact: true });
	await expect.element(onward).toHaveAttribute('href', '/chats');
	await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
	await expect
		.element(page.getByRole('button', { name: CHAT_MESSAGES.retry }))
		.not.toBeInTheDocument();
	await expect.element(composer).not.toBeInTheDocument();
}

test('a user who opens a chat between other people sees the reason and a link to the item', async () => {
	const { path } = fakeChat();
	fakeApi.answer(getChat, refuse(403, CHAT_ERRORS.notYours, { itemId: 12 }));
	await renderPage(path, { as: STUDENT, width: 360 });

	await expectRefused(CHAT_MESSAGES.notYoursTitle, CHAT_ERRORS.notYours.message);

	const item = page.getByRole('link', { name: 'See the item' });
	await expect.element(item).toHaveAttribute('href', '/item/12');
	await expectAccessible();
});

test('a chat about an item that no longer exists shows the reason and a link to other items', async () => {
	const { path } = fakeChat();
	fakeApi.answer(getChat, refuse(404, ITEM_ERRORS.notFound));
	await renderPage(path, { as: STUDENT, width: 360 });

	await expectRefused(ITEM_ERRORS.notFound.message, CHAT_MESSAGES.itemGoneHint);

	const browse = page.getByRole('link', { name: 'See what is on sale' });
	await expect.element(browse).toHaveAttribute('href', '/category/All');
});

test('an unsent first message about an item that was taken down can be discarded', async () => {
	vi.useFakeTimers();
	const { path } = fakeChat();
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	fakeApi.goOffline();
	await sendMessage('I take it');

	fakeApi.answer(getChat, refuse(404, ITEM_ERRORS.notFound));
	fakeRealtime.refuse(CHAT_EVENTS.joinRoom, ITEM_ERRORS.notFound);
	fakeApi.goOnline();

	const item = messageItem('I take it');
	await skipUntil(item.getByRole('alert'));
	await item.getByRole('button', { name: CHAT_MESSAGES.discard }).click();
	await expectRefused(ITEM_ERRORS.notFound.message, CHAT_MESSAGES.itemGoneHint);
});
