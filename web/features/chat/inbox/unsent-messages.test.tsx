import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getConversation, listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageItem, sendButton, sendMessage } from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const row = page.getByRole('list', { name: /^Chats with/ }).getByRole('link');
const waiting = row.getByText(`${CHAT_MESSAGES.waitingToSend}: I take it, 5 pm`);

/** A buyer who has written once, and then again without a connection. */
async function openUnsent(width: number) {
	vi.useFakeTimers();
	const fake = fakeChat();
	fake.addMessage(STUDENT.id, 'Is it there?');
	fakeApi.answer(listChats, () => {
		const { id = 0, message: text = '', createdAt = '' } = fake.messages.at(-1) ?? {};
		const lastMessage = { id, text, photos: [], isOwn: true, createdAt };
		return chatPage([listedChat({ ...fake.chat, lastMessage })]);
	});
	await renderApp('/chats', { as: STUDENT, width });
	await row.click();
	await expect.element(sendButton).toBeEnabled();
	fakeApi.goOffline();
	await sendMessage('I take it, 5 pm');
	await skipUntil(messageItem('I take it, 5 pm').getByText(CHAT_MESSAGES.notSent));
	return fake;
}

test('the row beside an open chat shows an unsent message until it is sent', async () => {
	await openUnsent(1024);
	await skipUntil(waiting);

	fakeApi.goOnline();

	await skipUntil(row.getByText('You: I take it, 5 pm'));
	await expect.element(waiting).not.toBeInTheDocument();
});

test('a row of My Chats shows it too, and it is sent from there once', async () => {
	await openUnsent(360);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await skipUntil(waiting);

	fakeApi.goOnline();

	await skipUntil(row.getByText('You: I take it, 5 pm'));
	const sent = fakeRealtime.sent(CHAT_EVENTS.sendMessage).map(({ message }) => message);
	expect(sent).toEqual(['I take it, 5 pm']);
});

test('the row of a chat that was closed meanwhile says that the message was not sent', async () => {
	const { chat, messages } = await openUnsent(1024);
	chat.closed = CHAT_ERRORS.closed.message;
	fakeApi.answer(getConversation, () => messages);
	fakeRealtime.on(CHAT_EVENTS.joinRoom, () => void fakeRealtime.emitError(CHAT_ERRORS.closed));

	fakeApi.goOnline();

	await skipUntil(row.getByText(`${CHAT_MESSAGES.rejected}: I take it, 5 pm`));
	const discard = messageItem('I take it, 5 pm').getByRole('button', {
		name: CHAT_MESSAGES.discard,
	});
	await discard.click();
	await skipUntil(row.getByText('You: Is it there?'));
});

test('a message that waits in one chat is sent while another one is open', async () => {
	const first = await openUnsent(360);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await skipUntil(waiting);
	const second = fakeChat();
	goTo(second.path);

	fakeApi.goOnline();

	const sent = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);
	await skipUntil(() => sent().length > 0);
	const { roomId } = first.chat;
	expect(sent()).toMatchObject([{ roomId, message: 'I take it, 5 pm', withoutJoining: true }]);
	const { item } = second.chat;
	await skipUntil(() => fakeRealtime.sent(CHAT_EVENTS.joinRoom).at(-1)?.itemId === item.id);
});
