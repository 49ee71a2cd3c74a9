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
import { reportUser } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatItem, chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { sampleReservation } from '#tests/support/deal-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
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

	test('the other person’s name is a link to their page, with a full-size touch target', async () => {
		const { path, chat } = fakeChat();
		await renderPage(path, { as: STUDENT, width: 360 });

		const name = page.getByRole('link', { name: chat.other.userName, exact: true });

		await expect.element(name).toHaveAttribute('href', `/people/${chat.other.id}`);
		expect(name.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
	});

	test('when the item was taken down, the placeholder of its photo fits into the frame', async () => {
		const { path } = fakeChat({ item: chatItem({ status: 'banned' }) });
		await renderPage(path, { as: STUDENT, width: 360 });
		const placeholder = page.getByRole('link', { name: 'Taken down' }).getByText('No Image');
		await expect.element(placeholder).toBeInTheDocument();

		const frame = placeholder.element().closest('.overflow-hidden');

		expect((frame?.scrollHeight ?? 0) - (frame?.clientHeight ?? 0)).toBe(0);
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

	test('a new chat is listed before its first message, and is not listed twice after its first message', async () => {
		const { path, chat } = fakeChat();
		await renderPage(path, { as: STUDENT, width: 1280 });
		const text = `Drafter${chat.other.userName}${CHAT_MESSAGES.noMessages}`;
		await expect.element(rows).toMatchTextContent(text);
		await expect.element(rows).toHaveAttribute('aria-current', 'page');

		const lastMessage = { ...listedChat().lastMessage, text: 'Is it complete?', isOwn: true };
		fakeApi.answer(listChats, chatPage([listedChat({ ...chat, lastMessage })]));
		await sendMessage('Is it complete?');

		await expect.element(messageItem('Is it complete?')).toBeVisible();
		expect(rows.elements()).toHaveLength(1);
	});
});

describe('menu of a chat', () => {
	test('the user can report the other person in a dialog', async () => {
		const { path, chat } = fakeChat();
		const report = CHAT_MESSAGES.report(chat.other.userName);
		fakeApi.answer(reportUser, { success: true, message: REPORT_MESSAGES.userReported });
		await renderPage(path, { as: STUDENT, width: 360 });

		await openMenu();
		await page.getByRole('menuitem', { name: report }).click();
		const dialog = page.getByRole('dialog', { name: report });
		await dialog.getByRole('textbox').fill('Was rude.');
		await dialog.getByRole('button', { name: REPORT_MESSAGES.submit }).click();

		await expect.element(page.getByText(REPORT_MESSAGES.userReported)).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
		const [request] = fakeApi.requests(reportUser);
		expect(request).toMatchObject({
			params: { userId: chat.other.id },
			body: { complaint: 'Was rude.', itemId: chat.item.id },
		});
	});

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
