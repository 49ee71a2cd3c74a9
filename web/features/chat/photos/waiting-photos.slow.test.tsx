import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import {
	fakeChat,
	messageLog,
	sampleChatPhoto,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { selectPhotos, widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { isRoomClaimed } from '#web/features/chat/engine/background-sending.ts';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';

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
