import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatItem, chatPage, chatPartner, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat, sampleChatPhoto } from '#tests/support/fake-chat.ts';
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

describe('long list of chats', () => {
	/** Enough chats to scroll on a phone and in the pane of a wide screen. */
	const THINGS = 14;

	const rows = page.getByRole('list', { name: /^Chats with/ }).getByRole('link');
	const rowOf = (thing: number) => rows.filter({ hasText: new RegExp(`Thing ${thing}(?!\\d)`) });
	const topOf = (thing: number) => rowOf(thing).element().getBoundingClientRect().y;

	/**
	 * Opens the list of chats, about “Thing 13” in the first row down to “Thing 0” in the last row.
	 * @param toBeOpened the number of the thing whose chat the fake server can open
	 */
	async function openManyChats(width: number, toBeOpened = THINGS - 1) {
		const other = chatPartner({ userName: 'Sameer' });
		const listed = Array.from({ length: THINGS }, (_, index) => {
			const item = chatItem({ title: `Thing ${THINGS - 1 - index}` });
			return listedChat({ item, other });
		});
		const { item } = listed[THINGS - 1 - toBeOpened] ?? listedChat();
		fakeChat({ item, other });
		fakeApi.answer(listChats, () => chatPage(listed));
		await renderPage('/chats?side=buying', { as: STUDENT, width });
		await expect.element(rowOf(0)).toBeInTheDocument();

		/** The other person writes about a thing, and the chat about that thing moves to the top. */
		return async function addMessage(thing: number): Promise<void> {
			const index = listed.findIndex(({ item }) => item.title === `Thing ${thing}`);
			const [chat] = listed.splice(index, 1) as [ChatSummary];
			const lastMessage = { ...chat.lastMessage, text: 'I have it with me today.' };
			listed.unshift({ ...chat, lastMessage, unread: 1 });
			const { roomId } = chat;
			await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, { roomId, messageId: lastMessage.id });
			await expect
				.element(rows.first())
				.toMatchTextContent(new RegExp(`Thing ${thing}Sameer.*today.*1 unread`));
		};
	}

	test('when chats with new messages move to the top of the list, the focused row keeps the focus and its place on the screen', async () => {
		const addMessage = await openManyChats(360);
		const focusedRow = rowOf(4).element() as HTMLElement;
		focusedRow.focus();
		focusedRow.scrollIntoView({ block: 'center' });
		const top = topOf(4);

		await addMessage(0);
		await addMessage(1);

		await expect.element(rowOf(4)).toHaveFocus();
		expect(Math.abs(topOf(4) - top)).toBeLessThan(2);
	});

	test('when the first visible chat moves to the top of the list, the list does not scroll with it', async () => {
		const addMessage = await openManyChats(360);
		window.scrollBy(0, topOf(9) - 10);
		const top = topOf(8);

		await addMessage(9);

		expect(Math.abs(topOf(8) - top)).toBeLessThan(2);
	});
});
