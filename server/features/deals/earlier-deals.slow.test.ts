import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deal } from '#contract/deals/schemas.ts';
import { migrate, prepareAppRole } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { type App, openApp } from '#tests/support/app.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { signIn } from '#tests/support/factories.ts';
import { query } from '#tests/support/query.ts';

/*
 * The version before kept offers, reservations, places, hand-overs and steps in tables of their own (up to migration 0081).
 * One item for each state of a deal; all are the seller's, who is user 1, and the buyer is user 2 unless stated.
 */
const ITEMS = {
	offer: 11,
	counterOffer: 12,
	reserved: 13,
	turn: 14,
	proposed: 15,
	agreed: 16,
	done: 17,
	missed: 18,
	unanswered: 19,
	completed: 20,
	denied: 21,
	overdue: 22,
	relisted: 23,
} as const;
type State = keyof typeof ITEMS;
const [SELLER, BUYER, SECOND, THIRD, BLOCKED] = [1, 2, 3, 4, 5];
const REQUEST = randomUUID();

/** Written when the test begins, on five minutes. */
const hours = (count: number) =>
	new Date(Math.ceil(Date.now() / 300_000) * 300_000 + count * 3_600_000).toISOString();
const AT = {
	tomorrow: hours(24),
	dayAfter: hours(48),
	inAnHour: hours(1),
	inThreeHours: hours(3),
	inThirtyHours: hours(30),
	anHourAgo: hours(-1),
	threeHoursAgo: hours(-3),
	dayAgo: hours(-24),
	weekAgo: hours(-168),
	inSixDays: hours(144),
};

const spot = (id: number) => `1, 'Gate ${id}', 'By the tree'`;
const SOLD: readonly State[] = ['unanswered', 'completed', 'denied'];
const rows = (list: readonly string[]) => list.map((row) => `(${row})`).join(', ');

const EARLIER = `
	insert into users (id, user_name, email, email_confirmed_at) overriding system value values
		${rows([SELLER, BUYER, SECOND, THIRD, BLOCKED].map((id) => `${id}, 'Person ${id}', 'p${id}@campus.example', now()`))};
	insert into blocks (blocker_id, blocked_id) values (${SELLER}, ${BLOCKED});
	insert into items (id, seller_id, title, description, price, category, created_at, sold_at, reserved_until, waiting_count)
		overriding system value values ${rows(
			Object.entries(ITEMS).map(
				([state, id]) => `${id}, ${SELLER}, 'Drafter', 'Good.', 450, 'Instruments', '${AT.weekAgo}',
				${SOLD.includes(state as State) ? `'${AT.threeHoursAgo}'` : 'null'},
				${{ reserved: `'${AT.inThirtyHours}', 2`, turn: `'${AT.inThreeHours}', 1` }[state] ?? 'null, 0'}`,
			),
		)};
	insert into deals (item_id, buyer_id, seller_id) select id, ${BUYER}, ${SELLER} from items;
	insert into deals (item_id, buyer_id, seller_id) values ${rows(
		[ITEMS.reserved, ITEMS.turn].flatMap((item) =>
			[SECOND, THIRD].map((buyer) => `${item}, ${buyer}, ${SELLER}`),
		),
	)};
	insert into deals (item_id, buyer_id, seller_id, seller_changed_at) values (${ITEMS.reserved}, ${BLOCKED}, ${SELLER}, null);
	insert into deal_deadlines (item_id) select id from items;
	insert into conversations (item_id, buyer_id) select item_id, buyer_id from deals;
	insert into participants (item_id, buyer_id, user_id, last_message_id)
		select item_id, buyer_id, buyer_id, 1 from deals
		union all select item_id, buyer_id, seller_id, 1 from deals where buyer_id <> ${BLOCKED};

	insert into deal_offers (id, item_id, buyer_id, by, amount, asked_price, created_at, expires_at, ended_at, outcome)
		overriding system value values ${rows([
			`1, ${ITEMS.offer}, ${BUYER}, 'buyer', 300, 450, '${AT.dayAgo}', now(), '${AT.threeHoursAgo}', 'declined'`,
			`2, ${ITEMS.offer}, ${BUYER}, 'buyer', 350, 450, '${AT.anHourAgo}', '${AT.tomorrow}', null, null`,
			`3, ${ITEMS.counterOffer}, ${BUYER}, 'buyer', 300, 450, '${AT.dayAgo}', now(), '${AT.anHourAgo}', 'countered'`,
			`4, ${ITEMS.counterOffer}, ${BUYER}, 'seller', 420, 450, '${AT.anHourAgo}', '${AT.tomorrow}', null, null`,
			`5, ${ITEMS.reserved}, ${BUYER}, 'buyer', 400, 450, '${AT.dayAgo}', now(), '${AT.anHourAgo}', 'accepted'`,
			`6, ${ITEMS.relisted}, ${BUYER}, 'buyer', 400, 450, '${AT.weekAgo}'::timestamptz - interval '1 day', now(), '${AT.weekAgo}', 'lapsed'`,
		])};
	insert into deal_reservations (id, item_id, buyer_id, amount, started_at, until, ended_at, outcome)
		overriding system value values ${rows([
			`3, ${ITEMS.reserved}, ${BUYER}, 400, '${AT.anHourAgo}', '${AT.inThirtyHours}', null, null`,
			`4, ${ITEMS.turn}, ${BUYER}, 450, '${AT.dayAgo}', '${AT.tomorrow}', '${AT.threeHoursAgo}', 'released'`,
			`5, ${ITEMS.proposed}, ${BUYER}, 450, '${AT.anHourAgo}', '${AT.inThirtyHours}', null, null`,
			`6, ${ITEMS.agreed}, ${BUYER}, 450, '${AT.anHourAgo}', '${hours(26)}', null, null`,
			`7, ${ITEMS.done}, ${BUYER}, 450, '${AT.dayAgo}', '${AT.inAnHour}', null, null`,
			`8, ${ITEMS.missed}, ${BUYER}, 450, '${AT.dayAgo}', '${AT.inAnHour}', '${AT.anHourAgo}', 'missed'`,
			`9, ${ITEMS.unanswered}, ${BUYER}, 440, '${AT.dayAgo}', '${AT.inAnHour}', '${AT.threeHoursAgo}', 'sold'`,
			`10, ${ITEMS.completed}, ${BUYER}, 440, '${AT.dayAgo}', '${AT.inAnHour}', '${AT.threeHoursAgo}', 'sold'`,
			`12, ${ITEMS.overdue}, ${BUYER}, 450, '${AT.dayAgo}', '${AT.anHourAgo}', null, null`,
		])};
	insert into deal_queue (id, item_id, buyer_id, joined_at, turn_until, is_withheld) overriding system value values ${rows(
		[
			`90, ${ITEMS.reserved}, ${SECOND}, '${AT.threeHoursAgo}', null, false`,
			`91, ${ITEMS.reserved}, ${BLOCKED}, '${AT.threeHoursAgo}', null, true`,
			`92, ${ITEMS.reserved}, ${THIRD}, '${AT.anHourAgo}', null, false`,
			`93, ${ITEMS.turn}, ${SECOND}, '${AT.dayAgo}', '${AT.inThreeHours}', false`,
			`94, ${ITEMS.turn}, ${THIRD}, '${AT.dayAgo}', null, false`,
		],
	)};
	insert into deal_handovers (id, item_id, buyer_id, reservation_id, proposed_by, spot_id, spot_name, spot_hint, slots,
		created_at, agreed_slot, agreed_at, cancelled_at, buyer_done, seller_done) overriding system value values ${rows(
			[
				`5, ${ITEMS.proposed}, ${BUYER}, 5, 'seller', ${spot(5)}, '{${AT.tomorrow}, ${AT.dayAfter}}', now(), null, null, null, null, null`,
				`6, ${ITEMS.agreed}, ${BUYER}, 6, 'buyer', ${spot(6)}, '{${AT.dayAfter}}', now(), '${AT.dayAfter}', now(), now(), null, null`,
				`7, ${ITEMS.agreed}, ${BUYER}, 6, 'seller', ${spot(7)}, '{${AT.tomorrow}}', now(), '${AT.tomorrow}', now(), null, null, null`,
				`8, ${ITEMS.done}, ${BUYER}, 7, 'seller', ${spot(8)}, '{${AT.anHourAgo}}', now(), '${AT.anHourAgo}', now(), null, true, null`,
				`9, ${ITEMS.missed}, ${BUYER}, 8, 'seller', ${spot(9)}, '{${AT.threeHoursAgo}}', now(), '${AT.threeHoursAgo}', now(), null, null, false`,
				`10, ${ITEMS.unanswered}, ${BUYER}, 9, 'seller', ${spot(10)}, '{${AT.threeHoursAgo}}', now(), '${AT.threeHoursAgo}', now(), null, null, true`,
				`11, ${ITEMS.completed}, ${BUYER}, 10, 'seller', ${spot(11)}, '{${AT.threeHoursAgo}}', now(), '${AT.threeHoursAgo}', now(), null, true, true`,
				`12, ${ITEMS.overdue}, ${BUYER}, 12, 'seller', ${spot(12)}, '{${AT.threeHoursAgo}}', now(), '${AT.threeHoursAgo}', now(), null, null, null`,
			],
		)};
	insert into missed_handovers (handover_id, user_id, reported_by, created_at)
		values (9, ${BUYER}, ${SELLER}, '${AT.anHourAgo}');
	insert into deal_sales (id, item_id, buyer_id, price, sold_at, answer_until, is_confirmed, completed_at, review_until)
		overriding system value values ${rows([
			`1, ${ITEMS.unanswered}, ${BUYER}, 440, '${AT.threeHoursAgo}', '${AT.inSixDays}', null, null, null`,
			`2, ${ITEMS.completed}, ${BUYER}, 440, '${AT.threeHoursAgo}', '${AT.inSixDays}', true, '${AT.threeHoursAgo}', '${AT.inSixDays}'`,
			`3, ${ITEMS.denied}, ${BUYER}, 450, '${AT.threeHoursAgo}', '${AT.inSixDays}', false, null, null`,
		])};
	insert into deal_reviews (sale_id, writer_id, about_id, role, stars, tags)
		values (2, ${BUYER}, ${SELLER}, 'buyer', 4, '{on-time}');
	with step (event) as (values ('{"type": "offer-made", "amount": 350, "offerId": 2}'::jsonb)), message as (
		insert into messages (item_id, buyer_id, sender_id, body, event)
		select ${ITEMS.offer}, ${BUYER}, ${BUYER}, 'Offered ₹350.', event from step
	)
	insert into deal_steps (item_id, buyer_id, actor_id, action, body, subject, event)
	select ${ITEMS.offer}, ${BUYER}, ${BUYER}, 'offer', '{"amount": 350, "clientId": "${REQUEST}"}'::jsonb, 'offer 2', event from step
	union all select ${ITEMS.reserved}, ${BUYER}, ${SELLER}, 'accept-offer', '{}', 'offer 5', '{"type": "offer-accepted"}'::jsonb from step;`;

const SILENT = pino({ level: 'silent' });

describe('deals of the version before', () => {
	let url: string;
	let t: App;
	const tokens = new Map<number, string>();

	beforeAll(async () => {
		url = await createEmptyDatabase();
		await migrate(url, { through: '0081_one_table_of_reports_checked' });
		await query(url, EARLIER);
		await migrate(url);
		await (await openJobQueue(url, SILENT)).stop();
		await prepareAppRole(url, SILENT);
		t = await openApp({ DATABASE_URL: url });
		for (const id of [SELLER, BUYER, SECOND, THIRD, BLOCKED])
			tokens.set(id, await signIn(t.db, { id, tokenVersion: 1 }));
	});

	const as = (id: number) => t.as({ token: tokens.get(id) ?? '' });
	const read = async (state: State, readerId = BUYER, buyerId = BUYER): Promise<Deal> =>
		(await as(readerId).get(`/deals/${ITEMS[state]}/${buyerId}`)).json().deal;
	const both = async (state: State) => [await read(state), await read(state, SELLER)] as const;
	const request = (state: State, action: string, body: object, id = BUYER) =>
		as(id).post(`/deals/${ITEMS[state]}/${BUYER}/${action}`, body);

	test('open offers and counter-offers go on, with the attempts made', async () => {
		expect(await both('offer')).toMatchObject([
			{
				offer: { id: 2, amount: 350, by: 'buyer', expiresAt: AT.tomorrow },
				attemptsLeft: 1,
				actions: ['withdraw-offer'],
			},
			{ offer: { id: 2 }, actions: ['accept-offer', 'decline-offer', 'counter-offer', 'reserve'] },
		]);
		expect(await both('counterOffer')).toMatchObject([
			{ offer: { id: 4, amount: 420, by: 'seller', isCounter: true }, attemptsLeft: 2 },
			{ offer: { id: 4, expiresAt: AT.tomorrow }, actions: ['reserve'] },
		]);
		expect((await request('offer', 'accept-offer', { offerId: 1 }, SELLER)).json().code).toBe(
			'deal/already-decided',
		);
	});

	test('a request of the last 30 days is recognised when it is repeated', async () => {
		const again = await request('offer', 'offer', { amount: 350, clientId: REQUEST });
		expect([again.statusCode, again.json().deal.attemptsLeft]).toEqual([200, 1]);
		expect((await request('offer', 'offer', { amount: 350 })).statusCode).toBe(409);
	});

	test('a reservation keeps its amount and end, and the queue its order; a hidden place stays hidden', async () => {
		const reservation = { amount: 400, until: AT.inThirtyHours, startedAt: AT.anHourAgo };
		expect(await both('reserved')).toMatchObject([
			{ reservation, acceptedAmounts: [400] },
			{ reservation, queue: { place: null, length: 2 } },
		]);
		expect((await read('reserved', SECOND, SECOND)).queue).toEqual({
			place: 1,
			length: 2,
			turnUntil: null,
		});
		expect((await read('reserved', THIRD, THIRD)).queue).toMatchObject({ place: 2, length: 2 });
		expect((await read('reserved', BLOCKED, BLOCKED)).queue).toMatchObject({ place: 2, length: 3 });
		const { queue } = (await as(SELLER).get(`/item/${ITEMS.reserved}/queue`)).json();
		expect(queue).toMatchObject([
			{ userId: SECOND, joinedAt: AT.threeHoursAgo },
			{ userId: THIRD },
		]);
	});

	test('a turn that runs keeps its end', async () => {
		expect(await read('turn', SECOND, SECOND)).toMatchObject({
			queue: { place: 1, length: 2, turnUntil: AT.inThreeHours },
			actions: ['take-turn', 'pass-turn'],
		});
		const { data } = (await as(THIRD).get(`/item/get-item-details/${ITEMS.turn}`)).json();
		expect(data.reservedUntil).toBe(AT.inThreeHours);
	});

	test('a proposal stands; an agreed hand-over reserves the item until 24 hours after it, and its calendar entry goes on', async () => {
		const [proposed] = await both('proposed');
		const handover = {
			id: 5,
			proposedBy: 'seller',
			spot: { id: 1, name: 'Gate 5', hint: 'By the tree' },
			slots: [AT.tomorrow, AT.dayAfter],
			agreedSlot: null,
			done: { buyer: null, seller: null },
		};
		expect(proposed.handover).toEqual(handover);
		expect(await both('agreed')).toMatchObject([
			{ handover: { id: 7, agreedSlot: AT.tomorrow }, reservation: { until: AT.dayAfter } },
			{ handover: { id: 7 }, reservation: { until: AT.dayAfter } },
		]);
		const calendar = (await as(BUYER).get(`/deals/${ITEMS.agreed}/${BUYER}/handover.ics`)).body;
		expect(calendar).toContain('METHOD:PUBLISH');
		expect(Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1])).toBeGreaterThanOrEqual(2);
	});

	test('what was said of a hand-over stands: done, or not there, which can be contested', async () => {
		const [done, doneForSeller] = await both('done');
		expect(done.handover?.done).toEqual({ buyer: true, seller: null });
		expect(doneForSeller.actions).toEqual(
			expect.arrayContaining(['handover-done', 'handover-missed']),
		);
		expect(await read('missed')).toMatchObject({
			reservation: null,
			handover: { id: 9, done: { buyer: null, seller: false } },
			actions: expect.arrayContaining(['handover-contest']),
		});
		expect((await request('missed', 'handover-contest', { handoverId: 9 })).statusCode).toBe(200);
	});

	test('a reservation that was over has ended, and its calendar entry is cancelled', async () => {
		expect((await read('overdue')).reservation).toBeNull();
		const calendar = await as(BUYER).get(`/deals/${ITEMS.overdue}/${BUYER}/handover.ics`);
		expect(calendar.body).toContain('METHOD:CANCEL');
	});

	test('sales wait for an answer, are complete or denied as before, and those at a hand-over count as kept', async () => {
		expect(await both('unanswered')).toMatchObject([
			{
				sale: { price: 440, soldAt: AT.threeHoursAgo, confirmed: 'waiting' },
				actions: ['confirm-sale', 'deny-sale'],
			},
			{ sale: { confirmed: 'waiting' } },
		]);
		expect(await both('completed')).toMatchObject([
			{ sale: { confirmed: 'yes' }, review: { mine: { stars: 4 }, theirs: null } },
			{
				sale: { completedAt: AT.threeHoursAgo },
				review: { mine: null, theirs: null },
				actions: ['review'],
			},
		]);
		expect((await read('denied')).sale).toMatchObject({ price: 450, confirmed: 'no' });
		const kept = await query(url, 'select id, from_handover as kept from deal_sales order by id');
		expect(kept).toEqual([
			{ id: 1, kept: true },
			{ id: 2, kept: true },
			{ id: 3, kept: false },
		]);
	});

	test('offers of an earlier listing do not count, and new ids are above all earlier ones', async () => {
		expect((await read('relisted')).attemptsLeft).toBe(3);
		const res = await request('relisted', 'offer', { amount: 400 });
		expect(res.json().deal.offer.id).toBeGreaterThan(94);
	});
});
