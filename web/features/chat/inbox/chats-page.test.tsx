import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listChats } from '#contract/chat/endpoints.ts';
import { CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatItem, chatPage, chatPartner, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { sampleChatPhoto } from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const BUYING = '/chats?side=buying';

const rows = page.getByRole('list', { name: /^Chats with/ }).getByRole('link');
const side = (name: string) => page.getByRole('radio', { name, exact: true });

test('a chat in the list shows the item, the other person, the last message with its author and time, and the unread count', async () => {
	const photo = { url: '/icons/192.png', width: 192, height: 192, thumbhash: '' };
	const last = { ...listedChat().lastMessage, createdAt: new Date().toISOString() };
	const other = chatPartner({ userName: 'Sameer' });
	const chat = listedChat({
		item: chatItem({ title: 'Drafter', photo }),
		other,
		lastMessage: { ...last, text: 'Come and see!' },
		unread: 2,
	});
	const own = listedChat({
		item: chatItem({ status: 'sold' }),
		lastMessage: { ...last, text: 'Which size?', isOwn: true },
	});
	const withPhoto = listedChat({
		lastMessage: {
			...last,
			text: 'Sent a photo.',
			photos: [sampleChatPhoto(1)],
			isWithoutWords: true,
		},
	});
	fakeApi.answer(listChats, chatPage([chat, own, withPhoto]));
	await renderPage(BUYING, { as: STUDENT, width: 360 });

	const row = rows.first();
	await expect.element(row).toMatchTextContent(/^DrafterSameerCome and see!\d\d:\d\d2 unread$/);
	await expect.element(row).toHaveAttribute('href', `/chat/${other.id}/${chat.item.id}`);
	await expect.element(side('Buying 1 unread')).toBeChecked();
	const image = row.element().querySelector('img');
	await expect.poll(() => image?.naturalWidth).toBeGreaterThan(0);
	await expect.element(rows.nth(1).getByText('You: Which size?')).toBeVisible();
	await expect.element(rows.nth(1).getByText('Sameer · Sold')).toBeVisible();
	await expect.element(rows.nth(2).getByText(CHAT_MESSAGES.photo, { exact: true })).toBeVisible();
});

test('under “Selling”, the row of a chat begins with the buyer’s name and links to the chat; the left arrow key leads to “Buying”', async () => {
	const chat = listedChat({
		role: 'seller',
		item: chatItem({ title: 'Kettle' }),
		other: chatPartner({ userName: 'Bina' }),
	});
	fakeApi.answer(listChats, ({ query }) => chatPage(query.role === 'seller' ? [chat] : []));
	await renderPage('/chats?side=selling', { as: STUDENT });

	await expect.element(rows).toMatchTextContent(/BinaKettleIs it still there\?/);
	await expect.element(rows).toHaveAttribute('href', `/chat/${chat.item.id}/${chat.other.id}`);
	side('Selling').element().focus();
	await userEvent.keyboard('{ArrowLeft}');
	await expect.element(page.getByRole('heading', { name: CHAT_MESSAGES.noChats })).toBeVisible();
	expect(window.location.search).toBe('?side=buying');
});

test('a chat with a new message appears at once in the list of chats, and counts as read once the message is read on another device', async () => {
	vi.useFakeTimers();
	fakeApi.answer(listChats, chatPage([]));
	await renderPage('/chats?side=selling', { as: STUDENT });
	await expect.element(page.getByRole('heading', { name: CHAT_MESSAGES.noChats })).toBeVisible();
	const chat = listedChat({ role: 'seller', unread: 1 });
	const changed = { roomId: chat.roomId, messageId: chat.lastMessage.id };

	fakeApi.answer(listChats, chatPage([chat]));
	await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, changed);

	await skipUntil(rows.getByText('1 unread'));
	await expect.element(side('Selling 1 unread')).toBeVisible();
	fakeApi.answer(listChats, chatPage([{ ...chat, unread: 0 }]));
	await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, changed);
	await skipUntil(rows.filter({ hasNotText: '1 unread' }));
});

test('scrolling down the list of chats loads more chats until the end', async () => {
	const chats = Array.from({ length: 31 }, (_, index) =>
		listedChat({ item: chatItem({ title: `Pad ${index}` }) }),
	);
	fakeApi.answer(listChats, ({ query }) =>
		query.cursor === undefined
			? chatPage(chats.slice(0, 30), { nextCursor: '9' })
			: chatPage(chats.slice(30)),
	);
	await renderPage(BUYING, { as: STUDENT, width: 360 });
	await expect.element(rows.first()).toBeVisible();

	page.getByRole('button', { name: 'Show more' }).element().scrollIntoView();

	await expect.element(rows.getByText('Pad 30', { exact: true })).toBeVisible();
	expect(rows.elements()).toHaveLength(31);
	await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});
