import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import type { ItemChat } from '#contract/chat/conversations.ts';
import { countItemChats, getItemChats } from '#contract/chat/endpoints.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { listDeals, markSold } from '#contract/deals/endpoints.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { SALE_MESSAGES } from '#contract/deals/messages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { sampleDeal, sampleReservation } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fillItemForm } from '#tests/support/fake-item-form.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { draftNote, startOver } from '#tests/support/form-drafts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderComponent, renderPage } from '#tests/support/render-page.tsx';
import type { Sale } from '#web/features/items/sell-queries.ts';
import { SellDialog } from './sell-dialog.tsx';

const OWNER_ACTIONS = ['See Interested Buyers', 'Mark as Sold', 'Update Item', 'Sold'];
const OTHER_ACTIONS = ['Chat with Seller', 'Report Item'];
/** What changes on an item that is sold. */
const SOLD = { status: 'sold', isAvailable: false };
const main = page.getByRole('main');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const reportDialog = page.getByRole('dialog', { name: 'Report Item' });
const title = page.getByLabelText('Title');

/** Waits until, of the actions that only the seller or only other users have, exactly these are shown. */
async function expectActions(...names: readonly string[]): Promise<void> {
	await expect.element(button('Share')).toBeVisible();
	const isThere = (name: string) =>
		[link(name), button(name)].some((action) => action.elements().length > 0);
	await expect.poll(() => [...OWNER_ACTIONS, ...OTHER_ACTIONS].filter(isThere)).toEqual(names);
}

test('a user can open a chat with the seller, or the report dialog: by a URL, which loses the parameter, or by keyboard', async () => {
	const { id, userId } = fakeItemPage();
	await renderPage(`/item/${id}?report=1`, { as: STUDENT });
	await expect.element(reportDialog).toBeVisible();
	expect(window.location.search).toBe('');
	await userEvent.keyboard('{Escape}');
	await expect.element(reportDialog).not.toBeInTheDocument();
	await expect.element(button('Report Item')).toHaveFocus();
	await expectActions(...OTHER_ACTIONS);
	await expect.element(link('Chat with Seller')).toHaveAttribute('href', `/chat/${userId}/${id}`);

	await userEvent.keyboard('{Enter}');
	await expect.element(reportDialog.getByText(REPORT_MESSAGES.submit)).toBeVisible();
	await reportDialog.getByRole('button', { name: 'Cancel' }).click();

	await expect.element(button('Report Item')).toHaveFocus();
});

describe('item page for the seller', () => {
	test('the seller of an available item can see buyers, mark the item as sold and update it', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id });
		await renderPage(`/item/${id}`, { as: STUDENT });

		await expectActions('See Interested Buyers', 'Mark as Sold', 'Update Item');

		const buyers = link('See Interested Buyers');
		await expect.element(buyers).toHaveAttribute('href', `/availableBuyers/${id}`);
	});

	test('on a phone, the link to the buyers shows live numbers of buyers and unread chats, beside “Mark as Sold” at the bottom of the screen', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id });
		fakeApi.answer(countItemChats, { success: true, buyers: 1, unread: 1 });
		await renderPage(`/item/${id}`, { as: STUDENT, width: 360 });
		const buyers = page.getByRole('link', { name: /^See Interested Buyers/ });
		await expect.element(buyers).toMatchTextContent(/^See Interested Buyers · 1 \(1 unread\)$/);

		fakeApi.answer(countItemChats, { success: true, buyers: 2, unread: 2 });
		await fakeRealtime.emit(REALTIME_EVENTS.chatChanged, { roomId: `${id}-5`, messageId: 9 });

		await expect.element(buyers).toMatchTextContent(/^See Interested Buyers · 2 \(2 unread\)$/);
		const first = buyers.element().getBoundingClientRect();
		const second = button('Mark as Sold').element().getBoundingClientRect();
		const middleOf = ({ y, height }: DOMRect) => y + height / 2;
		expect(Math.abs(middleOf(first) - middleOf(second))).toBeLessThan(2);
		expect(first.x).toBeLessThan(second.x);
		expect(second.right).toBeLessThanOrEqual(360);
		expect(middleOf(first)).toBeGreaterThan(680);
	});

	test('when the response to a sale is lost and the retry is refused as sold already, the sale is reported as done', async () => {
		const item = fakeItemPage({ userId: STUDENT.id, price: 450 });
		fakeApi.answer(markSold, NO_CONNECTION);
		await renderPage(`/item/${item.id}`, { as: STUDENT, width: 360 });
		await button('Mark as Sold').click();
		await button('Proceed').click();
		const dialog = page.getByRole('alertdialog');
		await expect.element(dialog.getByText(ITEM_MESSAGES.noConnection)).toBeVisible();
		fakeApi.answer(markSold, () => {
			Object.assign(item, SOLD);
			return refuse(409, ITEM_ERRORS.alreadySold);
		});

		await button('Proceed').click();

		await expect.element(page.getByText(ITEM_MESSAGES.sellSucceeded)).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
	});

	test('when the first attempt of a sale is refused, the dialog closes and the sale is reported as failed', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id, price: 450 });
		fakeApi.answer(markSold, refuse(409, ITEM_ERRORS.alreadySold));
		await renderPage(`/item/${id}`, { as: STUDENT, width: 360 });
		await button('Mark as Sold').click();

		await button('Proceed').click();

		await expect.element(page.getByText(ITEM_MESSAGES.failed)).toBeVisible();
		await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
	});

	test('a sold item has a button “Sold”, and the seller can post a similar item', async () => {
		const item = fakeItemPage({ userId: STUDENT.id, title: 'Desk fan' });
		fakeApi.answer(markSold, () => {
			Object.assign(item, SOLD);
			return { success: true, message: '', item };
		});
		await renderPage(`/item/${item.id}`, { as: STUDENT, width: 360 });

		await button('Mark as Sold').click();
		await expect.element(page.getByText(ITEM_MESSAGES.sellConfirmation)).toBeVisible();
		await button('Proceed').click();
		await expect.element(page.getByText(ITEM_MESSAGES.sellSucceeded)).toBeVisible();
		await button('Sold').click();

		const sold = page.getByRole('dialog', { name: 'Sold' });
		const reason = sold.getByRole('alert').getByText(ITEM_ERRORS.alreadySold.message);
		await expect.element(reason).toBeVisible();
		await expect.element(sold.getByRole('link', { name: 'Post one like it' })).toBeVisible();
		await sold.getByRole('button', { name: 'Close', exact: true }).click();
		await expect.element(button('Sold')).toHaveFocus();
		await expectActions('Sold');
		await main.getByRole('link', { name: 'Post one like it' }).click();
		await expect
			.element(page.getByText('Everything but the photos is filled in as it was for ‘Desk fan’.'))
			.toBeVisible();
		await expect.element(title).toHaveValue('Desk fan');
		await expect.element(page.getByLabelText('Description')).toHaveValue(item.description);
		await expect.element(page.getByLabelText('Price in ₹')).toHaveValue(String(item.price));
		await expect.element(page.getByLabelText('Category')).toHaveValue(item.category);
		await expect
			.element(page.getByRole('button', { name: /^Remove photo/ }))
			.not.toBeInTheDocument();
		await startOver();
		await expect.element(title).toHaveValue('');
	});

	test('a seller who wants to post a similar item keeps the draft of another item until they replace the draft', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id, title: 'Ladder' });
		await renderPage('/post', { as: STUDENT });
		await fillItemForm({ Title: 'Half-typed item' });
		await cleanup();

		await renderPage(`/post?like=${id}`);

		await expect.element(draftNote).toBeVisible();
		await expect.element(title).toHaveValue('Half-typed item');
		await button('Post one like ‘Ladder’ instead').click();
		await button('Delete it').click();
		await expect.element(title).toHaveValue('Ladder');
	});

	test('an item that was taken down has no button to sell, update, chat or report', async () => {
		const { id } = fakeItemPage({ userId: STUDENT.id, status: 'banned', isAvailable: false });
		await renderPage(`/item/${id}`, { as: STUDENT });

		const reason = page.getByText('An administrator has taken this item down.');
		await expect.element(reason).toBeVisible();

		for (const name of [...OWNER_ACTIONS, ...OTHER_ACTIONS])
			await expect.element(page.getByText(name, { exact: true })).not.toBeInTheDocument();
	});
});

test('on a phone with text of twice the size, the bottom bar of the item page holds price, chat button and share button', async () => {
	const { id } = fakeItemPage({ price: 999_900.99, title: 'Server rack' });
	document.documentElement.style.fontSize = '32px';
	onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
	await renderPage(`/item/${id}`, { as: STUDENT, width: 360 });
	await expect.element(link('Chat with Seller')).toBeVisible();

	const price = page.getByText('₹9,99,900.99').last();
	for (const part of [price, link('Chat with Seller'), button('Share')]) {
		const { left, right, top, bottom } = part.element().getBoundingClientRect();
		expect([left >= 0, right <= 360, top > 390, bottom <= 780]).toEqual(Array(4).fill(true));
	}
});

describe('dialog to sell an item', () => {
	const item = sampleItem({ price: 450 });
	const toWhom = page.getByRole('group', { name: SALE_MESSAGES.toWhom });
	const person = (name: string | RegExp) => toWhom.getByRole('radio', { name });
	const someoneElse = person(SALE_MESSAGES.someoneElse);
	const price = page.getByRole('textbox', { name: SALE_MESSAGES.priceLabel });
	const proceed = page.getByRole('button', { name: 'Proceed' });

	function buyer(userId: number, userName: string): ItemChat {
		return {
			userId,
			userName,
			recieverId: STUDENT.id,
			lastMessage: 'Hi',
			unread: 0,
			lastMessageAt: item.createdAt,
			profilePicUrl: null,
			isVerified: false,
			isBlocked: false,
			isLastMessageWithoutWords: false,
		};
	}

	/** The seller's deal of the item, which is reserved for this buyer. */
	function fakeReservationFor(buyerId: number, userName: string): void {
		const ids = { itemId: item.id, buyerId, sellerId: STUDENT.id };
		const deal = sampleDeal({ ...ids, role: 'seller', reservation: sampleReservation() });
		const deals = [{ ...deal, item, other: { id: buyerId, userName } }];
		fakeApi.answer(listDeals, { success: true, deals, nextCursor: null });
	}

	async function openDialog(itemToSell = item): Promise<Sale[]> {
		const sales: Sale[] = [];
		fakeApi.answerByDefault(getItemChats, [buyer(21, 'Rohit'), buyer(22, 'Bina')]);
		fakeApi.answerByDefault(listDeals, { success: true, deals: [], nextCursor: null });
		await renderComponent(
			<SellDialog
				open
				item={itemToSell}
				isSelling={false}
				onSell={(sale) => sales.push(sale)}
				onCancel={() => undefined}
			/>,
			{ as: STUDENT },
		);
		return sales;
	}

	test('nobody is chosen at first, and an item is sold without a named buyer only if the seller says so', async () => {
		const sales = await openDialog();
		await expect.element(toWhom).toMatchTextContent(/R ?Rohit ?B ?Bina ?Someone else$/);
		await expect.element(toWhom.getByRole('radio').first()).toBeVisible();
		expect(document.querySelector('input:checked')).toBeNull();
		await expect.element(price).toHaveValue('450');
		await expectAccessible();

		await proceed.click();

		await expect.element(toWhom.getByText(SALE_MESSAGES.unchosen)).toBeVisible();
		await expect.element(person('Rohit')).toHaveFocus();
		await someoneElse.click();
		await expect.element(toWhom.getByText(SALE_MESSAGES.unchosen)).not.toBeInTheDocument();
		await proceed.click();
		expect(sales).toEqual([{ buyerId: undefined, price: undefined }]);
	});

	test('the seller chooses a buyer who has written, and enters the price that was paid', async () => {
		const sales = await openDialog();

		await person('Bina').click();
		for (const typed of ['₹ 4,00.50', '99.999', '1e3', '1000000', '']) {
			await price.fill(typed);
			await proceed.click();
			await expect
				.element(price)
				.toHaveAccessibleDescription(expect.stringContaining(DEAL_INPUT_ERRORS.salePrice.message));
			expect(sales).toEqual([]);
		}
		await price.fill('₹400.50');
		await proceed.click();

		expect(sales).toEqual([{ buyerId: 22, price: 400.5 }]);
	});

	test('the buyer for whom an item is reserved comes first, and brings the agreed amount', async () => {
		fakeReservationFor(22, 'Bina');
		const sales = await openDialog();
		await expect
			.element(toWhom)
			.toMatchTextContent(/B ?Bina ?Reserved at ₹400 until .* ?R ?Rohit ?Someone else$/);

		await person(/Bina/).click();
		await expect.element(price).toHaveValue('400');
		await proceed.click();

		expect(sales).toEqual([{ buyerId: 22, price: 400 }]);
	});

	test('an item can be sold even if the list of buyers cannot be loaded', async () => {
		fakeApi.answer(getItemChats, NO_CONNECTION);
		const sales = await openDialog();
		await expect.element(toWhom.getByText(SALE_MESSAGES.buyersFailed)).toBeVisible();

		await someoneElse.click();
		await proceed.click();

		expect(sales).toHaveLength(1);
	});

	const reserved = { ...item, reservedUntil: '2030-01-01T10:00:00.000Z' };

	test('when the reservation cannot be loaded, no price is sent: the server knows what was agreed', async () => {
		fakeApi.answer(listDeals, NO_CONNECTION);
		const sales = await openDialog(reserved);

		await person('Rohit').click();
		await proceed.click();

		expect(sales).toEqual([{ buyerId: 21, price: undefined }]);
	});
});
