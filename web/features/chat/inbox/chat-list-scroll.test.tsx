import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatItem, chatPage, chatPartner, listedChat } from '#tests/support/chat-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeChat } from '#tests/support/fake-chat.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';

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
