import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { getDeal } from '#contract/deals/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const [AVAILABLE, WORKS, WHERE] = CHAT_MESSAGES.conversationStarters;
const sent = page.getByRole('log').getByText('Sent', { exact: true });
const suggestion = (name: string) => page.getByRole('button', { name, exact: true });

async function openChat(changes: Parameters<typeof fakeChat>[0] = {}) {
	const chat = fakeChat(changes);
	await renderPage(chat.path, { as: STUDENT, width: 360 });
	await expect.element(sendButton).toBeEnabled();
	return chat;
}

test('Enter sends the trimmed text of at most 2,000 characters, Shift+Enter breaks the line; unsent text is there on the next visit', async () => {
	const { path } = await openChat();

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
		await openChat();
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
