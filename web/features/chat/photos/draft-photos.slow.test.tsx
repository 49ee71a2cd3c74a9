import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, sendButton } from '#tests/support/fake-chat.ts';
import { pictureFile, selectPhotos, tallPhoto, widePhoto } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { createOutbox } from '#web/features/chat/engine/outbox.ts';
import { knownUploads } from './known-uploads.ts';

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
	const draftIds = async () => (await outbox.readDraftPhotos()).map(({ uploaded }) => uploaded?.id);
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
