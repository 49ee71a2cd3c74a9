import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { openApp } from '#tests/support/app.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openDeals } from '#tests/support/deals.ts';
import { query } from '#tests/support/query.ts';

/* Races of two concurrent requests about one item, each sent to another instance. Every race is repeated fifty times. */

const ROUNDS = 50;
/** The number of races at the same time, each about another item. */
const CONCURRENCY = 5;

const url = await cloneDatabase();
const first = await openApp({ DATABASE_URL: url });
const second = await openApp({ DATABASE_URL: url });
const deals = openDeals(first);
const dealsOnSecond = openDeals(second);
const admin = await first.admin({ roleLevel: 'super_admin' });

type Sale = Awaited<ReturnType<typeof openSale>>;
interface Answer {
	statusCode: number;
	json: () => { code?: string; deal?: Deal };
}

/** Creates an item about which a buyer and another buyer have written to the seller. */
async function openSale() {
	const sale = await deals.startSale();
	await deals.askAboutItem(sale.buyer, sale.itemId);
	await deals.askAboutItem(sale.other, sale.itemId);
	const { buyer, itemId } = sale;
	const offer = async () => {
		const deal = await deals.doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		return deal.offer?.id;
	};
	return { ...sale, offer };
}

/** Repeats a race on new items. */
async function repeatRace(race: (sale: Sale, round: number) => Promise<void>): Promise<void> {
	for (let round = 0; round < ROUNDS; round += CONCURRENCY) {
		const rounds = Array.from({ length: CONCURRENCY }, (_, index) => round + index);
		await Promise.all(rounds.map(async (number) => race(await openSale(), number)));
	}
}

/** Sends both requests at the same time; the rounds alternate in which one is sent first. */
async function raceBoth(
	round: number,
	one: () => Promise<Answer>,
	other: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
	if (round % 2 === 0) return Promise.all([one(), other()]);
	const [last, earlier] = await Promise.all([other(), one()]);
	return [earlier, last];
}

/** The status; for a conflict the error code instead. */
const outcome = ({ statusCode, json }: Answer) =>
	statusCode === 409 ? json().code?.replace('deal/', '') : statusCode;

/**
 * Expects both instances to return the same deals, and the item to be held for one buyer at most.
 * @returns the deals of the buyer and of the other buyer
 */
async function expectConsistentDeals({ seller, buyer, other, itemId }: Sale): Promise<Deal[]> {
	const bothDeals = await Promise.all(
		[buyer, other].map(async (person) => {
			const deal = await deals.readDeal(seller, itemId, person);
			expect(await dealsOnSecond.readDeal(seller, itemId, person)).toEqual(deal);
			return deal;
		}),
	);
	expect((await deals.countOpen(itemId))?.holds).toBeLessThanOrEqual(1);
	return bothDeals;
}

test('when a seller accepts an offer while the buyer withdraws it, exactly one of the two actions succeeds', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, buyer, itemId } = sale;
		const offerId = await sale.offer();

		const [accepted, withdrawn] = await raceBoth(
			round,
			() => deals.requestAction(seller, itemId, buyer, 'accept-offer', { offerId }),
			() => dealsOnSecond.requestAction(buyer, itemId, buyer, 'withdraw-offer', { offerId }),
		);

		const isAccepted = accepted.statusCode === 200;
		expect([outcome(accepted), outcome(withdrawn)]).toEqual(
			isAccepted ? [200, 'already-decided'] : ['already-decided', 200],
		);
		const [deal] = await expectConsistentDeals(sale);
		expect(deal?.offer).toBeNull();
		expect(deal?.reservation?.amount).toBe(isAccepted ? 300 : undefined);
	});
}, 300_000);

test('when an offer is accepted while the item is reserved for another buyer, only one reservation exists', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, buyer, other, itemId } = sale;
		const offerId = await sale.offer();

		const [accepted, reserved] = await raceBoth(
			round,
			() => deals.requestAction(seller, itemId, buyer, 'accept-offer', { offerId }),
			() => dealsOnSecond.requestAction(seller, itemId, other, 'reserve', { hours: 24 }),
		);

		const isAccepted = accepted.statusCode === 200;
		expect([outcome(accepted), outcome(reserved)]).toEqual(
			isAccepted ? [200, 'reserved-for-other'] : ['offer-lapsed', 200],
		);
		const [dealOfBuyer, dealOfOther] = await expectConsistentDeals(sale);
		expect([dealOfBuyer?.reservation !== null, dealOfOther?.reservation !== null]).toEqual([
			isAccepted,
			!isAccepted,
		]);
	});
}, 300_000);

/** Reserves the item for the buyer, and lets the other buyer wait in the queue. */
async function queueUp({ seller, buyer, other, itemId }: Sale): Promise<void> {
	await deals.doAction(seller, itemId, buyer, 'reserve', { hours: 48 });
	await deals.doAction(other, itemId, other, 'join-queue');
}

test('when a waiting buyer takes the turn while the reservation is released, the buyer has either the reservation or the turn', async () => {
	await repeatRace(async (sale, round) => {
		const { buyer, other, itemId } = sale;
		await queueUp(sale);

		const [taken, released] = await raceBoth(
			round,
			() => deals.requestAction(other, itemId, other, 'take-turn'),
			() => dealsOnSecond.requestAction(buyer, itemId, buyer, 'release'),
		);

		expect(outcome(released)).toBe(200);
		expect([200, 'reserved-for-other']).toContain(outcome(taken));
		const [dealOfBuyer, dealOfOther] = await expectConsistentDeals(sale);
		expect(dealOfBuyer?.reservation).toBeNull();
		if (taken.statusCode === 200) expect(dealOfOther?.reservation?.amount).toBe(450);
		else expect(dealOfOther?.queue).toMatchObject({ place: 1, turnUntil: expect.any(String) });
	});
}, 300_000);

test('when a buyer takes the turn while the seller reserves the item for another buyer, only one reservation exists', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, buyer, other, itemId } = sale;
		await queueUp(sale);
		await deals.doAction(buyer, itemId, buyer, 'release');

		const [taken, reserved] = await raceBoth(
			round,
			() => deals.requestAction(other, itemId, other, 'take-turn'),
			() => dealsOnSecond.requestAction(seller, itemId, buyer, 'reserve', { hours: 24 }),
		);

		const isTaken = taken.statusCode === 200;
		expect([outcome(taken), outcome(reserved)]).toEqual(
			isTaken ? [200, 'reserved-for-other'] : ['reserved-for-other', 200],
		);
		const [dealOfBuyer, dealOfOther] = await expectConsistentDeals(sale);
		expect([dealOfBuyer?.reservation !== null, dealOfOther?.reservation !== null]).toEqual([
			!isTaken,
			isTaken,
		]);
	});
}, 300_000);

test('when an item is marked as sold while an offer is accepted, the item is sold and has no reservation', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, buyer, other, itemId } = sale;
		const offerId = await sale.offer();
		const body = round % 3 === 0 ? {} : { buyerId: round % 3 === 1 ? buyer.id : other.id };

		const [sold, accepted] = await raceBoth(
			round,
			() => first.as(seller).patch(`/item/mark-as-sold/${itemId}`, body),
			() => dealsOnSecond.requestAction(seller, itemId, buyer, 'accept-offer', { offerId }),
		);

		expect(outcome(sold)).toBe(200);
		expect([200, 'item-sold']).toContain(outcome(accepted));
		const bothDeals = await expectConsistentDeals(sale);
		for (const { offer, reservation } of bothDeals)
			expect([offer, reservation]).toEqual([null, null]);
		expect(bothDeals[0]?.sale !== null).toBe(round % 3 === 1);
		expect(bothDeals[1]?.sale !== null).toBe(round % 3 === 2);
	});
}, 300_000);

/** Prepares an action that the buyer of a sale can do next, a different action in each round. */
async function prepareStep(
	{ seller, buyer, other, itemId, offer }: Sale,
	round: number,
): Promise<[DealAction, body?: object]> {
	const reserveFor = (person: typeof buyer) =>
		deals.doAction(seller, itemId, person, 'reserve', { hours: 48 });
	switch (round % 5) {
		case 0:
			return ['offer', { amount: 300 }];
		case 1:
			return ['withdraw-offer', { offerId: await offer() }];
		case 2:
			await reserveFor(other);
			return ['join-queue'];
		case 3:
			await reserveFor(buyer);
			return ['release'];
		default:
			await reserveFor(other);
			await deals.doAction(buyer, itemId, buyer, 'join-queue');
			await deals.doAction(other, itemId, other, 'release');
			return ['take-turn'];
	}
}

/** Counts the open offers, reservations and queue entries of the buyer for the item that the seller can see. */
async function countOpen({ buyer, itemId }: Sale): Promise<number> {
	const [open] = await query<{ count: number }>(
		url,
		`select (
			count(offer) filter (where offer ->> 'isWithheld' = 'false')
			+ count(place) filter (where place ->> 'isWithheld' = 'false') + count(hold)
		)::int as count from deals where item_id = $1 and buyer_id = $2`,
		[itemId, buyer.id],
	);
	return open?.count ?? 0;
}

test.each([
	['the buyer is banned', async ({ buyer }: Sale) => `/admin/users/${buyer.id}/ban`],
	['the item is banned', async ({ itemId }: Sale) => `/admin/items/${itemId}/ban`],
])(
	'when %s during any action of the buyer, no offer, reservation or queue entry stays open',
	async (_, pathOf) => {
		await repeatRace(async (sale, round) => {
			const { seller, buyer, itemId } = sale;
			const [action, body] = await prepareStep(sale, round);
			const path = await pathOf(sale);

			const [, banned] = await raceBoth(
				round,
				() => deals.requestAction(buyer, itemId, buyer, action, body),
				() => second.as(admin).put(path, { reason: 'Spam.' }),
			);

			expect(banned.statusCode).toBe(200);
			await deals.readDeal(seller, itemId, buyer);
			expect(await countOpen(sale), action).toBe(0);
		});
	},
	300_000,
);

test('when the seller blocks the buyer during any action of the buyer, no offer, reservation or queue entry stays open', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, buyer, itemId } = sale;
		const [action, body] = await prepareStep(sale, round);

		const [, blocked] = await raceBoth(
			round,
			() => deals.requestAction(buyer, itemId, buyer, action, body),
			() => second.as(seller).put(`/people/${buyer.id}/block`),
		);

		expect(blocked.statusCode).toBe(200);
		const deal = await deals.readDeal(seller, itemId, buyer);
		expect(deal).toMatchObject({ offer: null, reservation: null, actions: [] });
		expect(await countOpen(sale), action).toBe(0);
	});
}, 300_000);

test('when the seller blocks a new buyer during the first offer of the buyer, the offer does not stay open', async () => {
	await repeatRace(async (sale, round) => {
		const { seller, itemId } = sale;
		const buyer = await first.student();

		const [, blocked] = await raceBoth(
			round,
			() => deals.requestAction(buyer, itemId, buyer, 'offer', { amount: 300 }),
			() => second.as(seller).put(`/people/${buyer.id}/block`),
		);

		expect(blocked.statusCode).toBe(200);

		await deals.readDeal(buyer, itemId, buyer);
		expect(await countOpen({ ...sale, buyer })).toBe(0);
	});
}, 300_000);

test('the same request of a buyer sent to two instances is done once, and both instances report success', async () => {
	await repeatRace(async (sale, round) => {
		const { buyer, itemId } = sale;
		const [action, fields] = await prepareStep(sale, round);
		const body = { ...fields, clientId: randomUUID() };

		const answers = await raceBoth(
			round,
			() => deals.requestAction(buyer, itemId, buyer, action, body),
			() => dealsOnSecond.requestAction(buyer, itemId, buyer, action, body),
		);

		expect(answers.map(outcome)).toEqual([200, 200]);
		expect(answers[0].json().deal).toEqual(answers[1].json().deal);
		await expectConsistentDeals(sale);
		const steps = await query(url, 'select from messages where request_id = $1', [body.clientId]);
		expect(steps).toHaveLength(1);
	});
}, 300_000);
