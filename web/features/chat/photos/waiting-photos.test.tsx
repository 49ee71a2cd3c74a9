import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageLog, sendButton } from '#tests/support/fake-chat.ts';
import { selectPhotos, wide } from '#tests/support/fake-item-form.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';

const sentPhotos = messageLog.getByRole('button', { name: /^Photo/ });
const sentEvents = () => fakeRealtime.sent(CHAT_EVENTS.sendMessage);
const lastJoined = () => fakeRealtime.sent(CHAT_EVENTS.joinRoom).at(-1)?.itemId;

/** A chat with a message whose photo is being uploaded. */
async function sendSlowPhoto() {
	const fake = fakeChat();
	await renderApp(fake.path, { as: STUDENT, width: 360 });
	await expect.element(sendButton).toBeEnabled();
	const release = fakeApi.hold(uploadChatPhotos);
	selectPhotos(await wide());
	await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
	await sendButton.click();
	await expect.element(sentPhotos).toBeVisible();
	return { ...fake, release };
}

test('a photo that is uploaded after another chat was opened leaves that chat joined', async () => {
	const first = await sendSlowPhoto();
	const second = fakeChat();
	fakeRealtime.on(CHAT_EVENTS.sendMessage, () => ({ success: false, ...CHAT_ERRORS.notJoined }));
	goTo(second.path);
	await expect.poll(lastJoined).toBe(second.chat.item.id);
	await expect.element(sendButton).toBeEnabled();

	first.release();
	await expect.poll(sentEvents).toMatchObject([{ roomId: first.chat.roomId, photoIds: [1] }]);
	await new Promise(requestAnimationFrame);
	await new Promise(requestAnimationFrame);
	expect(lastJoined()).toBe(second.chat.item.id);
});
