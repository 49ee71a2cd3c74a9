import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { composer, fakeChat, messageTexts, sendButton } from '#tests/support/fake-chat.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

/** Whether Alt with the left arrow key is left to the browser while this element has the focus. */
function isLeftToBrowser(focused: Locator): boolean {
	const keys = { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true };
	return focused.element().dispatchEvent(new KeyboardEvent('keydown', keys));
}

test('in a photo gallery and a photo form, Alt with the left arrow key is left to the browser for Back', async () => {
	const photos = [samplePhoto(0), samplePhoto(1)];
	const { id } = fakeItemPage({ userId: STUDENT.id, photos });
	await renderPage(`/item/${id}`, { as: STUDENT });
	const thumbnail = page.getByRole('button', { name: 'Show photo 2' });
	await expect.element(thumbnail).toBeVisible();
	expect(isLeftToBrowser(thumbnail)).toBe(true);

	await page.getByRole('link', { name: 'Update Item' }).click();

	const turn = page.getByRole('button', { name: 'Turn photo 2' });
	await expect.element(turn).toBeVisible();
	expect(isLeftToBrowser(turn)).toBe(true);
});

test('in a chat, the Enter key that ends an input method composition in Safari does not send the message', async () => {
	const { path } = fakeChat();
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };

	await composer.fill('नमस्ते');
	composer.element().dispatchEvent(new KeyboardEvent('keydown', enter));

	await expect.element(composer).toHaveValue('नमस्ते');
	await userEvent.keyboard('{Enter}');
	await expect.poll(messageTexts).toEqual(['नमस्ते']);
	expect(fakeRealtime.sent(CHAT_EVENTS.sendMessage)).toHaveLength(1);
});
