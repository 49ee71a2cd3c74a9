import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ItemChat } from '#contract/chat/conversations.ts';
import { getItemChats } from '#contract/chat/endpoints.ts';
import { CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat } from '#tests/support/fake-chat.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const buyers = page.getByRole('list', { name: 'Buyers' }).getByRole('button');
const noBuyers = page.getByRole('heading', { name: CHAT_MESSAGES.noBuyers });
const count = (text: string) => page.getByRole('status').getByText(text, { exact: true });

function buyer(userId: number, changes: Partial<ItemChat> = {}): ItemChat {
	return {
		userId,
		recieverId: STUDENT.id,
		userName: 'Bina',
		lastMessage: 'Is it still there?',
		lastMessageAt: new Date().toISOString(),
		unread: 1,
		profilePicUrl: null,
		isVerified: false,
		isBlocked: false,
		isLastMessageWithoutWords: false,
		...changes,
	};
}

function fakeOwnItem(): string {
	const { id } = fakeItemPage({ userId: STUDENT.id, title: 'Electric kettle' });
	return `/availableBuyers/${id}`;
}

test('the seller sees every buyer who wrote about an item, with name, id, last message and unread count', async () => {
	const path = fakeOwnItem();
	const asha = buyer(41, { userName: 'Asha', unread: 0, isBlocked: true });
	fakeApi.answer(getItemChats, [buyer(42, { unread: 2 }), asha]);
	await renderPage(path, { as: STUDENT, width: 360 });

	await expect.element(page.getByText('Electric kettle')).toBeVisible();
	await expect.element(count('2 buyers, 1 with unread messages')).toBeVisible();
	await expect
		.element(buyers.first())
		.toMatchTextContent(/^BBinaID: 42Is it still there\?\d\d:\d\d2 unread$/);
	await expect
		.element(buyers.last())
		.toMatchTextContent(/AshaBlockedID: 41Is it still there\?\d\d:\d\d$/);
	fakeChat({ role: 'seller' });
	await buyers.last().click();
	await expect
		.poll(() => window.location.pathname)
		.toBe(`${path.replace('availableBuyers', 'chat')}/41`);
});

test('the open list of an item’s buyers shows new buyers and changed unread counts at once', async () => {
	vi.useFakeTimers();
	const path = fakeOwnItem();
	fakeApi.answer(getItemChats, []);
	await renderPage(path, { as: STUDENT });
	await expect.element(noBuyers).toBeVisible();

	for (const [unread, text] of [
		[1, '1 buyer, 1 with unread messages'],
		[0, '1 buyer'],
	] as const) {
		fakeApi.answer(getItemChats, [buyer(42, { unread })]);
		await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, { roomId: '5-42', messageId: 9 });
		await skipUntil(count(text));
	}
	await expect.element(buyers).toBeVisible();
});
