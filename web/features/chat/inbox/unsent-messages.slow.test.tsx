import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { getConversation, listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	fakeChat,
	messageItem,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { accessTokenOf } from '#tests/support/fake-sign-in.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { currentRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { currentSession } from '#web/lib/session/session.ts';

const row = page.getByRole('list', { name: /^Chats with/ }).getByRole('link');
const waiting = row.getByText(`${CHAT_MESSAGES.waitingToSend}: I take it, 5 pm`);

/** Opens a chat as a buyer who has sent one message, and then writes another without a connection. */
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

test('the page “My Chats” shows an unsent message, and sends it once when the connection is back', async () => {
	await openUnsent(360);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await skipUntil(waiting);

	fakeApi.goOnline();

	await skipUntil(row.getByText('You: I take it, 5 pm'));
	const sent = fakeRealtime.sent(CHAT_EVENTS.sendMessage).map(({ message }) => message);
	expect(sent).toEqual(['I take it, 5 pm']);
});

test('a message that the server stored before the chat was closed is shown once, as sent', async () => {
	const { chat, messages, addMessage } = await openUnsent(1024);
	const [unsent] = await createOutbox(STUDENT.id, chat.roomId).readUnsent();
	addMessage(STUDENT.id, 'I take it, 5 pm');
	Object.assign(messages.at(-1) ?? {}, { clientId: unsent?.clientId });
	chat.closed = CHAT_ERRORS.closed.message;
	fakeApi.answer(getConversation, () => messages);
	fakeRealtime.refuse(CHAT_EVENTS.joinRoom, CHAT_ERRORS.closed);

	fakeApi.goOnline();

	await skipUntil(messageItem('I take it, 5 pm').getByText('Sent', { exact: true }));
	expect(messageTexts()).toEqual(['Is it there?', 'I take it, 5 pm']);
	await expect.element(page.getByText(CHAT_MESSAGES.rejected)).not.toBeInTheDocument();
});

test('an unsent message is not sent in the session of the browser’s next user', async () => {
	await openUnsent(360);
	const nextUser = { ...STUDENT, id: STUDENT.id + 1, userName: 'Bina' };
	fakeApi.answer(checkSession, { success: true, user: nextUser });
	localStorage.clear();
	window.dispatchEvent(new StorageEvent('storage', { key: null }));
	await expect.element(messageItem('I take it, 5 pm')).not.toBeInTheDocument();
	localStorage.setItem('accessToken', accessTokenOf(nextUser.id));
	localStorage.setItem('userId', String(nextUser.id));
	window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
	await expect.poll(() => currentSession().userId).toBe(nextUser.id);

	fakeApi.goOnline();

	await skipUntil(() => currentRealtimeStatus().state === 'connected');
	await vi.advanceTimersByTimeAsync(10_000);
	expect(fakeRealtime.sent(CHAT_EVENTS.sendMessage)).toEqual([]);
});
