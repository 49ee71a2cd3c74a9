import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { actInDeal, getDeal, getQueue, listDeals } from '#contract/deals/endpoints.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES, ITEM_DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleDeal,
	sampleOffer,
	sampleReservation,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeChat } from '#tests/support/fake-chat.ts';
import { sentSteps } from '#tests/support/fake-deal.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

/** Opens the page of Meera's item for ₹450, with the given changes of the deal and of the item. */
async function openItem(changes: Partial<Deal>, width = 390, itemChanges: Partial<Item> = {}) {
	const item = fakeItemPage({ price: 450, ...itemChanges });
	let deal = sampleDeal({ itemId: item.id, sellerId: item.userId, ...changes });
	fakeApi.answer(getDeal, () => ({ success: true, deal }));
	await renderPage(`/item/${item.id}`, { as: STUDENT, width });
	return {
		item,
		change: (next: Partial<Deal>) => {
			deal = { ...deal, ...next };
			return deal;
		},
	};
}

const retry = button(ITEM_DEAL_MESSAGES.notLoaded);

/** Opens an item page by the URL that asks for the offer form, while the deal cannot be loaded. */
async function openWithoutDeal() {
	vi.useFakeTimers();
	const item = fakeItemPage({ price: 450 });
	fakeApi.answer(getDeal, NO_CONNECTION);
	await renderPage(`/item/${item.id}?deal=1`, { as: STUDENT, width: 360 });
	await skipUntil(retry);
	return sampleDeal({ itemId: item.id, sellerId: item.userId, actions: ['offer'] });
}

test('a button says that the offers did not load; a click loads the deal and opens the requested offer form', async () => {
	const deal = await openWithoutDeal();
	const { right, bottom } = retry.element().getBoundingClientRect();
	expect(right).toBeLessThanOrEqual(360);
	expect(bottom).toBeLessThanOrEqual(window.innerHeight);
	fakeApi.answer(getDeal, { success: true, deal });
	const release = fakeApi.hold(getDeal);

	// By keyboard: the runner waits for an enabled button before a click, but the window may get the focus meanwhile,
	// which loads the deal, too.
	(retry.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(retry).toHaveAttribute('aria-busy', 'true');
	await expect.element(retry).toHaveFocus();
	release();

	await expect.element(page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible();
	await expect.poll(() => window.location.search).toBe('');
});

describe('item page of a buyer', () => {
	test('a buyer who makes an offer is led to the chat with the seller', async () => {
		const { item, change } = await openItem({ actions: ['offer'] });
		fakeChat({
			item: {
				id: item.id,
				title: item.title,
				price: 450,
				status: 'available',
				photo: null,
				reservedUntil: null,
				isPriceFixed: false,
			},
			other: { id: item.userId, userName: 'Meera', profilePicUrl: null, isVerified: false },
		});
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: change({ offer: sampleOffer(), actions: ['withdraw-offer'] }),
			message: DEAL_ACTION_REPLIES.offer,
		}));
		await button('Make an offer').click();

		await page.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel }).fill('360');
		await button(DEAL_MESSAGES.sendOffer).click();

		await expect.poll(() => window.location.pathname).toBe(`/chat/${item.userId}/${item.id}`);
		expect(sentSteps()).toMatchObject([{ action: 'offer', body: { amount: 360 } }]);
	});

	test('when the item is reserved for another buyer, the button changes to “Join the queue”; the place in the queue is then a focused link to the chat', async () => {
		const { item, change } = await openItem({ actions: ['offer'] });
		await expect.element(button('Make an offer')).toBeVisible();
		change({ queue: { place: null, length: 2, turnUntil: null }, actions: ['join-queue'] });
		await fakeRealtime.emit(REALTIME_EVENTS.itemChanged, {
			itemId: item.id,
			price: 450,
			reservedUntil: inHours(48),
			status: 'available',
		});
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: change({ queue: { place: 3, length: 3, turnUntil: null }, actions: ['leave-queue'] }),
			message: DEAL_ACTION_REPLIES['join-queue'],
		}));

		await button('Join the queue · 2').click();

		const place = link('In the queue: 3 of 3');
		await expect.element(place).toHaveFocus();
		await expect.element(place).toHaveAttribute('href', `/chat/${item.userId}/${item.id}`);
	});
});

test('the seller sees for whom the item is reserved and who waits in which order; if the queue does not load, an error with a retry', async () => {
	vi.useFakeTimers();
	const item = fakeItemPage({ userId: STUDENT.id, reservedUntil: inHours(48) });
	const deal = sampleDeal({
		itemId: item.id,
		buyerId: 21,
		sellerId: STUDENT.id,
		role: 'seller',
		reservation: sampleReservation(),
	});
	const other = { id: 21, userName: 'Rohit' };
	fakeApi.answer(listDeals, { success: true, deals: [{ ...deal, item, other }], nextCursor: null });
	fakeApi.answer(getQueue, NO_CONNECTION);
	await renderPage(`/item/${item.id}`, { as: STUDENT, width: 390 });
	const region = page.getByRole('region', { name: ITEM_DEAL_MESSAGES.waitingTitle });
	await skipUntil(region.getByText(ITEM_MESSAGES.noConnection));
	await expect.element(region.getByText(ITEM_DEAL_MESSAGES.nobodyWaits)).not.toBeInTheDocument();

	const waits = (place: number, userId: number, userName: string) => ({
		place,
		userId,
		userName,
		joinedAt: inHours(-2),
		turnUntil: null,
	});
	fakeApi.answer(getQueue, {
		success: true,
		queue: [waits(1, 22, 'Bina'), waits(2, 23, 'Chetan')],
	});
	await region.getByRole('button', { name: 'Try again' }).click();

	await skipUntil(region.getByRole('link', { name: /Bina/ }));
	await expect.element(region).toMatchTextContent(/Rohit ?Reserved at ₹400 until/);
	await expect.element(page.getByText('Agreed: ₹400 Asked: ₹850')).toBeVisible();
	await expect.element(region).toMatchTextContent(/1.*Bina.*2.*Chetan/);
	await expect
		.element(region.getByRole('link', { name: /Bina/ }))
		.toHaveAttribute('href', `/chat/${item.id}/22`);
	await expectAccessible();
});
