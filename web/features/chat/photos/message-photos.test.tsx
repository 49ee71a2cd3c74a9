import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
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
