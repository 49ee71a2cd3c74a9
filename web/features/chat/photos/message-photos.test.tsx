import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listChats } from '#contract/chat/endpoints.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageLog, sampleChatPhoto, sendButton } from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const dialog = page.getByRole('dialog', { name: /^Photo/ });
const position = (text: string) => dialog.getByText(text, { exact: true });

async function openChat({ width = 360 } = {}) {
	const chat = fakeChat();
	chat.addMessage(STUDENT.id, 'Could you show me the back?');
	await renderPage(chat.path, { as: STUDENT, width });
	await expect.element(sendButton).toBeEnabled();
	return chat;
}

test('a photo received in a chat is labelled with its sender and time, and causes no layout shift when it loads', async () => {
	const { chat, receiveMessage } = await openChat();

	await receiveMessage('', [sampleChatPhoto(1, { width: 600, height: 800 })]);

	const name = new RegExp(`^Photo from ${chat.other.userName}, \\d\\d?:\\d\\d`);
	const photo = messageLog.getByRole('button', { name });
	await expect.element(photo).toBeVisible();
	const sizeOf = () => {
		const { width, height } = photo.element().getBoundingClientRect();
		return { width, height };
	};
	const before = sizeOf();
	expect(before.width).toBeLessThanOrEqual(280);
	expect(before.height / before.width).toBeCloseTo(4 / 3, 1);
	const image = photo.element().querySelector('img');
	await expect.poll(() => image?.complete && image.naturalWidth > 0).toBe(true);
	expect(sizeOf()).toEqual(before);
	await expectAccessible();
});

test('a chat photo opens in full screen, the arrow keys show the message’s other photos, and Escape closes the dialog', async () => {
	const { receiveMessage } = await openChat({ width: 1024 });
	await receiveMessage(
		'All sides',
		[1, 2, 3, 4].map((id) => sampleChatPhoto(id)),
	);
	const photo = messageLog.getByRole('button', { name: /^Photo 2 of 4 from/ });

	await photo.click();
	await expect.element(position('2 / 4')).toBeVisible();
	await expectAccessible();
	await userEvent.keyboard('{ArrowRight}');
	await expect.element(position('3 / 4')).toBeVisible();
	await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
	await expect.element(position('4 / 4')).toBeVisible();
	await userEvent.keyboard('{Escape}');

	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(photo).toHaveFocus();
});

test('the list of chats shows “Photo” for a message without text', async () => {
	const lastMessage = {
		id: 5,
		text: 'Sent a photo.',
		isOwn: false,
		createdAt: '2026-02-03T04:05:06.000Z',
		photos: [sampleChatPhoto(1)],
		isWithoutWords: true as const,
	};
	fakeApi.answer(listChats, chatPage([listedChat({ lastMessage })]));

	await renderPage('/chats', { as: STUDENT });

	const list = page.getByRole('list', { name: /^Chats with/ });
	await expect.element(list.getByText(CHAT_MESSAGES.photo, { exact: true })).toBeVisible();
});
