import { test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { waitUntilReady } from '#tests/support/chat-page.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('the Chats link leads a visitor through login to the Selling view with unread messages, and later to the view used last', async () => {
	const [buyer, me] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
	const room = { itemId: await postItemAs(me, { title: 'Kettle' }), buyerId: buyer.id };
	await sendMessagesAs(buyer, room, 'Is it still there?');
	const page = await visit('/about', { width: 360 });
	const link = (name: string) =>
		page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
	const chosen = (name: string) => page.getByRole('radio', { name, exact: true, checked: true });

	await link('Chats').click();
	await page.getByLabel('Email address').fill(me.email);
	await page.getByLabel('Password', { exact: true }).fill(me.password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
	await page.waitForURL('/chats');
	await chosen('Selling 1 unread').waitFor();

	await page.getByRole('list', { name: 'Chats with buyers' }).getByText('Kettle').click();
	await page.waitForURL(`/chat/${room.itemId}/${room.buyerId}`);
	await page.getByText('Is it still there?').waitFor();
	// The message is marked as read once the chat is connected: leaving earlier would keep it unread.
	await waitUntilReady(page);
	await page.getByRole('link', { name: 'Back to my chats' }).click();
	await chosen('Selling').waitFor();

	await page.getByText('Buying').click();
	await chosen('Buying').waitFor();
	await link('Home').click();
	await page.waitForURL('/');
	await link('Chats').click();
	await chosen('Buying').waitFor();
	await page.getByRole('heading', { name: CHAT_MESSAGES.noChats }).waitFor();
});
