import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getChat, listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageItem, sendButton, sendMessage } from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';

const lastJoined = () => fakeRealtime.sent(CHAT_EVENTS.joinRoom).at(-1)?.itemId;
const leaveUnanswered = (event: typeof CHAT_EVENTS.joinRoom | typeof CHAT_EVENTS.sendMessage) =>
	fakeRealtime.on(event, () => undefined);

test('when the server refuses the join of a chat that the user has left, the waiting messages of the open chat are still sent', async () => {
	const second = fakeChat();
	const { id, message, createdAt } = second.addMessage(second.chat.other.id, 'When?');
	const lastMessage = { id, text: message, createdAt, photos: [], isOwn: false };
	fakeApi.answer(listChats, chatPage([listedChat({ ...second.chat, lastMessage })]));
	const first = fakeChat();
	leaveUnanswered(CHAT_EVENTS.joinRoom);
	fakeRealtime.on(CHAT_EVENTS.sendMessage, () => ({ success: true, id: id + 1 }));
	await renderPage(first.path, { as: STUDENT });
	await expect.poll(lastJoined).toBe(first.chat.item.id);
	await createOutbox(STUDENT.id, second.chat.roomId).saveUnsent({
		clientId: randomUuid(),
		text: 'I come at 5',
		writtenAt: Date.now(),
	});
	fakeApi.answer(getChat, { success: true, chat: second.chat });
	goTo(second.path);
	await expect.poll(lastJoined).toBe(second.chat.item.id);
	const item = messageItem('I come at 5');
	await expect.element(item).toBeVisible();

	await fakeRealtime.emitError(ITEM_ERRORS.notFound);
	await second.join();

	await expect.element(item.getByText('Sent', { exact: true })).toBeInTheDocument();
	await expect.element(page.getByText(ITEM_ERRORS.notFound.message)).not.toBeInTheDocument();
});

test('when a message is refused after another chat was opened, the open chat shows no error', async () => {
	const first = fakeChat();
	await renderPage(first.path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	leaveUnanswered(CHAT_EVENTS.sendMessage);
	await sendMessage('Is it there?');
	await expect.poll(() => fakeRealtime.sent(CHAT_EVENTS.sendMessage)).toHaveLength(1);
	const second = fakeChat();
	goTo(second.path);
	await expect.poll(lastJoined).toBe(second.chat.item.id);
	await expect.element(sendButton).toBeEnabled();

	await fakeRealtime.emitError(CHAT_ERRORS.closed);
	await second.receiveMessage('Hello');

	await expect.element(messageItem('Hello')).toBeVisible();
	await expect.element(page.getByText(CHAT_ERRORS.closed.message)).not.toBeInTheDocument();
	await sendMessage('And this one?');
	const item = messageItem('And this one?');
	await expect.element(item.getByText('Sent', { exact: true })).toBeInTheDocument();
});
