import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sampleChatPhoto,
	sendButton,
} from '#tests/support/fake-chat.ts';
import { pictureFile, selectPhotos, tallPhoto, widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const strip = page.getByRole('list', { name: CHAT_MESSAGES.photosToSend });
const picked = strip.getByRole('listitem');
const uploading = strip.getByRole('progressbar');
const sentPhotos = messageLog.getByRole('button', { name: /^Photo/ });
const alertText = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const sentEvents = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);

async function openChat() {
	const chat = fakeChat();
	chat.addMessage(STUDENT.id, 'Is it there?');
	await renderPage(chat.path, { as: STUDENT, width: 360 });
	await expect.element(sendButton).toBeEnabled();
	return chat;
}

async function pick(...files: File[]): Promise<void> {
	selectPhotos(...files);
	await expect.element(picked.first()).toBeVisible();
}

describe('photos that a user picks in a chat', () => {
	test('picked photos are uploaded at once, and sent with the text in the order of picking', async () => {
		await openChat();
		// One after the other, since the server numbers photos in the order of their arrival.
		await pick(await widePhoto());
		await expect.element(uploading).not.toBeInTheDocument();
		await pick(await tallPhoto());
		await expect.element(picked.nth(1)).toBeVisible();
		await expect.element(uploading).not.toBeInTheDocument();

		await composer.fill('The back of it');
		await userEvent.keyboard('{Enter}');

		await expect.element(messageItem('The back of it')).toBeVisible();
		await expect.element(sentPhotos.nth(1)).toBeVisible();
		await expect.element(strip).not.toBeInTheDocument();
		await expect.poll(sentEvents).toMatchObject([{ message: 'The back of it', photoIds: [1, 2] }]);
	});

	test('a picked photo can be removed before the others are sent, also without text', async () => {
		await openChat();
		await pick(await widePhoto(), await tallPhoto());

		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await expect.element(picked.nth(1)).not.toBeInTheDocument();
		await expect.element(uploading).not.toBeInTheDocument();
		await sendButton.click();

		await expect.element(sentPhotos).toBeVisible();
		await expect.poll(sentEvents).toMatchObject([{ message: '', photoIds: [expect.any(Number)] }]);
		expect(messageTexts()).toEqual(['Is it there?']);
	});

	test('a message takes four photos at most: when five are picked, none is added; running uploads are accessible', async () => {
		await openChat();
		const files = await Promise.all(
			[60, 61, 62, 63, 64].map((width) => pictureFile(`${width}.jpg`, width, 60)),
		);

		selectPhotos(...files);
		await expect.element(alertText(CHAT_ERRORS.tooManyPhotos.message)).toBeVisible();
		await expect.element(strip).not.toBeInTheDocument();

		fakeApi.hold(uploadChatPhotos);
		await pick(...files.slice(0, 2));
		await expect.element(uploading.first()).toBeVisible();
		await expectAccessible();
	});

	test('photos can be added by pasting and by drag and drop as well', async () => {
		await openChat();
		const transfer = new DataTransfer();
		transfer.items.add(await widePhoto());
		const field = composer.element();

		field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
		await expect.element(picked.first()).toBeVisible();
		field.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));

		await expect.element(picked.nth(1)).toBeVisible();
		await expect.element(uploading).not.toBeInTheDocument();
	});
});

describe('upload of a photo in a chat', () => {
	test('an upload that the server refuses shows the reason and can be retried', async () => {
		await openChat();
		fakeApi.answer(uploadChatPhotos, () => refuse(429, CHAT_ERRORS.photosPerDay));
		await pick(await widePhoto());
		const retry = page.getByRole('button', { name: 'Retry photo 1' });
		await expect.element(retry).toBeVisible();
		const reason = alertText(CHAT_ERRORS.photosPerDay.message);
		await expect.element(reason).toBeVisible();

		await retry.click();
		await expect.poll(() => fakeApi.requests(uploadChatPhotos)).toHaveLength(2);
		await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toHaveFocus();
		await expect.element(retry).toBeVisible();

		// The chat shows the message as not sent, with the reason.
		await sendButton.click();
		await expect.element(retry).not.toBeInTheDocument();
		await expect.element(reason.first()).toBeVisible();
		expect(sentEvents()).toEqual([]);
	});

	test('while a Wi-Fi network answers with its login page, the upload is retried, and the message is then sent once', async () => {
		vi.useFakeTimers();
		await openChat();
		fakeApi.answer(uploadChatPhotos, new Response('<h1>Log in</h1>'));
		selectPhotos(await widePhoto());
		await skipUntil(alertText(REQUEST_ERRORS.failed.message));

		await sendButton.click();
		await skipUntil(() => fakeApi.requests(uploadChatPhotos).length > 2);
		await expect.element(messageLog.getByRole('alert')).not.toBeInTheDocument();
		expect(sentEvents()).toEqual([]);
		fakeApi.answer(uploadChatPhotos, { success: true, photos: [sampleChatPhoto(1)] });

		await skipUntil(messageLog.getByText('Sent', { exact: true }).nth(1));
		await vi.advanceTimersByTimeAsync(10_000);
		expect(sentEvents()).toMatchObject([{ photoIds: [1] }]);
	});

	test('each time the user sends a message again, its photo is uploaded once more if the server has deleted it', async () => {
		await openChat();
		await pick(await widePhoto());
		await expect.poll(() => fakeApi.requests(uploadChatPhotos)).toHaveLength(1);
		await expect.element(uploading).not.toBeInTheDocument();
		const refuseNext = () =>
			fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.photoNotYours);
		refuseNext();
		const release = fakeApi.hold(uploadChatPhotos);
		await sendButton.click();
		await expect.poll(() => fakeApi.requests(uploadChatPhotos)).toHaveLength(2);
		refuseNext();
		release();
		const sendAgain = page.getByRole('button', { name: CHAT_MESSAGES.sendAgain });
		await expect.element(sendAgain).toBeVisible();
		refuseNext();

		await sendAgain.click();

		await expect
			.poll(() => sentEvents().map(({ photoIds }) => photoIds))
			.toEqual([[1], [2], [2], [3]]);
		await expect.element(messageLog.getByText('Sent', { exact: true }).last()).toBeInTheDocument();
	});
});
