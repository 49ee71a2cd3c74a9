import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sendButton,
} from '#tests/support/fake-chat.ts';
import { pictureFile, selectPhotos, tall, wide } from '#tests/support/fake-item-form.ts';
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

/** Holds back the next picture that the page draws. @returns releases it */
function holdDrawing(): () => void {
	const { promise, resolve } = Promise.withResolvers<void>();
	const draw = globalThis.createImageBitmap;
	const spy = vi.spyOn(globalThis, 'createImageBitmap');
	onTestFinished(() => spy.mockRestore());
	spy.mockImplementationOnce(async (...image: unknown[]) => {
		await promise;
		return draw.apply(globalThis, image as Parameters<typeof draw>);
	});
	return resolve;
}

function pasteIntoComposer(file: File): void {
	const clipboardData = new DataTransfer();
	clipboardData.items.add(file);
	composer.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}

function pickedSizes(): string[] {
	const pictures = picked.getByRole('img').elements() as HTMLImageElement[];
	return pictures.map(({ naturalWidth, naturalHeight }) => `${naturalWidth} × ${naturalHeight}`);
}

async function pick(...files: File[]): Promise<void> {
	selectPhotos(...files);
	await expect.element(picked.first()).toBeVisible();
}

describe('photos picked in a chat', () => {
	test('upload at once, and are sent with the words in their order', async () => {
		await openChat();
		// One after the other: the server numbers them as they arrive.
		await pick(await wide());
		await expect.element(uploading).not.toBeInTheDocument();
		await pick(await tall());
		await expect.element(picked.nth(1)).toBeVisible();
		await expect.element(uploading).not.toBeInTheDocument();

		await composer.fill('The back of it');
		await userEvent.keyboard('{Enter}');

		await expect.element(messageItem('The back of it')).toBeVisible();
		await expect.element(sentPhotos.nth(1)).toBeVisible();
		await expect.element(strip).not.toBeInTheDocument();
		await expect.poll(sentEvents).toMatchObject([{ message: 'The back of it', photoIds: [1, 2] }]);
	});

	test('can be sent without words, and then stand alone', async () => {
		await openChat();
		await pick(await wide());

		await sendButton.click();

		await expect.element(sentPhotos).toBeVisible();
		await expect.poll(sentEvents).toMatchObject([{ message: '', photoIds: [1] }]);
		expect(messageTexts()).toEqual(['Is it there?']);
	});

	test('can be removed before they are sent', async () => {
		await openChat();
		await pick(await wide(), await tall());

		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await expect.element(picked.nth(1)).not.toBeInTheDocument();
		await expect.element(uploading).not.toBeInTheDocument();
		await sendButton.click();

		await expect.element(sentPhotos).toBeVisible();
		await expect.poll(sentEvents).toMatchObject([{ photoIds: [expect.any(Number)] }]);
	});

	test('leave the focus on the next photo when one is removed, and on the words after the last', async () => {
		await openChat();
		await pick(await wide(), await tall(), await wide());
		await expect.poll(() => fakeApi.requests(uploadChatPhotos)).toHaveLength(3);
		const remove = (position: number) =>
			page.getByRole('button', { name: `Remove photo ${position}` });

		await remove(2).click();
		await expect.element(remove(2)).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await expect.element(remove(1)).toHaveFocus();
		await userEvent.keyboard('{Enter}');

		await expect.element(strip).not.toBeInTheDocument();
		await expect.element(composer).toHaveFocus();
	});

	test('are four at most: of five none is added', async () => {
		await openChat();
		const files = await Promise.all(
			[60, 61, 62, 63, 64].map((width) => pictureFile(`${width}.jpg`, width, 60)),
		);

		selectPhotos(...files);

		await expect.element(alertText(CHAT_ERRORS.tooManyPhotos.message)).toBeVisible();
		await expect.element(strip).not.toBeInTheDocument();
	});

	test('are photos: another file is refused by name', async () => {
		await openChat();

		selectPhotos(new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' }));

		const reason = 'These files are not photos we can read: bill.pdf';
		await expect.element(alertText(reason)).toBeVisible();
	});

	test('come from the clipboard and by drag and drop as well', async () => {
		await openChat();
		const transfer = new DataTransfer();
		transfer.items.add(await wide());
		const field = composer.element();

		field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
		await expect.element(picked.first()).toBeVisible();
		field.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));

		await expect.element(picked.nth(1)).toBeVisible();
		await expect.element(uploading).not.toBeInTheDocument();
	});

	test('while earlier ones are still prepared are added after them, and nothing is sent before', async () => {
		await openChat();
		const release = holdDrawing();
		selectPhotos(await wide());
		await expect.element(sendButton).toBeDisabled();

		pasteIntoComposer(await tall());
		selectPhotos(await pictureFile('square.jpg', 60, 60));
		await composer.fill('The back of it');
		await userEvent.keyboard('{Enter}');
		expect(sentEvents()).toEqual([]);
		release();

		await expect.element(sendButton).toBeEnabled();
		await expect.poll(pickedSizes).toEqual(['80 × 60', '60 × 90', '60 × 60']);
		await sendButton.click();
		await expect.poll(sentEvents).toMatchObject([{ message: 'The back of it' }]);
		expect(sentEvents()[0]?.photoIds).toHaveLength(3);
	});

	test('are there again on the next visit, as the words are', async () => {
		const { path } = await openChat();
		await pick(await wide());
		await cleanup();

		await renderPage(path);

		await expect.element(picked).toBeVisible();
		await expect.element(uploading).not.toBeInTheDocument();
	});

	test('are accessible in every look, also while they upload and where one has failed', async () => {
		await openChat();
		fakeApi.hold(uploadChatPhotos);

		await pick(await wide());
		await expect.element(uploading).toBeVisible();

		await expectAccessible();
	});
});

test('a photo that this browser cannot draw is shown as its name, and once it is sent as the server’s copy', async () => {
	await openChat();
	await pick(new File(['no browser draws this'], 'phone.heic', { type: 'image/heic' }));
	await expect.element(picked.getByText('phone.heic')).toBeVisible();
	await sendButton.click();

	await expect.element(sentPhotos).toBeVisible();
	await expect.element(sentPhotos.getByText('phone.heic')).not.toBeInTheDocument();
});

describe('an upload', () => {
	test('that the server refuses says why, and can be tried again', async () => {
		await openChat();
		fakeApi.answer(uploadChatPhotos, () => refuse(429, CHAT_ERRORS.photosPerDay));
		await pick(await wide());
		const retry = page.getByRole('button', { name: 'Retry photo 1' });
		await expect.element(retry).toBeVisible();
		const reason = alertText(CHAT_ERRORS.photosPerDay.message);
		await expect.element(reason).toBeVisible();

		await retry.click();
		await expect.poll(() => fakeApi.requests(uploadChatPhotos)).toHaveLength(2);
		await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toHaveFocus();
		await expect.element(retry).toBeVisible();

		// The message waits in the chat, with the reason.
		await sendButton.click();
		await expect.element(retry).not.toBeInTheDocument();
		await expect.element(reason.first()).toBeVisible();
		expect(sentEvents()).toEqual([]);
	});

	test('is waited for when the message is sent meanwhile', async () => {
		await openChat();
		const release = fakeApi.hold(uploadChatPhotos);
		await pick(await wide());

		await sendButton.click();
		await expect.element(sentPhotos).toBeVisible();
		expect(sentEvents()).toEqual([]);
		release();

		await expect.poll(sentEvents).toMatchObject([{ photoIds: [1] }]);
	});

	test('begins again when the server has deleted the photo meanwhile', async () => {
		await openChat();
		await pick(await wide());
		await expect.element(uploading).not.toBeInTheDocument();
		fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.photoNotYours);

		await sendButton.click();
		// The server says it as an event, too.
		await fakeRealtime.emitError(CHAT_ERRORS.photoNotYours);

		await expect.poll(() => sentEvents().map(({ photoIds }) => photoIds)).toEqual([[1], [2]]);
		await expect.element(messageLog.getByText('Sent', { exact: true }).last()).toBeInTheDocument();
		const error = page.getByText(CHAT_ERRORS.photoNotYours.message);
		await expect.element(error).not.toBeInTheDocument();
	});
});

test('a message with a photo that is written offline waits, says so, and goes out once', async () => {
	vi.useFakeTimers();
	await openChat();
	fakeApi.goOffline();
	selectPhotos(await wide());
	await skipUntil(picked);

	await sendButton.click();
	await skipUntil(messageLog.getByText(CHAT_MESSAGES.notSent));
	await expect.element(sentPhotos).toBeVisible();
	fakeApi.goOnline();

	await skipUntil(messageLog.getByText('Sent', { exact: true }).nth(1));
	expect(sentEvents().map(({ clientId }) => clientId)).toHaveLength(1);
	await expect.element(sentPhotos).toBeVisible();
});
