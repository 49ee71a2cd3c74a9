import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { MISSED_ALERT } from '#contract/deals/server-texts.ts';
import { TURN_MS } from '#contract/items/reservation.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp({ TIME_ZONE: 'Asia/Kolkata' });
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	askAboutItem,
	eventsOf,
	notificationsOf,
	openSpot,
} = openDeals(t);

/** The title of a user's newest notification. */
async function lastTitleOf({ id }: { id: number }): Promise<string | undefined> {
	const { rows } = await t.db.execute<{ title: string }>(
		sql`select title from notices where user_id = ${id} order by id desc limit 1`,
	);
	return rows[0]?.title;
}

let spotId: number;
beforeAll(async () => {
	spotId = await openSpot({ name: 'Library steps', opens: '08:00', closes: '21:00' });
});

const HOUR_MS = 3_600_000;

/** A time of day in India, by default on the day after tomorrow. */
function slotAt(time: string, days = 2): string {
	const day = new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
	return new Date(`${day}T${time}:00+05:30`).toISOString();
}

type Student = Awaited<ReturnType<typeof t.student>>;

async function reservedDeal(ofBuyer?: Student) {
	const sale = await startSale();
	if (ofBuyer) sale.buyer = ofBuyer;
	await askAboutItem(sale.buyer, sale.itemId);
	await doAction(sale.seller, sale.itemId, sale.buyer, 'reserve', { hours: 120 });
	return sale;
}

async function dealWithAgreedHandover(ofBuyer?: Student) {
	const sale = await reservedDeal(ofBuyer);
	const { seller, buyer, itemId } = sale;
	const slots = [slotAt('17:30'), slotAt('18:15')];
	const { handover } = await doAction(seller, itemId, buyer, 'propose-handover', { spotId, slots });
	const handoverId = handover?.id;
	await doAction(buyer, itemId, buyer, 'accept-handover', { handoverId, slot: slots[1] });
	return { ...sale, handoverId, slot: slots[1] ?? '' };
}

type DealWithAgreedHandover = Awaited<ReturnType<typeof dealWithAgreedHandover>>;

/** Lets time pass until shortly after the agreed time. */
async function reachSlot({ itemId, slot }: { itemId: number; slot: string }): Promise<void> {
	await passTime(itemId, (new Date(slot).getTime() - Date.now()) / HOUR_MS + 0.1);
}

async function reportMissed({
	seller,
	buyer,
	itemId,
	handoverId,
}: DealWithAgreedHandover): Promise<void> {
	await doAction(seller, itemId, buyer, 'handover-missed', { handoverId });
}

describe('proposals of a hand-over', () => {
	test('when the buyer accepts a proposed time, the reservation ends two hours after that time and a calendar file is available', async () => {
		const { seller, buyer, itemId, slot } = await dealWithAgreedHandover();

		const deal = await readDeal(buyer, itemId, buyer);

		expect(deal.handover).toMatchObject({
			proposedBy: 'seller',
			spot: { id: spotId, name: 'Library steps' },
			agreedSlot: slot,
			done: { buyer: null, seller: null },
		});
		expect(deal.reservation?.until).toBe(
			new Date(new Date(slot).getTime() + 2 * HOUR_MS).toISOString(),
		);
		expect(deal.actions).toEqual(['release', 'cancel-handover']);
		const calendar = await t.as(seller).get(`/deals/${itemId}/${buyer.id}/handover.ics`);
		expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
		expect(calendar.body).toContain('LOCATION:Library steps');
		expect(calendar.body).toContain(`DESCRIPTION:₹${deal.reservation?.amount}.`);
		expect(calendar.body).toContain(`DTSTART:${slot.replace(/[-:]|\.\d+/g, '')}`);
	});

	test('the calendar files of a deal have one id and a rising sequence, name the other person, link to the chat, and cancel what ended without being done', async () => {
		const { seller, buyer, itemId, handoverId } = await dealWithAgreedHandover(
			await t.student({ userName: 'סנהה' }),
		);
		const path = `/deals/${itemId}/${buyer.id}/handover.ics`;
		const linesOf = async () => {
			const { statusCode, body } = await t.as(seller).get(path);
			const lines = body.replaceAll('\r\n ', '').split('\r\n');
			const find = (name: string) => lines.find((line: string) => line.startsWith(`${name}:`));
			return {
				statusCode,
				summary: find('SUMMARY'),
				url: find('URL;VALUE=URI'),
				file: ['METHOD', 'UID', 'SEQUENCE', 'STATUS'].map(find),
			};
		};
		const uid = `UID:deal-${itemId}-${buyer.id}@localhost`;
		const live = (sequence: number) => [
			'METHOD:PUBLISH',
			uid,
			`SEQUENCE:${sequence}`,
			'STATUS:CONFIRMED',
		];
		const cancelled = (sequence: number) => [
			'METHOD:CANCEL',
			uid,
			`SEQUENCE:${sequence}`,
			'STATUS:CANCELLED',
		];

		const first = await linesOf();
		await doAction(buyer, itemId, buyer, 'cancel-handover', { handoverId });
		const afterCancel = await linesOf();
		const slots = [slotAt('19:00')];
		const { handover } = await doAction(buyer, itemId, buyer, 'propose-handover', {
			spotId,
			slots,
		});
		const whileProposed = await linesOf();
		await doAction(seller, itemId, buyer, 'accept-handover', {
			handoverId: handover?.id,
			slot: slots[0],
		});
		const second = await linesOf();
		await t.as(await t.admin()).post('/admin/items/bulk', { itemIds: [itemId], action: 'ban' });
		const afterBan = await linesOf();

		expect(first.summary).toMatch('SUMMARY:Meet \u2068סנהה\u2069: ');
		expect(first.url).toMatch(`/chat/${itemId}/${buyer.id}`);
		expect([first, afterCancel, whileProposed, second, afterBan].map(({ file }) => file)).toEqual([
			live(0),
			cancelled(1),
			cancelled(1),
			live(2),
			cancelled(3),
		]);
		expect(afterBan.statusCode).toBe(200);
		expect((await t.as(await t.student()).get(path)).statusCode).toBe(404);
		const { seller: other, buyer: asker, itemId: otherId } = await reservedDeal();
		expect((await t.as(other).get(`/deals/${otherId}/${asker.id}/handover.ics`)).statusCode).toBe(
			404,
		);
	});

	test('two people can propose twelve hand-overs and reserve twelve times a day, whichever item it is about, and while one leaves the chat unread, only reminders follow the first mail', async () => {
		const { seller, buyer, itemId } = await reservedDeal(
			await t.student({ emailConfirmedAt: new Date() }),
		);
		const slots = [slotAt('17:30')];
		const propose = () =>
			requestAction(seller, itemId, buyer, 'propose-handover', {
				spotId,
				slots,
				clientId: randomUUID(),
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
			await doAction(seller, itemId, buyer, 'release', { clientId: randomUUID() });
			await doAction(seller, itemId, buyer, 'reserve', { hours: 24, clientId: randomUUID() });
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

	test.each([
		['if a time is in the past', () => [slotAt('10:00', -1)], DEAL_INPUT_ERRORS.slotPast],
		[
			'if a time is more than two weeks ahead',
			() => [slotAt('10:00', 16)],
			DEAL_INPUT_ERRORS.slotTooFar,
		],
		[
			'if a time is not a multiple of five minutes',
			() => [slotAt('10:03')],
			DEAL_INPUT_ERRORS.slotStep,
		],
		[
			'if the spot is closed at a time',
			() => [slotAt('21:00')],
			DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00'),
		],
		['if it has no times', () => [], DEAL_INPUT_ERRORS.slots],
		[
			'if it has the same time twice',
			() => [slotAt('10:00'), slotAt('10:00')],
			DEAL_INPUT_ERRORS.slotTwice,
		],
		['if a time cannot be parsed', () => ['tomorrow'], DEAL_INPUT_ERRORS.slots],
	])('a hand-over proposal is refused %s', async (_when, slots, error) => {
		const { buyer, itemId } = await reservedDeal();

		const res = await requestAction(buyer, itemId, buyer, 'propose-handover', {
			spotId,
			slots: slots(),
		});

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(error);
	});

	test('a hand-over proposal with an unknown spot is refused', async () => {
		const { buyer, itemId } = await reservedDeal();
		const body = { spotId: 99_999, slots: [slotAt('10:00')] };

		const res = await requestAction(buyer, itemId, buyer, 'propose-handover', body);

		expect(res.json()).toMatchObject(DEAL_INPUT_ERRORS.spot);
	});

	test('only the newest proposal can be accepted, by the side that has not made it, and its outcome waits for the agreed time', async () => {
		const { seller, buyer, itemId } = await reservedDeal();
		const slot = slotAt('10:00');
		const proposal = { spotId, slots: [slot] };
		const older = await doAction(seller, itemId, buyer, 'propose-handover', proposal);
		const newer = await doAction(buyer, itemId, buyer, 'propose-handover', proposal);
		const handoverId = newer.handover?.id;
		const accept = { handoverId, slot };
		const former = { handoverId: older.handover?.id, slot };

		const refused = [
			await requestAction(buyer, itemId, buyer, 'accept-handover', accept),
			await requestAction(seller, itemId, buyer, 'accept-handover', former),
		];
		await doAction(seller, itemId, buyer, 'accept-handover', accept);
		refused.push(await requestAction(seller, itemId, buyer, 'handover-done', { handoverId }));

		expect(refused.map((res) => res.json().code)).toEqual(
			Array(3).fill(DEAL_ERRORS.notAvailable.code),
		);
	});
});

describe('agreed hand-overs', () => {
	test('when buyer and seller have marked the hand-over as done, the deal is complete and the buyer is not asked to confirm', async () => {
		const deal = await dealWithAgreedHandover();
		const { seller, buyer, itemId, handoverId } = deal;
		await reachSlot(deal);
		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([
			'handover-done',
			'handover-missed',
		]);
		await doAction(buyer, itemId, buyer, 'handover-done', { handoverId });

		const sold = await doAction(seller, itemId, buyer, 'handover-done', { handoverId });

		expect(sold).toMatchObject({
			reservation: null,
			handover: null,
			sale: { price: 450, confirmed: 'yes', completedAt: expect.any(String) },
			actions: ['review'],
		});
		const { status, title, User } = (await t.as(buyer).get(`/item/${itemId}`)).json();
		expect(status).toBe('sold');
		expect(await lastTitleOf(buyer)).toBe(`The deal with ${User.userName} is done: ${title}`);
	});

	test('when only the seller has marked the hand-over as done, the buyer is asked to confirm the sale, and other interested buyers are notified of it', async () => {
		const deal = await dealWithAgreedHandover();
		const { seller, buyer, other, itemId, handoverId } = deal;
		await askAboutItem(other, itemId);
		await reachSlot(deal);

		await doAction(seller, itemId, buyer, 'handover-done', { handoverId });

		expect(await notificationsOf(other)).toEqual(['sale']);
		expect(await notificationsOf(buyer)).not.toContain('sale');
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			sale: { confirmed: 'waiting', completedAt: null },
			actions: ['confirm-sale', 'deny-sale'],
		});
		expect(await lastTitleOf(buyer)).toMatch(/ asks whether you got it: /);
	});

	test('when the seller reports that the buyer did not come, the reservation ends and the buyer cannot mark the hand-over as done', async () => {
		const deal = await dealWithAgreedHandover();
		const { seller, buyer, itemId, handoverId } = deal;
		await reachSlot(deal);

		await doAction(seller, itemId, buyer, 'handover-missed', { handoverId });

		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			reservation: null,
			handover: null,
		});
		const res = await requestAction(buyer, itemId, buyer, 'handover-done', { handoverId });
		expect(res.json()).toMatchObject(DEAL_ERRORS.alreadyDecided);
		const { rows } = await t.db.execute(sql`select user_id, reported_by from missed_handovers`);
		expect(rows).toContainEqual({ user_id: buyer.id, reported_by: seller.id });
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(
			expect.arrayContaining(['handover-agreed', 'handover-missed']),
		);
	});

	test('when neither user reports on a hand-over, the hand-over ends with the reservation and can no longer be marked as done', async () => {
		const deal = await dealWithAgreedHandover();
		const { seller, buyer, itemId, handoverId } = deal;
		await reachSlot(deal);
		await passTime(itemId, 2);

		const res = await requestAction(seller, itemId, buyer, 'handover-done', { handoverId });

		expect(res.json()).toMatchObject({ ...DEAL_ERRORS.windowOver, deal: { reservation: null } });
	});

	test('when a second seller reports that the same buyer did not come, administrators are notified at once, with a link to the buyer', async () => {
		const publish = vi.spyOn(t.app.adminChannel, 'publish');
		const admin = await t.admin();
		const first = await dealWithAgreedHandover();
		const { buyer } = first;
		const second = await dealWithAgreedHandover(buyer);
		for (const deal of [first, second]) await reachSlot(deal);
		await reportMissed(first);
		expect(publish).not.toHaveBeenCalled();

		await reportMissed(second);

		expect(publish).toHaveBeenCalledExactlyOnceWith({ what: 'notifications' });
		const { notifications } = (await t.as(admin).get('/admin/notifications')).json();
		expect(notifications[0]).toMatchObject({
			message: MISSED_ALERT.text(buyer.id),
			link: `${ADMIN_PAGES.users}?user=${buyer.id}`,
		});
	});

	test('when two sellers report at the same time that the same buyer did not come, administrators are notified once', async () => {
		const admin = await t.admin();
		const first = await dealWithAgreedHandover();
		const { buyer } = first;
		const second = await dealWithAgreedHandover(buyer);
		for (const deal of [first, second]) await reachSlot(deal);
		const reports: Promise<void>[] = [];

		await t.db.transaction(async (tx) => {
			await tx.execute(
				sql`select from deal_reservations where item_id = ${first.itemId} for update`,
			);
			reports.push(reportMissed(first));
			await waitForBlockedSession(t.url);
			const reporting = reportMissed(second);
			reports.push(reporting);
			await Promise.race([reporting, waitForBlockedSession(t.url, 2)]);
		});
		await Promise.all(reports);

		const { notifications } = (await t.as(admin).get('/admin/notifications')).json();
		const message = MISSED_ALERT.text(buyer.id);
		expect(
			notifications.filter((one: { message: string }) => one.message === message),
		).toHaveLength(1);
	});
});

test('a buyer who has marked the hand-over as done is not asked again when the seller marks the item as sold', async () => {
	const deal = await dealWithAgreedHandover();
	const { seller, buyer, itemId, handoverId } = deal;
	await reachSlot(deal);
	await doAction(buyer, itemId, buyer, 'handover-done', { handoverId });

	await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });

	expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ sale: { confirmed: 'yes' } });
	expect(await lastTitleOf(buyer)).toMatch(/^The deal with .+ is done: /);
});

test('when a reservation with a hand-over ends during maintenance, the next buyer in the queue still gets a turn of full length', async () => {
	const deal = await dealWithAgreedHandover();
	const { other, itemId } = deal;
	await doAction(other, itemId, other, 'join-queue');
	await reachSlot(deal);
	const admin = await t.admin({ roleLevel: 'super_admin' });
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '10 hours'`);
	await passTime(itemId, 10);

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const { queue, actions } = await readDeal(other, itemId, other);
	expect(actions).toEqual(['take-turn', 'pass-turn']);
	const leftMs = new Date(queue?.turnUntil ?? 0).getTime() - Date.now();
	expect(Math.abs(leftMs - TURN_MS)).toBeLessThan(60_000);
});

test('maintenance moves neither the time of an agreed hand-over nor the end of its reservation', async () => {
	const { buyer, itemId, slot } = await dealWithAgreedHandover();
	const before = await readDeal(buyer, itemId, buyer);
	const admin = await t.admin({ roleLevel: 'super_admin' });
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '10 hours'`);

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const after = await readDeal(buyer, itemId, buyer);
	expect(after.handover?.agreedSlot).toBe(slot);
	expect(after.reservation?.until).toBe(before.reservation?.until);
});
