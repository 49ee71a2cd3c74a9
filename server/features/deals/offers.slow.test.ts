import { describe, expect, test } from 'vitest';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp();
const {
	requestAction,
	outcomeOf,
	doAction,
	readDeal,
	passTime,
	startSale,
	askAboutItem,
	messagesOf,
	eventsOf,
	notificationsOf,
	lastTitleOf,
	shownUntil,
	sell,
} = openDeals(t);

describe('offers', () => {
	test('a buyer’s offer begins the chat, and the item is reserved when the seller accepts the offer', async () => {
		const { seller, buyer, itemId } = await startSale();

		const offered = await doAction(buyer, itemId, buyer, 'offer', { amount: 360 });

		expect(offered).toMatchObject({
			itemId,
			buyerId: buyer.id,
			sellerId: seller.id,
			role: 'buyer',
			askedPrice: 450,
			attemptsLeft: 2,
			reservation: null,
			queue: null,
			handover: null,
			sale: null,
			review: null,
			offer: { amount: 360, by: 'buyer', isCounter: false },
			actions: ['withdraw-offer'],
		});
		const asked = await readDeal(seller, itemId, buyer);
		expect(asked.actions).toEqual(['accept-offer', 'decline-offer', 'counter-offer', 'reserve']);
		const accepted = await doAction(seller, itemId, buyer, 'accept-offer', {
			offerId: asked.offer?.id,
		});
		expect(accepted).toMatchObject({
			offer: null,
			reservation: { amount: 360 },
			queue: { place: null, length: 0, turnUntil: null },
			actions: ['release', 'propose-handover'],
		});
		const messages = await messagesOf(buyer, itemId, buyer);
		expect(messages.map(({ message }) => message)).toEqual([
			'Offered ₹360.',
			expect.stringMatching(/^Accepted ₹360\. Reserved until \w{3}, \d\d:\d\d\.$/),
		]);
		expect(messages[0]?.event).toMatchObject({ type: 'offer-made', amount: 360 });
	});

	test('an offer that is made while the buyer’s first message opens the chat is stored in that chat', async () => {
		const { buyer, itemId } = await startSale();
		const { answer } = await t.db.transaction(async (tx) => {
			await tx.insert(conversations).values({ itemId, buyerId: buyer.id });
			const answer = requestAction(buyer, itemId, buyer, 'offer', { amount: 360 });
			await waitForBlockedSession(t.url);
			return { answer };
		});

		expect((await answer).statusCode).toBe(200);
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['offer-made']);
	});

	test('an offer is countered once, with an id of its own and a higher amount, at no cost of an attempt; a counter-offer is not taken back, and nobody decides their own', async () => {
		const { seller, buyer, itemId } = await startSale();
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		const counter = (amount: number) =>
			requestAction(seller, itemId, buyer, 'counter-offer', { amount });

		expect((await counter(300)).json().message).toBe(
			'Please offer whole rupees between ₹301 and ₹450.',
		);
		const countered = (await counter(400)).json().deal;

		expect(countered).toMatchObject({
			offer: { amount: 400, by: 'seller', isCounter: true },
			attemptsLeft: 2,
			actions: ['reserve'],
		});
		const offerId = countered.offer.id;
		expect(offerId).not.toBe(offer?.id);
		const [decided, notTheirs] = [DEAL_ERRORS.alreadyDecided.code, DEAL_ERRORS.notAvailable.code];
		for (const [who, action, body, code] of [
			[seller, 'counter-offer', { offerId, amount: 420 }, decided],
			[seller, 'accept-offer', { offerId: offer?.id }, decided],
			[seller, 'accept-offer', { offerId }, notTheirs],
			[buyer, 'withdraw-offer', { offerId }, notTheirs],
		] as const)
			expect(await outcomeOf(who, itemId, buyer, action, body), action).toBe(code);
		const { reservation } = await doAction(buyer, itemId, buyer, 'accept-offer', { offerId });
		expect(reservation?.amount).toBe(400);
	});

	test('a buyer makes three offers at a price, of which a refused one costs none; a changed price lets the open one lapse and gives three new ones', async () => {
		const { seller, buyer, itemId } = await startSale();
		const refused = await requestAction(buyer, itemId, buyer, 'offer', { amount: 1 });
		for (let made = 0; made < 2; made++) {
			const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
			await doAction(buyer, itemId, buyer, 'withdraw-offer', { offerId: offer?.id });
		}
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 310 });
		const offerId = offer?.id;
		await doAction(seller, itemId, buyer, 'decline-offer', { offerId });

		const fourth = await requestAction(buyer, itemId, buyer, 'offer', { amount: 320 });

		expect(refused.statusCode).toBe(400);
		expect(fourth.json()).toMatchObject({
			...DEAL_ERRORS.noAttemptsLeft,
			deal: { attemptsLeft: 0, actions: [] },
		});
		await t.db.execute(sql`update items set price = 400 where id = ${itemId}`);
		await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		await t.db.execute(sql`update items set price = 420 where id = ${itemId}`);
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			offer: null,
			askedPrice: 420,
			attemptsLeft: 3,
			actions: ['offer'],
		});
		expect((await eventsOf(seller, itemId, buyer)).slice(-2)).toEqual([
			'offer-made',
			'offer-lapsed',
		]);
	});

	test('the ids of an offer, a hand-over and a spot are positive integers of the database', async () => {
		const { seller, buyer, itemId } = await startSale();
		const slots = ['2030-01-01T10:00:00Z'];
		for (const [action, field, { code }] of [
			['accept-offer', 'offerId', DEAL_INPUT_ERRORS.offerId],
			['accept-handover', 'handoverId', DEAL_INPUT_ERRORS.handoverId],
			['propose-handover', 'spotId', DEAL_INPUT_ERRORS.spot],
		] as const)
			for (const id of [0, -1, 1.5, 2_147_483_648]) {
				const body = { [field]: id, slots, slot: slots[0] };
				const res = await requestAction(seller, itemId, buyer, action, body);
				expect([res.statusCode, res.json().code], `${action} ${id}`).toEqual([400, code]);
			}
	});

	test.each([
		[450, [0, 224, 451, 300.5, -300], '₹225 and ₹450'],
		[99.99, [49, 100], '₹50 and ₹99'],
	])(
		'for ₹%s, offers of %j are refused: whole rupees between %s',
		async (price, amounts, range) => {
			const { buyer, itemId } = await startSale(price);
			for (const amount of amounts) {
				const res = await requestAction(buyer, itemId, buyer, 'offer', { amount });
				expect(res.statusCode).toBe(400);
				expect(res.json().message).toBe(`Please offer whole rupees between ${range}.`);
			}
		},
	);

	test('an offer is open for 24 hours; the buyer’s notification of its lapse reads “Your offer” for an own offer and names the seller for a counter-offer', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		const { offer: ofOther } = await doAction(other, itemId, other, 'offer', { amount: 310 });
		const counter = { offerId: offer?.id, amount: 400 };
		await doAction(seller, itemId, buyer, 'counter-offer', counter);
		await passTime(itemId, 24);

		const offerId = ofOther?.id;
		const late = await outcomeOf(seller, itemId, other, 'accept-offer', { offerId });

		expect(late).toBe(DEAL_ERRORS.offerLapsed.code);
		expect(await lastTitleOf(buyer)).toMatch(/’s offer of ₹\d+ has lapsed: /);
		expect(await lastTitleOf(other)).toMatch(/^Your offer of ₹\d+ to .+ has lapsed: /);
	});

	test('when the price becomes fixed, open offers lapse and new offers are refused', async () => {
		const { buyer, itemId } = await startSale();
		await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

		await t.db.execute(sql`update items set is_price_fixed = true where id = ${itemId}`);

		expect((await readDeal(buyer, itemId, buyer)).offer).toBeNull();
		const offered = await outcomeOf(buyer, itemId, buyer, 'offer', { amount: 300 });
		expect(offered).toBe(DEAL_ERRORS.priceFixed.code);
	});
});

describe('reservations', () => {
	test('when the seller reserves an item for a buyer, other buyers’ offers lapse and new ones are refused', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		await doAction(other, itemId, other, 'offer', { amount: 300 });
		const unwritten = await outcomeOf(seller, itemId, buyer, 'reserve', { hours: 24 });
		await askAboutItem(buyer, itemId);

		const deal = await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });

		expect(unwritten).toBe(DEAL_ERRORS.notAvailable.code);
		expect(deal).toMatchObject({ role: 'seller', reservation: { amount: 450 } });
		expect(await readDeal(other, itemId, other)).toMatchObject({
			offer: null,
			reservation: null,
			queue: { place: null, length: 0 },
			actions: ['join-queue'],
		});
		expect(await eventsOf(other, itemId, other)).toEqual(['offer-made', 'offer-lapsed']);
		const offered = await requestAction(other, itemId, other, 'offer', { amount: 400 });
		expect(offered.statusCode).toBe(409);
		expect(offered.json()).toMatchObject(DEAL_ERRORS.reservedForOther);
		expect(await shownUntil(itemId)).toBe(deal.reservation?.until);
	});

	test('the seller reserves for 24, 48 or 120 hours, at the price or an amount accepted since the item was put up', async () => {
		const { seller, buyer, itemId } = await startSale();
		for (const amount of [300, 350]) {
			const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount });
			await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });
			await doAction(seller, itemId, buyer, 'release');
		}
		const reserve = (body: object) => requestAction(seller, itemId, buyer, 'reserve', body);

		expect((await reserve({ hours: 36 })).json()).toMatchObject(DEAL_INPUT_ERRORS.hours);
		expect((await reserve({ hours: 24, amount: 320 })).json()).toMatchObject(
			DEAL_INPUT_ERRORS.reservedAmount,
		);
		expect((await readDeal(seller, itemId, buyer)).acceptedAmounts).toEqual([350, 300]);
		const reserved = await reserve({ hours: 120, amount: 300 });
		expect(reserved.json().deal.reservation.amount).toBe(300);
		await sell(seller, itemId, { buyerId: buyer.id });
		await t.db.execute(sql`update items set sold_at = null where id = ${itemId}`);
		expect(await readDeal(seller, itemId, buyer)).toMatchObject({
			acceptedAmounts: [],
			attemptsLeft: 3,
		});
	});

	test.each(['buyer', 'seller'] as const)(
		'the %s can release a reservation with a reason, which ends it and notifies the other side',
		async (role) => {
			const sale = await startSale();
			const { seller, buyer, itemId } = sale;
			await askAboutItem(buyer, itemId);
			await doAction(seller, itemId, buyer, 'reserve', { hours: 48 });

			const reason = 'I found another.';
			const deal = await doAction(sale[role], itemId, buyer, 'release', { reason });

			expect(deal.reservation).toBeNull();
			expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
				reservation: null,
				actions: ['offer'],
			});
			expect(await eventsOf(buyer, itemId, buyer)).toEqual(['reserved', 'released']);
			const messages = await messagesOf(buyer, itemId, buyer);
			expect(messages.at(-1)?.message).toMatch(/ I found another\.$/);
			const notified = { buyer: ['reservation'], seller: [] as string[] };
			notified[role === 'buyer' ? 'seller' : 'buyer'].push('reservation');
			expect(await notificationsOf(buyer)).toEqual(notified.buyer);
			expect(await notificationsOf(seller)).toEqual(notified.seller);
		},
	);

	test('a buyer and a seller are reminded once that a reservation ends soon', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
		await passTime(itemId, 22.5);

		for (let read = 0; read < 2; read++) await readDeal(buyer, itemId, buyer);

		expect(await notificationsOf(buyer)).toEqual(['reservation', 'reservation']);
		expect(await lastTitleOf(seller)).toMatch(/^The reservation for .+ ends soon: /);
	});
});
