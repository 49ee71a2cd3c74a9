import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { getConversation, listChats, uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import {
	fakeChat,
	messageItem,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { accessTokenOf } from '#tests/support/fake-sign-in.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
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

test('in the list beside an open chat, the chat’s row shows an unsent message until it is sent', async () => {
	await openUnsent(1024);
	await skipUntil(waiting);

	fakeApi.goOnline();

	await skipUntil(row.getByText('You: I take it, 5 pm'));
	await expect.element(waiting).not.toBeInTheDocument();
});

test('the page “My Chats” shows an unsent message, and sends it once when the connection is back', async () => {
	await openUnsent(360);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await skipUntil(waiting);

	fakeApi.goOnline();

	await skipUntil(row.getByText('You: I take it, 5 pm'));
	const sent = fakeRealtime.sent(CHAT_EVENTS.sendMessage).map(({ message }) => message);
	expect(sent).toEqual(['I take it, 5 pm']);
});

test('the list of chats stops showing a sent message as unsent, even while many other messages arrive', async () => {
	const { chat } = await openUnsent(360);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await skipUntil(waiting);
	fakeApi.goOnline();
	const sent = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);
	await skipUntil(() => sent().length > 0);

	let messageId = 2000;
	const receiveNext = async () => {
		messageId += 1;
		await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, { roomId: chat.roomId, messageId });
		await vi.advanceTimersByTimeAsync(100);
		return waiting.query();
	};

	await expect.poll(receiveNext).toBeNull();
});

test('when a chat is closed while a message waits offline, the chat’s row says that the message was not sent', async () => {
	const { chat, messages } = await openUnsent(1024);
	chat.closed = CHAT_ERRORS.closed.message;
	fakeApi.answer(getConversation, () => messages);
	fakeRealtime.refuse(CHAT_EVENTS.joinRoom, CHAT_ERRORS.closed);

	fakeApi.goOnline();

	await skipUntil(row.getByText(`${CHAT_MESSAGES.rejected}: I take it, 5 pm`));
	const discard = messageItem('I take it, 5 pm').getByRole('button', {
		name: CHAT_MESSAGES.discard,
	});
	await discard.click();
	await skipUntil(row.getByText('You: Is it there?'));
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

test('an unsent message of one chat is sent while another chat is open', async () => {
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

test('when an unsent message of one chat is refused, the refusal is not shown in the chat that is open now', async () => {
	const first = await openUnsent(1024);
	const second = fakeChat();
	fakeApi.answer(listChats, chatPage([listedChat({ ...first.chat })]));
	fakeRealtime.on(CHAT_EVENTS.sendMessage, ({ withoutJoining }) => {
		if (!withoutJoining) void fakeRealtime.emitError(CHAT_ERRORS.closed);
		return { success: false, ...CHAT_ERRORS.closed };
	});
	goTo(second.path);
	const { item } = second.chat;

	fakeApi.goOnline();

	await skipUntil(row.getByText(`${CHAT_MESSAGES.rejected}: I take it, 5 pm`));
	await skipUntil(() => fakeRealtime.sent(CHAT_EVENTS.joinRoom).at(-1)?.itemId === item.id);
	await expect.element(page.getByText(CHAT_ERRORS.closed.message)).not.toBeInTheDocument();
});

test('an unsent text in one chat does not wait for a photo upload in another chat', async () => {
	const photos = [{ key: randomUuid(), file: await widePhoto(), width: 80, height: 60 }];
	const writtenAt = Date.now();
	const [withPhoto, withText] = ['1-7', '2-7'].map((room) => createOutbox(STUDENT.id, room));
	await withPhoto?.saveUnsent({ clientId: randomUuid(), text: '', photos, writtenAt });
	await withText?.saveUnsent({ clientId: randomUuid(), text: 'I come at 5', writtenAt });
	fakeApi.answer(uploadChatPhotos, NO_CONNECTION);
	fakeApi.hold(uploadChatPhotos);
	fakeRealtime.on(CHAT_EVENTS.sendMessage, () => ({ success: true, id: 2000 }));

	await renderApp('/chats', { as: STUDENT });

	const sent = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);
	await expect.poll(sent).toMatchObject([{ roomId: '2-7', message: 'I come at 5' }]);
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
