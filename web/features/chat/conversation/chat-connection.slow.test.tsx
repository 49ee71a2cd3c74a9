import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { getChat, getConversation, listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { accessTokenOf } from '#tests/support/fake-sign-in.ts';
import { goTo, renderApp, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { currentRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import { currentSession } from '#web/lib/session/session.ts';

const ALL_ATTEMPTS = CHAT_MESSAGES.reconnections(CHAT_LIMITS.reconnectAttempts);
const panel = page.getByRole('region', { name: CHAT_MESSAGES.errorTitle });
const enabledSendButton = page.getByRole('button', { name: 'Send', disabled: false });
const statusOf = (text: string) => page.getByRole('status').filter({ hasText: text });

async function expectPanel(message: string): Promise<void> {
	await expect
		.element(panel.getByRole('heading', { name: CHAT_MESSAGES.errorTitle }))
		.toBeVisible();
	await expect.element(panel.getByRole('alert').getByText(message, { exact: true })).toBeVisible();
	await expect.element(panel.getByRole('button', { name: CHAT_MESSAGES.retry })).toBeVisible();
}

test('a message for which Enter was pressed before the chat is connected waits, and is sent once the chat is connected', async () => {
	vi.useFakeTimers();
	const { path } = fakeChat();
	fakeRealtime.disconnect();
	await renderPage(path, { as: STUDENT });
	await sendMessage('Early');
	await expect.element(sendButton).toBeDisabled();
	await expect.element(composer).toHaveValue('');

	fakeRealtime.reconnect();
	await skipUntil(enabledSendButton);

	await expect.element(messageItem('Early').getByText('Sent', { exact: true })).toBeInTheDocument();
});

/** Opens the chat from the list. @returns a function that lets the server answer with the chat's details */
async function openUnanswered({ chat, addMessage }: ReturnType<typeof fakeChat>) {
	const { id, message: text, createdAt } = addMessage(chat.other.id, 'Is it there?');
	const lastMessage = { id, text, createdAt, photos: [], isOwn: false };
	fakeApi.answer(listChats, chatPage([listedChat({ ...chat, lastMessage })]));
	const release = fakeApi.hold(getChat);
	await renderPage('/chats', { as: STUDENT, width: 360 });
	await page.getByRole('link', { name: chat.other.userName }).click();
	return release;
}

test('before the server answers, the chat shows the person, the item and the last message from the list; once joined, all messages', async () => {
	const fake = fakeChat();
	fake.addMessage(STUDENT.id, 'Hi');
	fakeRealtime.on(CHAT_EVENTS.joinRoom, () => undefined);

	const release = await openUnanswered(fake);
	const name = page.getByRole('heading', { name: fake.chat.other.userName, level: 2 });
	await expect.element(name).toBeVisible();
	await expect.element(page.getByRole('link', { name: fake.chat.item.title })).toBeVisible();
	await expect.element(statusOf(CHAT_MESSAGES.connecting)).toBeVisible();
	expect(messageTexts()).toEqual(['Is it there?']);

	await expect.poll(() => fakeRealtime.sent(CHAT_EVENTS.joinRoom)).not.toHaveLength(0);
	await fake.join();
	await expect.poll(messageTexts).toEqual(['Hi', 'Is it there?']);
	release();
	await expect.element(statusOf(CHAT_MESSAGES.connecting)).not.toBeInTheDocument();
});

describe('error panel of a chat', () => {
	test('when the chat cannot be loaded, the error panel says that the chat’s context could not be determined', async () => {
		vi.useFakeTimers();
		const { path } = fakeChat();
		fakeApi.answer(getChat, NO_CONNECTION);
		await renderPage(path, { as: STUDENT });

		await skipUntil(panel);

		await expectPanel(CHAT_MESSAGES.noContext);
	});

	test('when the chat server requires a login, the error panel asks the user to sign in and counts no reconnection', async () => {
		const { path } = fakeChat();
		fakeRealtime.refuseConnections(CHAT_ERRORS.signIn);
		await renderPage(path, { as: STUDENT });

		await expectPanel(CHAT_ERRORS.signIn.message);
		await expect.element(panel.getByText(CHAT_MESSAGES.reconnections(0))).toBeVisible();
	});
});

describe('chat that loses its connection', () => {
	test('messages stay visible while reconnections are counted, and missed messages appear when the connection is back', async () => {
		vi.useFakeTimers();
		const { path, addMessage } = fakeChat();
		addMessage(STUDENT.id, 'Before the tunnel');
		// After a long time without a connection, the page asks whether the session is still valid.
		fakeApi.answer(checkSession, { success: true, user: STUDENT });
		await renderPage(path, { as: STUDENT, width: 360 });
		await expect.element(sendButton).toBeEnabled();

		fakeApi.goOffline();
		await skipUntil(statusOf(CHAT_MESSAGES.reconnecting).getByText(/^[1-5]\/5$/));
		await expect.element(messageItem('Before the tunnel')).toBeVisible();
		await skipUntil(panel);
		await expectPanel(CHAT_MESSAGES.cannotConnect);
		await expect.element(panel.getByText(ALL_ATTEMPTS, { exact: true })).toBeVisible();
		await expect.element(panel.getByText(CHAT_MESSAGES.offline)).toBeVisible();
		await expectAccessible();
		await expect.element(messageItem('Before the tunnel')).toBeVisible();
		await panel.getByRole('button', { name: CHAT_MESSAGES.retry }).click();
		await expect.element(messageLog).toHaveFocus();
		addMessage(8, 'Said meanwhile');
		fakeApi.goOnline();

		await skipUntil(messageItem('Said meanwhile'));
		await expect.element(panel).not.toBeInTheDocument();
		expect(messageTexts()).toEqual(['Before the tunnel', 'Said meanwhile']);
	});

	test('a message that was stored but not acknowledged is neither sent nor shown a second time', async () => {
		vi.useFakeTimers();
		const { path, addMessage, messages } = fakeChat();
		await renderPage(path, { as: STUDENT });
		await expect.element(sendButton).toBeEnabled();
		fakeRealtime.on(CHAT_EVENTS.sendMessage, ({ message, clientId = null }) => {
			addMessage(STUDENT.id, message);
			Object.assign(messages.at(-1) ?? {}, { clientId });
			return undefined;
		});
		await sendMessage('Is it there?');
		await expect.poll(() => messages).toHaveLength(1);

		fakeRealtime.disconnect();
		fakeRealtime.reconnect();

		await skipUntil(messageItem('Is it there?').getByText('Sent', { exact: true }));
		expect(messageTexts()).toEqual(['Is it there?']);
		expect(fakeRealtime.sent(CHAT_EVENTS.sendMessage)).toHaveLength(1);
	});
});

describe('requests of a chat that the server refuses', () => {
	test('when a busy server refuses the first of several waiting messages, that message is sent again before the others, without an error', async () => {
		vi.useFakeTimers();
		const { path } = fakeChat();
		await renderPage(path, { as: STUDENT });
		await expect.element(sendButton).toBeEnabled();
		fakeApi.goOffline();
		for (const text of ['One', 'Two', 'Three']) await sendMessage(text);
		fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, REQUEST_ERRORS.unavailable);

		fakeApi.goOnline();

		await skipUntil(messageItem('Three').getByText('Sent', { exact: true }));
		expect(messageTexts()).toEqual(['One', 'Two', 'Three']);
		const sent = fakeRealtime.sent(CHAT_EVENTS.sendMessage).map(({ message }) => message);
		expect(sent).toEqual(['One', 'One', 'Two', 'Three']);
		await expect
			.element(page.getByText(REQUEST_ERRORS.unavailable.message))
			.not.toBeInTheDocument();
	});

	test('a read mark that the server refuses for good is not sent again', async () => {
		vi.useFakeTimers();
		const { path, chat, addMessage, receiveMessage } = fakeChat({ role: 'seller' });
		const { id } = addMessage(chat.other.id, 'Is it there?');
		fakeRealtime.on(REALTIME_EVENTS.markRead, () => ({ success: false, ...CHAT_ERRORS.notYours }));
		await renderPage(path, { as: STUDENT });
		const marks = () => fakeRealtime.sent(REALTIME_EVENTS.markRead).map((mark) => mark.messageId);
		await expect.poll(marks).toEqual([id]);

		await vi.advanceTimersByTimeAsync(10_000);
		expect(marks()).toEqual([id]);

		await receiveMessage('Hello?');
		await expect.poll(marks).toEqual([id, id + 1]);
	});
});

describe('switching to another chat', () => {
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
});

describe('unsent message', () => {
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
});
