import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getConversation } from '#contract/chat/endpoints.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeChat, messageLog, shownChatPhoto } from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';

/** A URL that expired in 2001. */
const EXPIRED = '/chat-photos/7-1600.webp?user=1&until=1000000000&sig=x';
const photoButton = messageLog.getByRole('button', { name: /^Photo/ });
const placeholder = messageLog.getByText('No Image');

/** A chat with one message for each of these photos, in which their URLs have expired. */
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

test('photos whose URLs have expired get new ones, with one request for all of them', async () => {
	const { messages } = await openOldChat(shownChatPhoto(1), shownChatPhoto(2));

	await expect.poll(() => drawnImages()).toBe(2);

	const requests = fakeApi.requests(getConversation);
	expect(requests.map(({ query }) => query.before)).toEqual([(messages.at(-1)?.id ?? 0) + 1]);
	await expect.element(placeholder).not.toBeInTheDocument();
});

test('a photo that gets no other URL has a placeholder, and is not asked for again', async () => {
	await openOldChat({ ...shownChatPhoto(1), url: EXPIRED });

	await expect.element(placeholder).toBeVisible();
	await photoButton.click();

	await expect.element(page.getByRole('dialog').getByText('No Image')).toBeVisible();
	expect(fakeApi.requests(getConversation)).toHaveLength(1);
});

test('a photo whose URL expired without a connection gets a new one once there is a connection', async () => {
	fakeApi.answer(getConversation, NO_CONNECTION);
	const { renewed } = await openOldChat(shownChatPhoto(1));
	await expect.element(placeholder).toBeVisible();

	fakeApi.answer(getConversation, renewed);
	window.dispatchEvent(new Event('online'));

	await expect.poll(() => drawnImages()).toBe(1);
});

test('a photo that was drawn before its URL expired opens in full screen', async () => {
	const { chat, path, addMessage, messages } = fakeChat();
	const drawn = shownChatPhoto(1);
	const ended = { ...drawn, url: `${drawn.url}?until=1000000000` };
	addMessage(chat.other.id, '', { photos: [ended] });
	// The new URL is told from the expired one by its picture.
	const renewed = { ...ended, url: shownChatPhoto(2).url };
	fakeApi.answer(
		getConversation,
		messages.map((message) => ({ ...message, photos: [renewed] })),
	);
	await renderPage(path, { as: STUDENT, width: 360 });
	await expect.poll(() => drawnImages()).toBe(1);

	await photoButton.click();

	const opened = page.getByRole('dialog').getByRole('img');
	await expect.element(opened).toHaveAttribute('src', renewed.url);
	expect(fakeApi.requests(getConversation)).toHaveLength(1);
});

/** How many pictures of the messages are loaded. */
function drawnImages(): number {
	const images = [...messageLog.element().querySelectorAll('img')];
	return images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
}
