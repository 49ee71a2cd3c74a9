import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { getConversation } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { getDeal } from '#contract/deals/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
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
import { renderPage } from '#tests/support/render-page.tsx';

const boundsOf = (text: string) =>
	page.getByText(text, { exact: true }).element().getBoundingClientRect();
const deliveryStatus = (text: string, status: string) =>
	messageItem(text).getByText(status, { exact: true });

/** A chat with messages: '> Hi' is the user's own, 'Hi' the other person's. */
async function openChat(messages: readonly string[], width = 360) {
	const fake = fakeChat();
	for (const text of messages)
		fake.addMessage(
			text.startsWith('> ') ? STUDENT.id : fake.chat.other.id,
			text.replace(/^> /, ''),
		);
	await renderPage(fake.path, { as: STUDENT, width });
	const last = messages.at(-1)?.replace(/^> /, '');
	if (last) await expect.element(messageItem(last)).toBeVisible();
	return fake;
}

describe('message in a chat', () => {
	test('a message shows its day and time; a link in it opens in a new tab without a referrer, while scripts and markup stay text', async () => {
		await openChat(['See https://example.com/a?b=c or javascript:alert(1) <b>bold</b>']);

		const link = messageLog.getByRole('link');

		await expect.element(link).toHaveTextContent('https://example.com/a?b=c');
		await expect.element(link).toHaveAttribute('href', 'https://example.com/a?b=c');
		await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
		await expect.element(link).toHaveAttribute('target', '_blank');
		await expect.element(messageLog.getByText('<b>bold</b>')).toBeVisible();
		await expect.element(messageLog.getByText('Today', { exact: true })).toBeVisible();
		const time = messageLog.element().querySelector('time');
		expect(time?.textContent).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
	});

	test('a run of messages that look like a scam shows each kind of warning once, only to the receiver, and is accessible with long words and an open menu', async () => {
		await openChat([
			'> Is it available?',
			'Scan this QR',
			'and tell me the OTP',
			'www.example.com/pay',
			'> I will not tell you the OTP',
			`> ${'w'.repeat(300)}`,
		]);
		await composer.fill('x'.repeat(2001));
		await expect.element(page.getByText(CHAT_MESSAGES.linkWarning)).toBeVisible();
		expect(page.getByText(CHAT_MESSAGES.scamWarning).elements()).toHaveLength(1);

		await page.getByRole('button', { name: 'Chat options' }).click();
		await expect.element(page.getByRole('menu')).toBeVisible();
		await expectAccessible();
	});
});

describe('long chat', () => {
	const lines = Array.from({ length: 260 }, (_, index) => `> Line ${index + 1}`);
	const distanceToEnd = () => {
		const { scrollHeight, scrollTop, clientHeight } = messageLog.element();
		return scrollHeight - scrollTop - clientHeight;
	};
	const scrollTo = (top: number) => messageLog.element().scrollTo({ top, behavior: 'instant' });

	/** Scrolls to `top` until the chat stays at this position: a chat that has just opened may scroll to its end once more. */
	async function scrollUp(top: number): Promise<void> {
		while (messageLog.element().scrollTop !== top) {
			const scrolled = new Promise((resolve) => {
				messageLog.element().addEventListener('scroll', resolve, { once: true });
			});
			scrollTo(top);
			await scrolled;
		}
	}

	test('the chat opens at its end, loads older messages on scrolling up, and keeps the reading position', async () => {
		const { messages } = await openChat(lines);
		fakeApi.answer(getConversation, ({ query }) => {
			const end = messages.findIndex(({ id }) => id === query.before);
			return messages.slice(Math.max(0, end - CHAT_LIMITS.historyPage), end);
		});
		await expect.poll(distanceToEnd).toBeLessThan(2);
		await expect.element(page.getByText('Line 60', { exact: true })).not.toBeInTheDocument();

		scrollTo(0);
		await expect.element(page.getByText('Line 60', { exact: true })).toBeInTheDocument();

		const { y } = boundsOf('Line 61');
		expect(y).toBeGreaterThan(0);
		expect(y).toBeLessThan(780);
		await expect
			.poll(() => {
				scrollTo(0);
				return page.getByText('Line 1', { exact: true }).elements();
			})
			.toHaveLength(1);
		const older = page.getByRole('button', { name: 'Show older messages' });
		await expect.element(older).not.toBeInTheDocument();
		expect(messageTexts()).toEqual(lines.map((line) => line.replace('> ', '')));
	});

	test('when the user reads further up, a new message shows a button and does not scroll the chat', async () => {
		const { receiveMessage } = await openChat(lines.slice(0, 60));
		await expect.poll(distanceToEnd).toBeLessThan(2);
		await scrollUp(200);

		await receiveMessage('Are you there?');

		const newMessages = page.getByRole('button', { name: CHAT_MESSAGES.newMessages });
		await expect.element(newMessages).toBeVisible();
		expect(messageLog.element().scrollTop).toBe(200);
		await newMessages.click();
		await expect.poll(distanceToEnd).toBeLessThan(2);
		await expect.element(newMessages).not.toBeInTheDocument();
		await expect.element(messageLog).toHaveFocus();
	});
});

test('40 messages received in a row are marked as delivered and read with fewer than 40 requests', async () => {
	const { receiveMessage } = await openChat(['Is it there?']);

	for (let count = 1; count <= 40; count += 1) await receiveMessage(`Hello ${count}`);
	await expect.element(messageItem('Hello 40')).toBeVisible();
	await sendMessage('I am here');
	await expect.element(deliveryStatus('I am here', 'Sent')).toBeInTheDocument();

	const marks = [REALTIME_EVENTS.markRead, REALTIME_EVENTS.markDelivered].flatMap((event) =>
		fakeRealtime.sent(event),
	);
	expect(marks.length).toBeGreaterThan(0);
	expect(marks.length).toBeLessThan(40);
});

const [AVAILABLE, WORKS, WHERE] = CHAT_MESSAGES.conversationStarters;
const sent = page.getByRole('log').getByText('Sent', { exact: true });
const suggestion = (name: string) => page.getByRole('button', { name, exact: true });

async function openEmptyChat(changes: Parameters<typeof fakeChat>[0] = {}) {
	const chat = fakeChat(changes);
	await renderPage(chat.path, { as: STUDENT, width: 360 });
	await expect.element(sendButton).toBeEnabled();
	return chat;
}

test('Enter sends the trimmed text of at most 2,000 characters, Shift+Enter breaks the line; unsent text is there on the next visit', async () => {
	const { path } = await openEmptyChat();

	await sendMessage('   ');
	await composer.fill('  One');
	await userEvent.keyboard('{Shift>}{Enter}{/Shift}two  {Enter}');
	await expect.element(sent).toBeInTheDocument();
	expect(messageTexts()).toEqual(['One\ntwo']);
	await expect.element(composer).toHaveValue('');
	await expect.element(composer).toHaveFocus();

	await sendMessage('x'.repeat(2001));
	await expect.element(page.getByText('2,001/2,000')).toBeVisible();
	await expect.element(page.getByRole('alert').getByText(CHAT_ERRORS.text.message)).toBeVisible();
	expect(messageTexts()).toHaveLength(1);
	await sendMessage('😀'.repeat(2000));
	await expect.poll(messageTexts).toHaveLength(2);

	await composer.fill('I was about to say');
	await cleanup();
	await renderPage(path);
	await expect.element(composer).toHaveValue('I was about to say');
});

describe('chat without messages', () => {
	test('a suggested opening message is put into the input, and sent only by the user', async () => {
		await openEmptyChat();
		await expect.element(page.getByText(CHAT_MESSAGES.meetSafely)).toBeVisible();
		await expectAccessible();

		await suggestion(WORKS).click();
		await suggestion(AVAILABLE).click();
		await expect.element(composer).toHaveValue(AVAILABLE);
		await expect.element(composer).toHaveFocus();
		await composer.fill('Hi!');
		await suggestion(WHERE).click();
		await expect.element(composer).toHaveValue(`Hi! ${WHERE}`);
		expect(messageTexts()).toEqual([]);
		await sendButton.click();

		const item = messageItem(`Hi! ${WHERE}`);
		await expect.element(item.getByText('Sent', { exact: true })).toBeInTheDocument();
		await expect.element(suggestion(AVAILABLE)).not.toBeInTheDocument();
		await expect.element(page.getByText(CHAT_MESSAGES.meetSafely)).not.toBeInTheDocument();
	});

	test('the seller gets no suggestions and no deal, and can write only after the buyer has written', async () => {
		const { path, chat, receiveMessage } = fakeChat({
			role: 'seller',
			closed: CHAT_ERRORS.buyerFirst.message,
			isNotBegun: true,
		});
		await renderPage(path, { as: STUDENT });
		await expect.element(page.getByText(CHAT_ERRORS.buyerFirst.message)).toBeVisible();
		const empty = page.getByText(CHAT_MESSAGES.emptyConversation(chat.other.userName));
		await expect.element(empty).toBeVisible();
		await expect.element(suggestion(AVAILABLE)).not.toBeInTheDocument();
		expect(fakeApi.requests(getDeal)).toEqual([]);

		chat.closed = null;
		chat.isNotBegun = undefined;
		await receiveMessage('Good evening');

		await expect.element(messageItem('Good evening')).toBeVisible();
		await sendMessage('Good evening to you');
		const answer = messageItem('Good evening to you');
		await expect.element(answer.getByText('Sent', { exact: true })).toBeInTheDocument();
		expect(fakeApi.requests(getDeal)).not.toEqual([]);
	});
});
