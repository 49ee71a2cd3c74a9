import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getConversation } from '#contract/chat/endpoints.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageLog, sampleChatPhoto, sendButton } from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const dialog = page.getByRole('dialog', { name: /^Photo/ });
const position = (text: string) => dialog.getByText(text, { exact: true });

/** Moves a finger over the photo, between two distances from the left edge in CSS pixels. */
function swipe(from: number, to: number): void {
	const frame = dialog.getByRole('region', { name: 'Photo' }).element();
	const finger = {
		pointerType: 'touch',
		pointerId: 7,
		isPrimary: true,
		bubbles: true,
		clientY: 300,
	};
	frame.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: from }));
	frame.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: to }));
}

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

test('a chat photo opens in full screen, the arrow keys and a swipe show the message’s other photos, and Escape closes the dialog', async () => {
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
	swipe(120, 300);
	await expect.element(position('3 / 4')).toBeVisible();
	await userEvent.keyboard('{Escape}');

	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(photo).toHaveFocus();
});

describe('photos whose URLs have expired', () => {
	/** A URL that expired in 2001. */
	const EXPIRED = '/chat-photos/7-1600.webp?user=1&until=1000000000&sig=x';
	const photoButton = messageLog.getByRole('button', { name: /^Photo/ });
	const placeholder = messageLog.getByText('No Image');

	/** Opens a chat with one message for each photo, all with expired URLs. The server's history has the given URLs. */
	async function openOldChat(...photos: ChatPhoto[]) {
		const chat = fakeChat();
		for (const photo of photos)
			chat.addMessage(chat.chat.other.id, '', { photos: [{ ...photo, url: EXPIRED }] });
		const renewed = chat.messages.map((message, index) => ({
			...message,
			photos: photos.slice(index, index + 1),
		}));
		fakeApi.answerByDefault(getConversation, renewed);
		await renderPage(chat.path, { as: STUDENT, width: 360 });
		return { ...chat, renewed };
	}

	test('chat photos with expired URLs get new URLs, with one request for all photos', async () => {
		const { messages } = await openOldChat(sampleChatPhoto(1), sampleChatPhoto(2));

		await expect.poll(() => countLoadedImages()).toBe(2);

		const requests = fakeApi.requests(getConversation);
		expect(requests.map(({ query }) => query.before)).toEqual([(messages.at(-1)?.id ?? 0) + 1]);
		await expect.element(placeholder).not.toBeInTheDocument();
	});

	test('a chat photo that was loaded before its URL expired opens in full screen with a new URL', async () => {
		const { chat, path, addMessage, messages } = fakeChat();
		const loaded = sampleChatPhoto(1);
		const expired = { ...loaded, url: `${loaded.url}?until=1000000000` };
		addMessage(chat.other.id, '', { photos: [expired] });
		// Another picture, so that the new URL differs from the expired one.
		const renewed = { ...expired, url: sampleChatPhoto(2).url };
		fakeApi.answer(
			getConversation,
			messages.map((message) => ({ ...message, photos: [renewed] })),
		);
		await renderPage(path, { as: STUDENT, width: 360 });
		await expect.poll(() => countLoadedImages()).toBe(1);

		await photoButton.click();

		const opened = page.getByRole('dialog').getByRole('img');
		await expect.element(opened).toHaveAttribute('src', renewed.url);
		expect(fakeApi.requests(getConversation)).toHaveLength(1);
	});

	/** How many pictures of the messages are loaded. */
	function countLoadedImages(): number {
		const images = [...messageLog.element().querySelectorAll('img')];
		return images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
	}
});
