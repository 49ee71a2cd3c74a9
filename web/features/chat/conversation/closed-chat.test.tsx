import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import {
	blockPerson,
	getChat,
	getConversation,
	listBlocked,
	unblockPerson,
} from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { sampleReservation } from '#tests/support/deal-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import {
	composer,
	fakeChat,
	messageItem,
	messageLog,
	messageTexts,
	sendButton,
	sendMessage,
} from '#tests/support/fake-chat.ts';
import { dealButton, fakeDeal } from '#tests/support/fake-deal.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

/** Closes the chat as after a ban of the item or of a person: its members can read it, but not join it. */
function close({ chat, messages }: ReturnType<typeof fakeChat>): void {
	chat.closed = CHAT_ERRORS.closed.message;
	fakeApi.answer(getConversation, () => messages);
	fakeRealtime.refuse(CHAT_EVENTS.joinRoom, CHAT_ERRORS.closed);
}

test('a closed chat, which can only be read, shows its messages and says that it is closed', async () => {
	const fake = fakeChat();
	const read = fake.addMessage(STUDENT.id, 'Is it there?');
	fake.addMessage(STUDENT.id, 'Hello?');
	fake.chat.readId = read.id;
	close(fake);
	await renderPage(fake.path, { as: STUDENT });

	await expect.element(page.getByText(CHAT_ERRORS.closed.message, { exact: true })).toBeVisible();
	await expect.element(messageItem('Hello?')).toBeVisible();
	expect(messageTexts()).toEqual(['Is it there?', 'Hello?']);
	const deliveryStatus = (text: string, status: string) =>
		messageItem(text).getByText(status, { exact: true });
	await expect.element(deliveryStatus('Is it there?', 'Read')).toBeInTheDocument();
	await expect.element(deliveryStatus('Hello?', 'Sent')).toBeInTheDocument();
	await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
});

test('when a chat is closed while a message waits offline, the message shows the reason and no longer waits', async () => {
	vi.useFakeTimers();
	const fake = fakeChat();
	fake.addMessage(STUDENT.id, 'Is it there?');
	await renderPage(fake.path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	fakeApi.goOffline();
	await sendMessage('I take it');
	const item = messageItem('I take it');
	await expect.element(item.getByText(CHAT_MESSAGES.notSent)).toBeVisible();

	close(fake);
	fakeApi.goOnline();

	await skipUntil(item.getByRole('alert').getByText(CHAT_ERRORS.closed.message));
	await expect.element(item.getByText(CHAT_MESSAGES.notSent)).not.toBeInTheDocument();
	await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
});

test('a message that the server rejects shows the reason, and can be sent again or discarded', async () => {
	const { path } = fakeChat();
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	const refuseNext = () =>
		fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.blockedByYou);

	refuseNext();
	await sendMessage('Refused');
	const item = messageItem('Refused');
	await expect.element(item.getByText(CHAT_ERRORS.blockedByYou.message)).toBeVisible();
	await item.getByRole('button', { name: CHAT_MESSAGES.sendAgain }).click();
	await expect.element(messageLog).toHaveFocus();
	await expect.element(item.getByText('Sent', { exact: true })).toBeInTheDocument();

	refuseNext();
	await sendMessage('Thrown away');
	await messageItem('Thrown away').getByRole('button', { name: CHAT_MESSAGES.discard }).click();
	await expect.element(messageItem('Thrown away')).not.toBeInTheDocument();
	await expect.element(messageLog).toHaveFocus();
	expect(messageTexts()).toEqual(['Refused']);
});

test('when the user has blocked the other person on another page, a refused message makes the chat offer to unblock', async () => {
	const { path, chat, addMessage } = fakeChat();
	addMessage(chat.other.id, 'Is it still there?');
	await renderPage(path, { as: STUDENT });
	await expect.element(sendButton).toBeEnabled();
	fakeRealtime.refuseNext(CHAT_EVENTS.sendMessage, CHAT_ERRORS.blockedByYou);
	chat.isBlocked = true;

	await sendMessage('Refused');

	await expect
		.element(messageItem('Refused').getByText(CHAT_ERRORS.blockedByYou.message))
		.toBeVisible();
	const unblock = page.getByRole('button', { name: BLOCK_MESSAGES.unblock(chat.other.userName) });
	await expect.element(unblock).toBeVisible();
});

describe('chat that cannot be opened', () => {
	/** Expects the reason, a link to the user's chats, and no button to retry. */
	async function expectRefused(title: string, text: string): Promise<void> {
		const reason = page.getByRole('alert');
		await expect.element(reason.getByRole('heading', { name: title })).toBeVisible();
		await expect.element(reason.getByText(text)).toBeVisible();
		const onward = page.getByRole('main').getByRole('link', { name: 'My Chats', exact: true });
		await expect.element(onward).toHaveAttribute('href', '/chats');
		await expect.element(page.getByText(CHAT_MESSAGES.errorTitle)).not.toBeInTheDocument();
		await expect
			.element(page.getByRole('button', { name: CHAT_MESSAGES.retry }))
			.not.toBeInTheDocument();
		await expect.element(composer).not.toBeInTheDocument();
	}

	test('a user who opens a chat between other people sees the reason and a link to the item', async () => {
		const { path } = fakeChat();
		fakeApi.answer(getChat, refuse(403, CHAT_ERRORS.notYours, { itemId: 12 }));
		await renderPage(path, { as: STUDENT, width: 360 });

		await expectRefused(CHAT_MESSAGES.notYoursTitle, CHAT_ERRORS.notYours.message);

		const item = page.getByRole('link', { name: 'See the item' });
		await expect.element(item).toHaveAttribute('href', '/item/12');
	});

	test('a chat about an item that no longer exists shows the reason and a link to other items', async () => {
		const { path } = fakeChat();
		fakeApi.answer(getChat, refuse(404, ITEM_ERRORS.notFound));
		await renderPage(path, { as: STUDENT, width: 360 });

		await expectRefused(ITEM_ERRORS.notFound.message, CHAT_MESSAGES.itemGoneHint);

		const browse = page.getByRole('link', { name: 'See what is on sale' });
		await expect.element(browse).toHaveAttribute('href', '/category/All');
	});

	test('an unsent first message about an item that was taken down can be discarded', async () => {
		vi.useFakeTimers();
		const { path } = fakeChat();
		await renderPage(path, { as: STUDENT });
		await expect.element(sendButton).toBeEnabled();
		fakeApi.goOffline();
		await sendMessage('I take it');

		fakeApi.answer(getChat, refuse(404, ITEM_ERRORS.notFound));
		fakeRealtime.refuse(CHAT_EVENTS.joinRoom, ITEM_ERRORS.notFound);
		fakeApi.goOnline();

		const item = messageItem('I take it');
		await skipUntil(item.getByRole('alert'));
		await item.getByRole('button', { name: CHAT_MESSAGES.discard }).click();
		await expectRefused(ITEM_ERRORS.notFound.message, CHAT_MESSAGES.itemGoneHint);
	});
});

async function openMenu(): Promise<void> {
	await page.getByRole('button', { name: 'Chat options' }).click();
}

describe('header of a chat', () => {
	test('once a price is agreed, the chat shows it, with the asked one struck through beside it', async () => {
		const { path } = fakeDeal({ reservation: sampleReservation() });
		await renderPage(path, { as: STUDENT, width: 360 });

		await expect
			.element(page.getByRole('link', { name: /Mini drafter Agreed: ₹400 Asked: ₹450/ }))
			.toBeVisible();
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
