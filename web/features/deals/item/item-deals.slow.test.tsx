import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { actInDeal, getDeal, getQueue, listDeals } from '#contract/deals/endpoints.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import {
	DEAL_MESSAGES,
	DEAL_STATE_MESSAGES,
	ITEM_DEAL_MESSAGES,
} from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { getItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleDeal,
	sampleOffer,
	sampleReservation,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeChat } from '#tests/support/fake-chat.ts';
import { sentSteps } from '#tests/support/fake-deal.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
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

describe('item page of a visitor who logs in', () => {
	test('a visitor who wants to make an offer logs in first, and then finds the form for the offer open', async () => {
		const { id } = fakeItemPage({ price: 450 });
		await renderPage(`/item/${id}`);
		const next = encodeURIComponent(`/item/${id}?deal=1`);
		await expect.element(link('Make an offer')).toHaveAttribute('href', `/login?next=${next}`);
		await cleanup();

		await renderPage(`/item/${id}?deal=1`, { as: STUDENT });

		await expect.element(page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible();
		expect(window.location.search).toBe('');
	});

	test('after the login, the page of a reserved item neither joins the queue by itself nor opens the offer form once the reservation has ended', async () => {
		const { id, userId } = fakeItemPage({ price: 450 });
		const queue = { place: null, length: 2, turnUntil: null };
		let deal = sampleDeal({ itemId: id, sellerId: userId, queue, actions: ['join-queue'] });
		fakeApi.answer(getDeal, () => ({ success: true, deal }));
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal,
			message: DEAL_ACTION_REPLIES['join-queue'],
		}));
		await renderPage(`/item/${id}?deal=1`, { as: STUDENT });
		await expect.element(button('Join the queue · 2')).toBeVisible();
		await expect.poll(() => window.location.search).toBe('');

		deal = { ...deal, queue: null, actions: ['offer'] };
		await fakeRealtime.emit(REALTIME_EVENTS.itemChanged, {
			itemId: id,
			price: 450,
			reservedUntil: null,
			status: 'available',
		});
		await expect.element(button('Make an offer')).toBeVisible();

		expect(sentSteps()).toEqual([]);
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	});

	test('when the user has an open offer already, the page shows that offer and removes “deal=1” from the URL', async () => {
		const { id, userId } = fakeItemPage({ price: 450 });
		const deal = sampleDeal({ itemId: id, sellerId: userId, offer: sampleOffer() });
		fakeApi.answer(getDeal, { success: true, deal });

		await renderPage(`/item/${id}?deal=1`, { as: STUDENT });

		await expect.element(link('You offered ₹360')).toBeVisible();
		await expect.poll(() => window.location.search).toBe('');
	});

	test('the page of a free item does not invite a visitor to make an offer', async () => {
		const { id } = fakeItemPage({ price: 0, isFree: true });
		await renderPage(`/item/${id}`);

		await expect.element(link('Chat with Seller')).toBeVisible();

		await expect.element(link('Make an offer')).not.toBeInTheDocument();
	});
});

describe('item page of a buyer whose deal does not load', () => {
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
		await expectAccessible();
		const { right, bottom } = retry.element().getBoundingClientRect();
		expect(right).toBeLessThanOrEqual(360);
		expect(bottom).toBeLessThanOrEqual(window.innerHeight);
		fakeApi.answer(getDeal, { success: true, deal });
		const release = fakeApi.hold(getDeal);

		await retry.click();
		await expect.element(retry).toHaveAttribute('aria-busy', 'true');
		await expect.element(retry).toHaveFocus();
		release();

		await expect.element(page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible();
		await expect.poll(() => window.location.search).toBe('');
	});

	test('when the retry loads a deal with an open offer, the link to the chat gets the focus', async () => {
		const deal = await openWithoutDeal();
		fakeApi.answer(getDeal, {
			success: true,
			deal: { ...deal, offer: sampleOffer(), actions: [] },
		});

		await retry.click();

		await skipUntil(link('You offered ₹360'));
		await expect.element(link('You offered ₹360')).toHaveFocus();
	});

	test('when the retry fails too, the button can be pressed again', async () => {
		const deal = await openWithoutDeal();
		const release = fakeApi.hold(getDeal);
		await retry.click();
		await expect.element(retry).toHaveAttribute('aria-busy', 'true');
		release();
		await skipUntil(() => !retry.element().hasAttribute('aria-busy'));
		await expect.element(retry).toHaveFocus();

		fakeApi.answer(getDeal, { success: true, deal });
		await retry.click();

		await expect.element(page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible();
	});

	test('when the server has no deal for a buyer, the item page shows no button to load the deal again', async () => {
		const item = fakeItemPage({ price: 450 });
		fakeApi.answer(getDeal, refuse(404, ITEM_ERRORS.notFound));
		await renderPage(`/item/${item.id}?deal=1`, { as: STUDENT, width: 360 });

		await expect.poll(() => window.location.search).toBe('');

		await expect.element(link('Chat with Seller')).toBeVisible();
		expect(retry.elements()).toEqual([]);
	});
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
		await expectAccessible();
		await button('Make an offer').click();

		await page.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel }).fill('360');
		await button(DEAL_MESSAGES.sendOffer).click();

		await expect.poll(() => window.location.pathname).toBe(`/chat/${item.userId}/${item.id}`);
		expect(sentSteps()).toEqual([{ action: 'offer', body: { amount: 360 } }]);
	});

	test('a buyer who has left the page before the offer is answered is not led to the chat', async () => {
		const { change } = await openItem({ actions: ['offer'] });
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: change({ offer: sampleOffer(), actions: ['withdraw-offer'] }),
			message: DEAL_ACTION_REPLIES.offer,
		}));
		const release = fakeApi.hold(actInDeal);
		await button('Make an offer').click();
		await page.getByRole('textbox', { name: DEAL_MESSAGES.amountLabel }).fill('360');
		await button(DEAL_MESSAGES.sendOffer).click();
		await expect.poll(sentSteps).toHaveLength(1);
		goTo('/rules');
		await expect.element(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();

		release();

		await expect.element(page.getByText(DEAL_ACTION_REPLIES.offer)).toBeVisible();
		expect(window.location.pathname).toBe('/rules');
	});

	test('when a buyer joins the queue, the link with their place in the queue gets the focus', async () => {
		const { change } = await openItem({
			queue: { place: null, length: 0, turnUntil: null },
			actions: ['join-queue'],
		});
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: change({ queue: { place: 1, length: 1, turnUntil: null }, actions: ['leave-queue'] }),
			message: DEAL_ACTION_REPLIES['join-queue'],
		}));

		await button('Join the queue').click();

		await expect.element(link('In the queue: 1 of 1')).toHaveFocus();
	});

	test.each([
		[0, DEAL_STATE_MESSAGES.noQueuesLeft],
		[10, DEAL_STATE_MESSAGES.cannotJoinYet],
	])(
		'a buyer with %i queues left who cannot join the queue reads why',
		async (queuesLeft, reason) => {
			await openItem({ queue: { place: null, length: 2, turnUntil: null }, queuesLeft });

			await expect.element(page.getByText(reason)).toBeVisible();
		},
	);

	test('a buyer who joins the queue of a reserved item sees their place and the length of the queue', async () => {
		const { change } = await openItem({
			queue: { place: null, length: 2, turnUntil: null },
			actions: ['join-queue'],
		});
		fakeApi.answer(actInDeal, () => ({
			success: true,
			deal: change({
				queue: { place: 3, length: 3, turnUntil: null },
				actions: ['leave-queue'],
			}),
			message: DEAL_ACTION_REPLIES['join-queue'],
		}));

		await button('Join the queue · 2').click();

		await expect.element(link('In the queue: 3 of 3')).toBeVisible();
	});

	test.each<[string, Partial<Deal>]>([
		['Reserved for you', { reservation: sampleReservation() }],
		['It is your turn', { queue: { place: 1, length: 1, turnUntil: inHours(5) } }],
		['You offered ₹360', { offer: sampleOffer() }],
		['Answer: ₹400', { offer: sampleOffer({ by: 'seller', amount: 400, isCounter: true }) }],
	])('the buyer reads “%s”, a link to the chat', async (words, deal) => {
		const { item } = await openItem(deal);

		await expect.element(link(words)).toHaveAttribute('href', `/chat/${item.userId}/${item.id}`);
	});

	test.each<[string, Partial<Item>, Partial<Deal>]>([
		['reserved for them', { reservedUntil: inHours(48) }, { reservation: sampleReservation() }],
		['sold to them', { status: 'sold' }, { sale: sampleSale() }],
	])(
		'the buyer of an item that is %s reads the agreed price, with the asked one struck through',
		async (_, changes, deal) => {
			await openItem(deal, 390, changes);

			await expect
				.element(page.getByText('Agreed: ₹400 Asked: ₹450', { exact: true }).first())
				.toBeVisible();
			expect(document.querySelector('s')).toHaveTextContent('Asked: ₹450');
			await expectAccessible();
		},
	);

	test('when the item is reserved for another buyer, the button for an offer changes at once to “Join the queue”', async () => {
		const { item, change } = await openItem({ actions: ['offer'] });
		await expect.element(button('Make an offer')).toBeVisible();

		change({ queue: { place: null, length: 0, turnUntil: null }, actions: ['join-queue'] });
		await fakeRealtime.emit(REALTIME_EVENTS.itemChanged, {
			itemId: item.id,
			price: 450,
			reservedUntil: inHours(48),
			status: 'available',
		});

		await expect.element(button('Join the queue')).toBeVisible();
	});

	test.each([360, 1280])(
		'on a screen %i pixels wide, the link to the chat does not move when the deal loads',
		async (width) => {
			const release = fakeApi.hold(getDeal);
			await openItem({ actions: ['offer'] }, width);
			await expect.element(link('Chat with Seller')).toBeVisible();
			await expect.poll(() => fakeApi.requests(getDeal).length).toBeGreaterThan(0);
			const bounds = () => link('Chat with Seller').element().getBoundingClientRect();
			const before = bounds();

			release();
			await expect.element(button('Make an offer')).toBeVisible();

			expect([bounds().left, bounds().top]).toEqual([before.left, before.top]);
		},
	);
});

test('the seller sees for whom the item is reserved, at which price and until when, and the waiting buyers in order', async () => {
	const item = fakeItemPage({ userId: STUDENT.id, reservedUntil: inHours(48) });
	const other = { id: 21, userName: 'Rohit' };
	const deal = sampleDeal({
		itemId: item.id,
		buyerId: 21,
		sellerId: STUDENT.id,
		role: 'seller',
		reservation: sampleReservation(),
	});
	fakeApi.answer(listDeals, { success: true, deals: [{ ...deal, item, other }], nextCursor: null });
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
	await renderPage(`/item/${item.id}`, { as: STUDENT, width: 390 });

	const region = page.getByRole('region', { name: ITEM_DEAL_MESSAGES.waitingTitle });
	await expect.element(region).toMatchTextContent(/Rohit ?Reserved at ₹400 until/);
	await expect.element(page.getByText('Agreed: ₹400 Asked: ₹850')).toBeVisible();
	await expect.element(region).toMatchTextContent(/1.*Bina.*2.*Chetan/);
	await expect
		.element(region.getByRole('link', { name: /Bina/ }))
		.toHaveAttribute('href', `/chat/${item.id}/22`);
	await expectAccessible();
});

test('the seller of a sold item reads for how much it was sold', async () => {
	const item = fakeItemPage({ userId: STUDENT.id, price: 450, status: 'sold' });
	fakeApi.answer(getItem, { ...item, savedCount: 0, soldPrice: 400 });
	await renderPage(`/item/${item.id}`, { as: STUDENT, width: 390 });

	await expect.element(page.getByText('Agreed: ₹400 Asked: ₹450')).toBeVisible();
});

test('when the queue could not be loaded, the seller sees an error with a retry, and not an empty queue', async () => {
	vi.useFakeTimers();
	const item = fakeItemPage({ userId: STUDENT.id, reservedUntil: inHours(48) });
	fakeApi.answer(listDeals, { success: true, deals: [], nextCursor: null });
	fakeApi.answer(getQueue, NO_CONNECTION);
	await renderPage(`/item/${item.id}`, { as: STUDENT, width: 390 });
	const region = page.getByRole('region', { name: ITEM_DEAL_MESSAGES.waitingTitle });
	await skipUntil(region.getByText(ITEM_MESSAGES.noConnection));
	await expect.element(region.getByText(ITEM_DEAL_MESSAGES.nobodyWaits)).not.toBeInTheDocument();

	fakeApi.answer(getQueue, {
		success: true,
		queue: [{ place: 1, userId: 22, userName: 'Bina', joinedAt: inHours(-2), turnUntil: null }],
	});
	await region.getByRole('button', { name: 'Try again' }).click();

	await skipUntil(region.getByRole('link', { name: /Bina/ }));
	await expect.element(region.getByText(ITEM_MESSAGES.noConnection)).not.toBeInTheDocument();
});
