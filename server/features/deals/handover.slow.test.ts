import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { CONTESTED_ALERT, MISSED_ALERT } from '#contract/deals/server-texts.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { HANDOVER_PLACE, openDeals } from '#tests/support/deals.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp({ TIME_ZONE: 'Asia/Kolkata' });
const {
	requestAction,
	outcomeOf,
	doAction,
	readDeal,
	passTime,
	startSale,
	confirmed,
	saleWithHandover,
	agreeOnHandover,
	reachSlot,
	askAboutItem,
	messagesOf,
	eventsOf,
	notificationsOf,
	lastTitleOf,
	openSpot,
	sell,
	setMaintenance,
} = openDeals(t);
const admin = await t.admin({ roleLevel: 'super_admin' });

type SaleWithHandover = Awaited<ReturnType<typeof saleWithHandover>>;

let spotId: number;
beforeAll(async () => {
	spotId = await openSpot({ name: 'Library steps', opens: '08:00', closes: '21:00' });
});

const HOUR_MS = 3_600_000;
const MINUTE_HOURS = 1 / 60;

/** A time of day in India, by default on the day after tomorrow. */
function slotAt(time: string, days = 2): string {
	const day = new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
	return new Date(`${day}T${time}:00+05:30`).toISOString();
}

async function reservedDeal(ofBuyer?: Awaited<ReturnType<typeof confirmed>>) {
	const sale = await startSale(450, ofBuyer);
	await askAboutItem(sale.buyer, sale.itemId);
	await doAction(sale.seller, sale.itemId, sale.buyer, 'reserve', { hours: 120 });
	return sale;
}

/** One of the two says how it went. @returns 200, or the code of the refusal */
const say = (
	{ handoverId, itemId, ...people }: SaleWithHandover,
	role: 'buyer' | 'seller',
	word: 'done' | 'no-deal' | 'missed' | 'contest',
) => outcomeOf(people[role], itemId, people.buyer, `handover-${word}`, { handoverId });

/** Requests the calendar file; the lines that begin with these words. */
async function calendarOf({ seller, buyer, itemId }: Omit<SaleWithHandover, 'slot'>) {
	const res = await t.as(seller).get(`/deals/${itemId}/${buyer.id}/handover.ics`);
	const lines = res.body.replaceAll('\r\n ', '').split('\r\n');
	const find = (name: string) => lines.find((line: string) => line.startsWith(name));
	return { res, find, file: ['METHOD:', 'UID:', 'SEQUENCE:', 'STATUS:'].map(find) };
}

describe('proposals of a hand-over', () => {
	test('when the buyer accepts a proposed time, the reservation ends 24 hours after that time, and either can call the hand-over off, which leaves that end', async () => {
		const { seller, buyer, itemId } = await reservedDeal();
		const slots = [slotAt('17:30'), slotAt('18:15')];
		const [, slot = ''] = slots;
		const proposal = { spotId, slots };
		const { handover } = await doAction(seller, itemId, buyer, 'propose-handover', proposal);
		const handoverId = handover?.id;

		const deal = await doAction(buyer, itemId, buyer, 'accept-handover', { handoverId, slot });

		expect(deal.handover).toMatchObject({
			proposedBy: 'seller',
			spot: { id: spotId, name: 'Library steps' },
			agreedSlot: slot,
			done: { buyer: null, seller: null },
		});
		const until = new Date(Date.parse(slot) + 24 * HOUR_MS).toISOString();
		expect(deal.reservation?.until).toBe(until);
		expect(deal.actions).toEqual(['release', 'cancel-handover', 'handover-done']);
		const { res, find } = await calendarOf({
			seller,
			buyer,
			itemId,
			handoverId,
		} as SaleWithHandover);
		expect(res.headers['content-type']).toBe('text/calendar; charset=utf-8');
		expect(find('LOCATION')).toMatch('LOCATION:Library steps');
		expect(find('DTSTART')).toBe(`DTSTART:${slot.replace(/[-:]|\.\d+/g, '')}`);
		expect(find('DESCRIPTION')).toMatch('DESCRIPTION:₹450.');
		const cancelled = await doAction(seller, itemId, buyer, 'cancel-handover', { handoverId });
		expect(cancelled).toMatchObject({ handover: null, reservation: { until } });
	});

	test('the calendar files of a deal have one id and a rising sequence, name the other person, link to the chat, and cancel what ended without being done', async () => {
		const deal = await saleWithHandover(await confirmed('סנהה'));
		const { seller, buyer, itemId, handoverId } = deal;
		const read = async () => (await calendarOf(deal)).file;
		const entry = (sequence: number, method = 'PUBLISH', status = 'CONFIRMED') => [
			`METHOD:${method}`,
			`UID:deal-${itemId}-${buyer.id}@localhost`,
			`SEQUENCE:${sequence}`,
			`STATUS:${status}`,
		];
		const cancelled = (sequence: number) => entry(sequence, 'CANCEL', 'CANCELLED');

		const { find, file: first } = await calendarOf(deal);
		await doAction(buyer, itemId, buyer, 'cancel-handover', { handoverId });
		const afterCancel = await read();
		const slots = [slotAt('19:00')];
		const again = await doAction(buyer, itemId, buyer, 'propose-handover', { spotId, slots });
		const whileProposed = await read();
		await doAction(seller, itemId, buyer, 'accept-handover', {
			handoverId: again.handover?.id,
			slot: slots[0],
		});
		const second = await read();
		await t.as(admin).post('/admin/items/bulk', { itemIds: [itemId], action: 'ban' });
		const { res, file: afterBan } = await calendarOf(deal);

		expect(find('SUMMARY')).toMatch('SUMMARY:Meet \u2068סנהה\u2069: ');
		expect(find('URL')).toMatch(`/chat/${itemId}/${buyer.id}`);
		expect([first, afterCancel, whileProposed, second, afterBan]).toEqual([
			entry(1),
			cancelled(2),
			cancelled(2),
			entry(3),
			cancelled(4),
		]);
		expect(res.statusCode).toBe(200);
		const path = `/deals/${itemId}/${buyer.id}/handover.ics`;
		expect((await t.as(await t.student()).get(path)).statusCode).toBe(404);
		const never = await reservedDeal();
		expect((await calendarOf({ ...deal, ...never })).res.statusCode).toBe(404);
	});

	test('a place in own words has no opening hours; it is shown to the two alone, is exported for both, and goes with the account of either', async () => {
		const deal = await saleWithHandover();
		const { seller, buyer, itemId } = deal;
		const spot = { id: null, name: HANDOVER_PLACE, hint: '' };

		for (const who of [seller, buyer]) {
			expect((await readDeal(who, itemId, buyer)).handover?.spot).toEqual(spot);
			const messages = await messagesOf(who, itemId, buyer);
			expect(messages.at(-1)).toMatchObject({ event: { type: 'handover-agreed', spot } });
			expect((await t.as(who).get('/account/export')).body).toContain(HANDOVER_PLACE);
		}
		expect((await calendarOf(deal)).find('LOCATION')).toMatch(
			`LOCATION:${HANDOVER_PLACE.split(',')[0]}`,
		);
		const roomId = `${itemId}-${buyer.id}`;
		const complaint = { complaint: 'Rude.', roomId };
		await t.as(buyer).post(`/user-report/report-user/${seller.id}`, complaint);
		const [{ id: reportId }] = (await t.as(admin).get('/admin/user-reports')).json().userReports;
		for (const path of [
			`items/${itemId}`,
			`users/${buyer.id}`,
			'user-reports',
			`user-reports/${reportId}/chat`,
		]) {
			const { statusCode, body } = await t.as(admin).get(`/admin/${path}`);
			expect([statusCode, body.includes('Ganga')], path).toEqual([200, false]);
		}
		const propose = async (body: object) => {
			const slots = [slotAt('03:05')];
			const proposal = { slots, ...body };
			return requestAction(buyer, itemId, buyer, 'propose-handover', proposal);
		};
		for (const both of [{ place: HANDOVER_PLACE, spotId }, {}])
			expect((await propose(both)).json()).toMatchObject(DEAL_INPUT_ERRORS.spotOrPlace);
		const { handoverId } = deal;
		await doAction(buyer, itemId, buyer, 'cancel-handover', { handoverId });
		for (const place of ['ab', 'x'.repeat(121)])
			expect((await propose({ place })).json()).toMatchObject(DEAL_INPUT_ERRORS.place);
		expect((await propose({ place: 'Ganga gate' })).statusCode).toBe(200);

		await t.as(seller).post('/account/delete', { password: PASSWORD });
		await readDeal(buyer, itemId, buyer);

		const { rows } = await t.db.execute<{ rows: string }>(sql`
			select concat((select jsonb_agg(deals) from deals where item_id = ${itemId}),
				(select jsonb_agg(messages) from messages where item_id = ${itemId}),
				(select jsonb_agg(notices) from notices where user_id = ${buyer.id})) as rows`);
		expect(rows[0]?.rows).not.toContain('Ganga');
	});

	test('two people can propose twelve hand-overs and reserve twelve times a day, whichever item it is about, and while one leaves the chat unread, only reminders follow the first mail', async () => {
		const { seller, buyer, itemId } = await reservedDeal();
		const propose = () =>
			requestAction(seller, itemId, buyer, 'propose-handover', {
				spotId,
				slots: [slotAt('17:30')],
			});
		const countMails = async () => {
			const { rows } = await t.db.execute(sql`
				select from pgboss.job where name = 'notice-mail' and data->>'userId' = ${String(buyer.id)}`);
			return rows.length;
		};
		expect(await countMails()).toBe(1);

		for (let made = 0; made < 12; made++) expect((await propose()).statusCode).toBe(200);
		const refused = await propose();
		for (let made = 1; made < 12; made++) {
			await doAction(seller, itemId, buyer, 'release');
			await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
		}
		const { id: otherId } = await t.item(buyer);
		await askAboutItem(seller, otherId);
		const reserved = await requestAction(buyer, otherId, seller, 'reserve', { hours: 24 });

		expect(refused.statusCode).toBe(429);
		expect(refused.json()).toMatchObject(DEAL_ERRORS.tooMany);
		expect(reserved.json()).toMatchObject(DEAL_ERRORS.tooMany);
		expect(await countMails()).toBe(1);
		await passTime(itemId, 23);
		await readDeal(buyer, itemId, buyer);
		expect(await countMails()).toBe(2);
	});

	test('a hand-over is proposed at a spot of the list and one to three different times, within two weeks and the spot’s hours, on five minutes', async () => {
		const { buyer, itemId } = await reservedDeal();
		const at = (...slots: string[]) => ({ slots });
		for (const [body, { code }] of [
			[at(slotAt('10:00', -1)), DEAL_INPUT_ERRORS.slotPast],
			[at(slotAt('10:00', 16)), DEAL_INPUT_ERRORS.slotTooFar],
			[at(slotAt('10:03')), DEAL_INPUT_ERRORS.slotStep],
			[at(slotAt('21:00')), DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00')],
			[at(), DEAL_INPUT_ERRORS.slots],
			[at(slotAt('10:00'), slotAt('10:00')), DEAL_INPUT_ERRORS.slotTwice],
			[at('tomorrow'), DEAL_INPUT_ERRORS.slots],
			[{ ...at(slotAt('10:00')), spotId: 99_999 }, DEAL_INPUT_ERRORS.spot],
		] as const) {
			const res = await requestAction(buyer, itemId, buyer, 'propose-handover', {
				spotId,
				...body,
			});
			expect([res.statusCode, res.json().code]).toEqual([400, code]);
		}
	});

	test('only the newest proposal can be accepted, by the side that has not made it', async () => {
		const { seller, buyer, itemId } = await reservedDeal();
		const slot = slotAt('10:00');
		const proposal = { spotId, slots: [slot] };
		const older = await doAction(seller, itemId, buyer, 'propose-handover', proposal);
		const newer = await doAction(buyer, itemId, buyer, 'propose-handover', proposal);
		const [olderId, handoverId] = [older.handover?.id, newer.handover?.id];

		for (const [who, action, body, { code }] of [
			[buyer, 'accept-handover', { handoverId, slot }, DEAL_ERRORS.notAvailable],
			[seller, 'accept-handover', { handoverId: olderId, slot }, DEAL_ERRORS.notAvailable],
			[seller, 'handover-done', { handoverId }, DEAL_ERRORS.notAgreed],
		] as const)
			expect(await outcomeOf(who, itemId, buyer, action, body)).toBe(code);
	});
});

describe('agreed hand-overs', () => {
	test('people may meet before the time: each says ‘Done’ once, after which nobody calls off or releases, and with both words the deal is complete', async () => {
		const deal = await saleWithHandover();
		const { seller, buyer, itemId, handoverId } = deal;

		await say(deal, 'buyer', 'done');

		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			handover: { done: { buyer: true, seller: null } },
			reservation: { amount: 450 },
			actions: [],
		});
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual(['handover-done']);
		for (const action of ['release', 'cancel-handover'] as const)
			for (const who of [seller, buyer]) {
				const outcome = await outcomeOf(who, itemId, buyer, action, { handoverId });
				expect(outcome, action).toMatch('deal/');
			}
		expect(await say(deal, 'buyer', 'done')).toBe(DEAL_ERRORS.alreadyDecided.code);
		await say(deal, 'seller', 'done');
		expect(await readDeal(seller, itemId, buyer)).toMatchObject({
			reservation: null,
			handover: null,
			sale: { price: 450, confirmed: 'yes', completedAt: expect.any(String) },
			actions: ['review'],
		});
		const { status, title, User } = (await t.as(buyer).get(`/item/${itemId}`)).json();
		expect(status).toBe('sold');
		expect(await lastTitleOf(buyer)).toBe(`The deal with ${User.userName} is done: ${title}`);
		expect((await calendarOf(deal)).find('METHOD')).toBe('METHOD:PUBLISH');
		const { rows } = await t.db.execute(
			sql`select from_handover as kept from deal_sales where item_id = ${itemId}`,
		);
		expect(rows).toEqual([{ kept: true }]);
	});

	test('when only the seller has said ‘Done’, the buyer is asked to confirm the sale, and other interested buyers are notified of it', async () => {
		const deal = await saleWithHandover();
		const { buyer, other, itemId } = deal;
		await askAboutItem(other, itemId);
		await reachSlot(deal);

		await say(deal, 'seller', 'done');

		expect(await notificationsOf(other)).toEqual(['sale']);
		expect(await notificationsOf(buyer)).not.toContain('sale');
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			sale: { confirmed: 'waiting', completedAt: null },
			actions: ['confirm-sale', 'deny-sale'],
		});
		expect(await lastTitleOf(buyer)).toMatch(/ asks whether you got it: /);
		expect(await say(deal, 'buyer', 'done')).not.toBe(200);
	});

	test('from the agreed time on nobody releases, but says ‘no deal’, which ends the reservation and marks nobody; only 15 minutes later, that the other did not come', async () => {
		const deal = await saleWithHandover();
		const { seller, buyer, other, itemId } = deal;
		await doAction(other, itemId, other, 'join-queue');
		expect(await say(deal, 'buyer', 'no-deal')).toBe(DEAL_ERRORS.notAvailable.code);
		await reachSlot(deal, 10);

		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([
			'handover-done',
			'handover-no-deal',
		]);
		expect(await say(deal, 'seller', 'missed')).toBe(DEAL_ERRORS.notAvailable.code);
		await passTime(itemId, 6 * MINUTE_HOURS);
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual([
			'handover-done',
			'handover-no-deal',
			'handover-missed',
		]);
		await say(deal, 'seller', 'no-deal');

		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			reservation: null,
			handover: null,
			sale: null,
			actions: ['join-queue'],
		});
		expect((await eventsOf(buyer, itemId, buyer)).at(-1)).toBe('handover-no-deal');
		expect((await calendarOf(deal)).find('METHOD')).toBe('METHOD:CANCEL');
		expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
		const { rows } = await t.db.execute(
			sql`select from missed_handovers where user_id in (${seller.id}, ${buyer.id})`,
		);
		expect(rows).toEqual([]);
		expect(await say(deal, 'buyer', 'done')).toBe(DEAL_ERRORS.alreadyDecided.code);
	});

	test('when nobody says how it went, the hand-over ends with the reservation, 24 hours after its time', async () => {
		const deal = await saleWithHandover();
		await reachSlot(deal, 24 * 60 - 5);
		expect((await readDeal(deal.seller, deal.itemId, deal.buyer)).reservation).not.toBeNull();
		await passTime(deal.itemId, 6 * MINUTE_HOURS);

		expect(await say(deal, 'seller', 'done')).toBe(DEAL_ERRORS.windowOver.code);
		expect((await readDeal(deal.seller, deal.itemId, deal.buyer)).reservation).toBeNull();
	});

	test('both are reminded of a hand-over half an hour before', async () => {
		const deal = await saleWithHandover();
		await reachSlot(deal, -29);

		for (let read = 0; read < 2; read++) await readDeal(deal.buyer, deal.itemId, deal.buyer);

		for (const who of [deal.buyer, deal.seller])
			expect(await lastTitleOf(who)).toMatch(/^You meet .+ soon: /);
		const ofSeller = await notificationsOf(deal.seller);
		expect(ofSeller.filter((kind) => kind === 'handover')).toHaveLength(2);
	});

	test('a buyer who has said ‘Done’ is not asked again when the seller marks the item as sold, unless at another price', async () => {
		const deal = await saleWithHandover();
		const { seller, buyer, itemId } = deal;
		const other = await saleWithHandover();
		for (const one of [deal, other]) await say(one, 'buyer', 'done');

		await sell(seller, itemId, { buyerId: buyer.id });
		await sell(other.seller, other.itemId, { buyerId: other.buyer.id, price: 999_999 });

		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ sale: { confirmed: 'yes' } });
		expect(await lastTitleOf(buyer)).toMatch(/^The deal with .+ is done: /);
		const asked = await readDeal(other.buyer, other.itemId, other.buyer);
		expect(asked).toMatchObject({ sale: { confirmed: 'waiting' } });
	});

	test('when a reservation with a hand-over ends during maintenance, the next buyer in the queue still gets a turn of full length', async () => {
		const deal = await saleWithHandover();
		const { other, itemId } = deal;
		await doAction(other, itemId, other, 'join-queue');
		await reachSlot(deal);
		await setMaintenance(admin, true);
		await passTime(itemId, 30);

		await setMaintenance(admin, false);

		const { queue, actions } = await readDeal(other, itemId, other);
		expect(actions).toEqual(['take-turn', 'pass-turn']);
		const leftMs = Date.parse(queue?.turnUntil ?? '') - Date.now();
		expect(leftMs).toBeGreaterThan(6 * HOUR_MS - 60_000);
	});
});

describe('missed hand-overs', () => {
	async function pastHandover(ofBuyer?: SaleWithHandover['buyer']) {
		const deal = await saleWithHandover(ofBuyer);
		await reachSlot(deal);
		return deal;
	}
	/** Hand-overs of one buyer with two sellers, whose time has passed. */
	async function twoPastHandovers() {
		const first = await pastHandover();
		return [first, await pastHandover(first.buyer)] as const;
	}
	const marksOf = async ({ id }: { id: number }) => {
		const { rows } = await t.db.execute<{ by: number; isContested: boolean }>(sql`
			select reported_by as by, contested_at is not null as "isContested" from missed_handovers
			where user_id = ${id} order by handover_id`);
		return rows;
	};
	/** The alerts of the administrators that name this user. */
	const alertsAbout = async ({ id }: { id: number }) => {
		const { notifications } = (await t.as(admin).get('/admin/notifications')).json();
		const texts = [MISSED_ALERT.text(id), CONTESTED_ALERT.text(id)];
		return notifications.filter(({ message }: { message: string }) => texts.includes(message));
	};

	test('who did not come is marked and the reservation ends; ‘I was there’ within 24 hours takes the mark away, once', async () => {
		const deal = await pastHandover();
		const { seller, buyer, itemId, handoverId } = deal;

		await say(deal, 'seller', 'missed');

		const marked = await readDeal(buyer, itemId, buyer);
		expect(marked).toMatchObject({ reservation: null, handover: { id: handoverId } });
		expect(marked.actions).toEqual(['offer', 'handover-contest']);
		expect((await readDeal(seller, itemId, buyer)).handover).toBeNull();
		expect(await marksOf(buyer)).toEqual([{ by: seller.id, isContested: false }]);
		expect(await lastTitleOf(buyer)).toMatch(/ says that you did not come: /);
		expect(await say(deal, 'buyer', 'done')).toBe(DEAL_ERRORS.alreadyDecided.code);
		expect(await say(deal, 'seller', 'contest')).not.toBe(200);

		expect(await say(deal, 'buyer', 'contest')).toBe(200);

		const contested = await readDeal(buyer, itemId, buyer);
		expect(contested).toMatchObject({ handover: null, actions: ['offer'] });
		expect(await marksOf(buyer)).toEqual([{ by: seller.id, isContested: true }]);
		expect((await eventsOf(seller, itemId, buyer)).slice(-2)).toEqual([
			'handover-missed',
			'handover-contested',
		]);
		expect(await say(deal, 'buyer', 'contest')).toBe(DEAL_ERRORS.alreadyDecided.code);
	});

	test('after a day a mark stays; so it does when the two have agreed on another hand-over', async () => {
		const [late, again] = await twoPastHandovers();
		const { buyer } = late;
		for (const deal of [late, again]) await say(deal, 'seller', 'missed');
		await passTime(late.itemId, 24);
		await doAction(again.seller, again.itemId, buyer, 'reserve', { hours: 120 });
		// A proposal by who has said so would hide 'I was there'.
		const { actions } = await readDeal(again.seller, again.itemId, buyer);
		expect(actions).not.toContain('propose-handover');
		const { handoverId } = await agreeOnHandover(again, 'buyer');
		await doAction(buyer, again.itemId, buyer, 'cancel-handover', { handoverId });

		expect(await say(late, 'buyer', 'contest')).toBe(DEAL_ERRORS.windowOver.code);
		expect(await say(again, 'buyer', 'contest')).toBe(DEAL_ERRORS.notAvailable.code);
		expect(await marksOf(buyer)).toMatchObject([{ isContested: false }, { isContested: false }]);
	});

	test('after the buyer’s ‘Done’, the seller can still say that the buyer did not come', async () => {
		const deal = await pastHandover();
		await say(deal, 'buyer', 'done');

		expect(await say(deal, 'seller', 'missed')).toBe(200);

		expect((await readDeal(deal.buyer, deal.itemId, deal.buyer)).actions).toContain(
			'handover-contest',
		);
	});

	test('when a second seller reports that the same buyer did not come, administrators are notified at once, with a link to the buyer', async () => {
		const publish = vi.spyOn(t.app.adminChannel, 'publish');
		const deals = await twoPastHandovers();
		const [{ buyer }] = deals;
		await say(deals[0], 'seller', 'missed');
		expect(publish).not.toHaveBeenCalled();

		await say(deals[1], 'seller', 'missed');

		expect(publish).toHaveBeenCalledExactlyOnceWith({ what: 'notifications' });
		expect(await alertsAbout(buyer)).toMatchObject([
			{ message: MISSED_ALERT.text(buyer.id), link: `${ADMIN_PAGES.users}?user=${buyer.id}` },
		]);
	});

	test('when two sellers report at the same time that the same buyer did not come, administrators are notified once', async () => {
		const deals = await twoPastHandovers();
		const [{ buyer }] = deals;
		const reports: Promise<unknown>[] = [];

		await t.db.transaction(async (tx) => {
			await tx.execute(sql`select from deals where item_id = ${deals[0].itemId} for update`);
			reports.push(say(deals[0], 'seller', 'missed'));
			await waitForBlockedSession(t.url);
			const reporting = say(deals[1], 'seller', 'missed');
			reports.push(reporting);
			await Promise.race([reporting, waitForBlockedSession(t.url, 2)]);
		});
		await Promise.all(reports);

		expect(await alertsAbout(buyer)).toHaveLength(1);
	});

	test('when two people contest the marks by one person, administrators are told about that person', async () => {
		const [seller, ...buyers] = [await t.student(), await confirmed(), await confirmed()];
		const deals: SaleWithHandover[] = [];
		for (const buyer of buyers) {
			const { id: itemId } = await t.item(seller, { price: 450 });
			await askAboutItem(buyer, itemId);
			await doAction(seller, itemId, buyer, 'reserve', { hours: 120 });
			const sale = { seller, buyer, itemId };
			deals.push({ ...sale, other: buyer, ...(await agreeOnHandover(sale)) });
		}
		for (const deal of deals) {
			await reachSlot(deal);
			await say(deal, 'seller', 'missed');
		}
		const [first, second] = deals;
		if (!first || !second) throw new Error('There are two.');

		await say(first, 'buyer', 'contest');
		expect(await alertsAbout(seller)).toEqual([]);
		await say(second, 'buyer', 'contest');

		expect(await alertsAbout(seller)).toMatchObject([{ message: CONTESTED_ALERT.text(seller.id) }]);
	});
});
