import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ItemChat } from '#contract/chat/conversations.ts';
import { getItemChats } from '#contract/chat/endpoints.ts';
import { listDeals } from '#contract/deals/endpoints.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { SALE_MESSAGES } from '#contract/deals/messages.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { sampleDeal, sampleReservation } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import type { Sale } from '#web/features/items/sell-queries.ts';
import { SellDialog } from './sell-dialog.tsx';

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
