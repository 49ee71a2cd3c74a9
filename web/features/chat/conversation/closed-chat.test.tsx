import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { getConversation } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

/** Closes the chat as after a ban of the item or of a person: its members can read it, but not join it. */
function close({ chat, messages }: ReturnType<typeof fakeChat>): void {
	chat.closed = CHAT_ERRORS.closed.message;
	fakeApi.answer(getConversation, () => messages);
	fakeRealtime.refuse(CHAT_EVENTS.joinRoom, CHAT_ERRORS.closed);
}

test('a closed chat, which can only be read, shows its messages and says that it is closed', async () => {
	const fake = fakeChat();
	const read = fake.addMessage(STUDENT.id, 'Is it there?');
	fake.addMessage(STUDENT.id, 'Hello?');
	fake.chat.readId = read.id;
	close(fake);
	await renderPage(fake.path, { as: STUDENT });

	await expect.element(page.getByText(CHAT_ERRORS.closed.message, { exact: true })).toBeVisible();
	await expect.element(messageItem('Hello?')).toBeVisible();
	expect(messageTexts()).toEqual(['Is it there?', 'Hello?']);
	const deliveryStatus = (text: string, status: string) =>
		messageItem(text).getByText(status, { exact: true });
	await expect.element(deliveryStatus('Is it there?', 'Read')).toBeInTheDocument();
	await expect.element(deliveryStatus('Hello?', 'Sent')).toBeInTheDocument();
	await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
});

test('when a chat is closed while a message waits offline, the message shows the reason and no longer waits', async () => {
	vi.useFakeTimers();
	const fake = fakeChat();
	fake.addMessage(STUDENT.id, 'Is it there?');
	await renderPage(fake.path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	fakeApi.goOffline();
	await sendMessage('I take it');
	const item = messageItem('I take it');
	await expect.element(item.getByText(CHAT_MESSAGES.notSent)).toBeVisible();

	close(fake);
	fakeApi.goOnline();

	await skipUntil(item.getByRole('alert').getByText(CHAT_ERRORS.closed.message));
	await expect.element(item.getByText(CHAT_MESSAGES.notSent)).not.toBeInTheDocument();
	await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
});

test('a message that the server rejects shows the reason, and can be sent again or discarded', async () => {
	const { path } = fakeChat();
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	const refuseNext = () =>
		fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.blockedByYou);

	refuseNext();
	await sendMessage('Refused');
	const item = messageItem('Refused');
	await expect.element(item.getByText(CHAT_ERRORS.blockedByYou.message)).toBeVisible();
	await item.getByRole('button', { name: CHAT_MESSAGES.sendAgain }).click();
	await expect.element(messageLog).toHaveFocus();
	await expect.element(item.getByText('Sent', { exact: true })).toBeInTheDocument();

	refuseNext();
	await sendMessage('Thrown away');
	await messageItem('Thrown away').getByRole('button', { name: CHAT_MESSAGES.discard }).click();
	await expect.element(messageItem('Thrown away')).not.toBeInTheDocument();
	await expect.element(messageLog).toHaveFocus();
	expect(messageTexts()).toEqual(['Refused']);
});

test('when the user has blocked the other person on another page, a refused message makes the chat offer to unblock', async () => {
	const { path, chat, addMessage } = fakeChat();
	addMessage(chat.other.id, 'Is it still there?');
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.blockedByYou);
	chat.isBlocked = true;

	await sendMessage('Refused');

	await expect
		.element(messageItem('Refused').getByText(CHAT_ERRORS.blockedByYou.message))
		.toBeVisible();
	const unblock = page.getByRole('button', { name: BLOCK_MESSAGES.unblock(chat.other.userName) });
	await expect.element(unblock).toBeVisible();
});
