import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { STUDENT } from '#tests/support/account-replies.ts';
import { composer, fakeChat, messageItem, sendButton } from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { toast } from '#web/ui/toast.ts';

test.each([
	['on a phone', 360, 780],
	['on a phone with an open keyboard', 360, 400],
	['on a wide screen', 1280, 860],
])(
	'%s, a toast appears below the chat header and does not cover the newest message',
	async (_, width, height) => {
		const { path, chat, addMessage } = fakeChat();
		for (let count = 1; count <= 20; count += 1) addMessage(chat.other.id, `Message ${count}`);
		await renderPage(path, { as: STUDENT, width });
		await page.viewport(width, height);
		await expect.element(sendButton).toBeEnabled();
		await composer.click();

		toast('Your offer was sent.');

		const toastText = page.getByText('Your offer was sent.');
		await expect.element(toastText).toBeVisible();
		const card = toastText.element().closest('.rise')?.getBoundingClientRect();
		const name = page.getByRole('heading', { name: chat.other.userName, level: 2 });
		const header = name.element().closest('header');
		expect(card?.top).toBeGreaterThanOrEqual(header?.getBoundingClientRect().bottom ?? height);
		const newest = messageItem('Message 20').element().getBoundingClientRect();
		expect(card?.bottom).toBeLessThanOrEqual(newest.top);
	},
);
