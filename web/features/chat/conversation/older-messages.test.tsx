import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getConversation } from '#contract/chat/endpoints.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, messageItem, messageLog } from '#tests/support/fake-chat.ts';
import { renderPage } from '#tests/support/render-page.tsx';

test('when the oldest messages are loaded, the button for older messages disappears and the message list gets the focus', async () => {
	const { path, chat, messages, addMessage } = fakeChat();
	const count = CHAT_LIMITS.historyOnJoin + 5;
	for (let line = 1; line <= count; line += 1) addMessage(chat.other.id, `Line ${line}`);
	fakeApi.answer(getConversation, ({ query }) => {
		const end = messages.findIndex(({ id }) => id === query.before);
		return messages.slice(Math.max(0, end - CHAT_LIMITS.historyPage), end);
	});
	await renderPage(path, { as: STUDENT });
	await expect.element(messageItem(`Line ${count}`)).toBeVisible();
	const older = page.getByRole('button', { name: 'Show older messages' });

	// The focus scrolls the list up to the button. The list then loads the older messages without a click.
	(older.element() as HTMLElement).focus();

	await expect.element(messageItem('Line 1')).toBeInTheDocument();
	await expect.element(older).not.toBeInTheDocument();
	await expect.element(messageLog).toHaveFocus();
});
