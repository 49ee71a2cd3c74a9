import { describe, expect, test } from 'vitest';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp();
const { requestAction, doAction, readDeal, passTime, startSale, eventsOf } = openDeals(t);

/** The title of a user's newest notification. */
async function lastTitleOf({ id }: { id: number }): Promise<string | undefined> {
	const { rows } = await t.db.execute<{ title: string }>(
		sql`select title from notices where user_id = ${id} order by id desc limit 1`,
	);
	return rows[0]?.title;
}

describe('offers', () => {
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
		const messages = (await t.as(buyer).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
		expect(messages.map(({ message }: { message: string }) => message)).toEqual([
			'Offered ₹360.',
			expect.stringMatching(/^Accepted ₹360\. Reserved until \w{3}, \d\d:\d\d\.$/),
		]);
		expect(messages[0].event).toMatchObject({ type: 'offer-made', amount: 360 });
	});

	test.each([
		['accept-offer', 'offerId', DEAL_INPUT_ERRORS.offerId],
		['accept-handover', 'handoverId', DEAL_INPUT_ERRORS.handoverId],
		['propose-handover', 'spotId', DEAL_INPUT_ERRORS.spot],
	] as const)(
		'the step %s is refused when its %s is a number but not a valid id',
		async (action, field, error) => {
			const { seller, buyer, itemId } = await startSale();
			const slots = ['2030-01-01T10:00:00Z'];

			for (const id of [0, -1, 1.5, 2_147_483_648]) {
				const body = { [field]: id, slots, slot: slots[0] };
				const res = await requestAction(seller, itemId, buyer, action, body);

				expect([res.statusCode, res.json().code]).toEqual([400, error.code]);
			}
		},
	);

	test.each([0, 224, 451, 300.5, -300])(
		'an offer of ₹%s is refused, and the error names the allowed range',
		async (amount) => {
			const { buyer, itemId } = await startSale();

			const res = await requestAction(buyer, itemId, buyer, 'offer', { amount });

			expect(res.statusCode).toBe(400);
			expect(res.json().message).toBe('Please offer whole rupees between ₹225 and ₹450.');
		},
	);

	test('a buyer’s notification of a lapse reads “Your offer” for an own offer and “An offer” for a counter-offer', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		await doAction(other, itemId, other, 'offer', { amount: 310 });
		const counter = { offerId: offer?.id, amount: 400 };
		await doAction(seller, itemId, buyer, 'counter-offer', counter);
		await passTime(itemId, 24);

		// Reading a deal ends the offers that have expired.
		await readDeal(seller, itemId, buyer);

		expect(await lastTitleOf(buyer)).toMatch(/’s offer of ₹\d+ has lapsed: /);
		expect(await lastTitleOf(other)).toMatch(/^Your offer of ₹\d+ to .+ has lapsed: /);
	});

	test('two identical offers sent at the same time count as one', async () => {
		const { buyer, itemId } = await startSale();

		const both = await Promise.all([
			requestAction(buyer, itemId, buyer, 'offer', { amount: 300 }),
			requestAction(buyer, itemId, buyer, 'offer', { amount: 300 }),
		]);

		expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
		expect(both[0].json().deal.offer).toEqual(both[1].json().deal.offer);
		expect((await readDeal(buyer, itemId, buyer)).attemptsLeft).toBe(2);
	});
});
