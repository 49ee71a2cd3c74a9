import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sampleChatPhoto,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { pictureFile, selectPhotos, tallPhoto, widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderApp, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { isRoomClaimed } from '#web/features/chat/engine/background-sending.ts';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { knownUploads } from './known-uploads.ts';

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

describe('photos in a draft', () => {
	const strip = page.getByRole('list', { name: CHAT_MESSAGES.photosToSend });
	const picked = strip.getByRole('listitem');
	const sentIds = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage).map(({ photoIds }) => photoIds);
	const uploads = () => fakeApi.requests(uploadChatPhotos);

	/** Opens a chat. `outbox` reads and changes the chat's stored draft, as another tab does. */
	async function openChat() {
		const { chat, path } = fakeChat();
		await renderPage(path, { as: STUDENT, width: 360 });
		await expect.element(sendButton).toBeEnabled();
		const outbox = createOutbox(STUDENT.id, chat.roomId);
		/** The server's ids of the photos in the stored draft; undefined for a photo that is not uploaded. */
		const draftIds = async () =>
			(await outbox.readDraftPhotos()).map(({ uploaded }) => uploaded?.id);
		return { path, outbox, draftIds };
	}

	/** Unmounts the page and forgets its uploads, as when a tab is closed. */
	async function leave(): Promise<void> {
		await cleanup();
		knownUploads.clear();
	}

	async function reload(path: string): Promise<void> {
		await leave();
		await renderPage(path);
		await expect.element(sendButton).toBeEnabled();
		await expect.element(picked.first()).toBeVisible();
	}

	test('uploaded photos of a chat’s draft are not uploaded again when the page is loaded again', async () => {
		const { path, draftIds } = await openChat();
		selectPhotos(await widePhoto(), await tallPhoto());
		await expect.poll(draftIds).toEqual([expect.any(Number), expect.any(Number)]);
		const ids = await draftIds();

		await reload(path);
		selectPhotos(await pictureFile('square.jpg', 60, 60));
		await expect.poll(draftIds).toEqual([...ids, 3]);
		await reload(path);
		await sendButton.click();

		await expect.poll(sentIds).toEqual([[...ids, 3]]);
		expect(uploads()).toHaveLength(3);
	});

	test('a photo of a chat’s draft that another tab has sent meanwhile is uploaded again and sent', async () => {
		const refusal = CHAT_ERRORS.photoAlreadySent;
		const { path, draftIds } = await openChat();
		selectPhotos(await widePhoto());
		await expect.poll(draftIds).toEqual([1]);
		await reload(path);
		fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, refusal);

		await sendButton.click();
		// The server also sends the refusal as an error event.
		await fakeRealtime.emitError(refusal);

		await expect.poll(sentIds).toEqual([[1], [2]]);
		await expect.element(page.getByText(refusal.message)).not.toBeInTheDocument();
	});
});

describe('photos that wait', () => {
	/** The first attempt, and one after each delay of `retryOnConnectionLoss`. */
	const UPLOAD_ATTEMPTS = 6;

	const sentPhotos = messageLog.getByRole('button', { name: /^Photo/ });
	const sentEvents = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);
	const sentContents = () => sentEvents().map(({ message, photoIds }) => photoIds ?? message);

	/** A chat with a message whose photo is being uploaded. */
	async function sendSlowPhoto() {
		const fake = fakeChat();
		await renderApp(fake.path, { as: STUDENT, width: 360 });
		await expect.element(sendButton).toBeEnabled();
		const release = fakeApi.hold(uploadChatPhotos);
		selectPhotos(await widePhoto());
		await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
		await sendButton.click();
		await expect.element(sentPhotos).toBeVisible();
		return { ...fake, release };
	}

	test('a chat text written while a photo is still being uploaded is sent after the photo', async () => {
		const { release } = await sendSlowPhoto();
		await sendMessage('This is the one');
		await sendMessage('As good as new');
		expect(sentEvents()).toEqual([]);

		release();

		await expect.poll(sentContents).toEqual([[1], 'This is the one', 'As good as new']);
	});

	test('a chat photo that the server refuses does not block the text after it', async () => {
		const { release } = await sendSlowPhoto();
		await sendMessage('This is the one');
		fakeApi.answer(uploadChatPhotos, () => refuse(429, CHAT_ERRORS.photosPerDay));

		release();

		await expect.poll(sentEvents).toMatchObject([{ message: 'This is the one' }]);
		const reason = messageLog.getByRole('alert').getByText(CHAT_ERRORS.photosPerDay.message);
		await expect.element(reason).toBeVisible();
	});

	test('when a chat photo cannot be uploaded, the next text waits for the last retry, and the photo can be sent again', async () => {
		const { release } = await sendSlowPhoto();
		await sendMessage('See?');
		fakeApi.answer(uploadChatPhotos, NO_CONNECTION);
		vi.useFakeTimers();

		release();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(sentEvents()).toEqual([]);
		await skipUntil(messageLog.getByRole('alert').getByText(CHAT_MESSAGES.photosNotAdded));

		await expect.poll(sentContents).toEqual(['See?']);
		fakeApi.answer(uploadChatPhotos, { success: true, photos: [sampleChatPhoto(1)] });
		await messageLog.getByRole('button', { name: CHAT_MESSAGES.sendAgain }).click();
		await expect.poll(sentContents).toEqual(['See?', [1]]);
	});

	test('when all upload attempts of a chat photo failed offline, the photo is sent once the connection is back, before the text written after it', async () => {
		const { release } = await sendSlowPhoto();
		await sendMessage('See?');
		fakeApi.answer(uploadChatPhotos, NO_CONNECTION);
		vi.useFakeTimers();
		fakeRealtime.disconnect();

		release();
		await skipUntil(() => fakeApi.requests(uploadChatPhotos).length === UPLOAD_ATTEMPTS);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(sentEvents()).toEqual([]);
		fakeApi.answer(uploadChatPhotos, { success: true, photos: [sampleChatPhoto(1)] });
		fakeRealtime.reconnect();

		await expect.poll(sentContents, { timeout: 5000 }).toEqual([[1], 'See?']);
		await expect.element(messageLog.getByRole('alert')).not.toBeInTheDocument();
	});

	test('when another tab has already sent a chat photo, the tab that left the chat does not send the photo again', async () => {
		const { release, chat } = await sendSlowPhoto();
		goTo('/chats');
		await expect.element(messageLog).not.toBeInTheDocument();
		const outbox = createOutbox(STUDENT.id, chat.roomId);
		const [waiting] = await outbox.readUnsent();
		outbox.deleteUnsent(waiting?.clientId ?? '');
		await expect.poll(() => outbox.readUnsent()).toEqual([]);
		// Called by `isGone` of the outbox.
		const count = vi.spyOn(IDBObjectStore.prototype, 'count');

		release();

		await expect.poll(() => isRoomClaimed(chat.roomId)).toBe(false);
		expect(count).toHaveBeenCalledTimes(1);
		expect(sentEvents()).toEqual([]);
	});
});
