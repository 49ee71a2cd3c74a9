import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import {
	blockPerson,
	getChat,
	listBlocked,
	listChats,
	unblockPerson,
} from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatItem, chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { sampleReservation } from '#tests/support/deal-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { composer, fakeChat, sendButton } from '#tests/support/fake-chat.ts';
import { dealButton, fakeDeal } from '#tests/support/fake-deal.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const rows = page.getByRole('list', { name: /^Chats with/ }).getByRole('link');

async function openMenu(): Promise<void> {
	await page.getByRole('button', { name: 'Chat options' }).click();
}

describe('header of a chat', () => {
	test('a chat about a sold item links to the item, marks it as sold, and still accepts messages', async () => {
		const { path, chat } = fakeChat({ item: chatItem({ title: 'Drafter', status: 'sold' }) });
		await renderPage(path, { as: STUDENT, width: 360 });

		const item = page.getByRole('link', { name: /Drafter ₹850 Sold/ });
		await expect.element(item).toHaveAttribute('href', `/item/${chat.item.id}`);
		await expect.element(sendButton).toBeEnabled();
	});

	test('once a price is agreed, the chat shows it, with the asked one struck through beside it', async () => {
		const { path } = fakeDeal({ reservation: sampleReservation() });
		await renderPage(path, { as: STUDENT, width: 360 });

		await expect
			.element(page.getByRole('link', { name: /Mini drafter Agreed: ₹400 Asked: ₹450/ }))
			.toBeVisible();
	});
});

describe('list of chats beside an open chat', () => {
	test('the list of chats stays visible while the next chat loads', async () => {
		const { path, chat } = fakeChat();
		const [first, second] = [listedChat(chat), listedChat({ item: chatItem({ title: 'Kettle' }) })];
		fakeApi.answer(listChats, chatPage([first, second]));
		await renderPage(path, { as: STUDENT, width: 1280 });
		await expect.element(sendButton).toBeEnabled();
		fakeApi.hold(getChat);

		await rows.getByText('Kettle').click();

		await expect
			.element(page.getByRole('status').getByText(CHAT_MESSAGES.connecting))
			.toBeVisible();
		expect(rows.elements()).toHaveLength(2);
	});
});

describe('menu of a chat', () => {
	test('blocking, after a confirmation, hides the message input and the offer button; unblocking shows them again', async () => {
		const { path, chat, changeDeal } = fakeDeal({ actions: ['offer'] });
		const { id, userName } = chat.other;
		fakeApi.answer(listBlocked, { success: true, people: [] });
		fakeApi.answer(blockPerson, () => {
			chat.isBlocked = true;
			changeDeal({ actions: [] });
			return { success: true, message: BLOCK_MESSAGES.blocked(userName) };
		});
		fakeApi.answer(unblockPerson, () => {
			chat.isBlocked = false;
			changeDeal({ actions: ['offer'] });
			return { success: true, message: BLOCK_MESSAGES.unblocked(userName) };
		});
		await renderPage(path, { as: STUDENT, width: 360 });

		await openMenu();
		await page.getByRole('menuitem', { name: BLOCK_MESSAGES.block(userName) }).click();
		const question = page.getByRole('alertdialog');
		await expect.element(question.getByText(BLOCK_MESSAGES.confirm(userName))).toBeVisible();
		await question.getByRole('button', { name: 'Block', exact: true }).click();

		const notice = page.getByText(CHAT_ERRORS.blockedByYou.message);
		const toast = page.getByText(BLOCK_MESSAGES.blocked(userName));
		await expect.element(toast).toBeVisible();
		await expect.element(notice).toBeVisible();
		await expect.element(dealButton('Make an offer')).not.toBeInTheDocument();
		await expect.element(composer).not.toBeInTheDocument();
		const top = notice.element().getBoundingClientRect().y;
		await expect.poll(() => toast.element().getBoundingClientRect().bottom).toBeLessThan(top);
		expect(fakeApi.requests(blockPerson)[0]?.params).toEqual({ id });
		await page.getByRole('button', { name: BLOCK_MESSAGES.unblock(userName) }).click();
		await expect.element(composer).toHaveFocus();
		await expect.element(dealButton('Make an offer')).toBeVisible();
	});
});
