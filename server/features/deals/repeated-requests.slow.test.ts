import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { dealJobs } from './jobs.ts';

const t = await openApp();
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	reservedSale,
	askAboutItem,
	eventsOf,
	notificationsOf,
} = openDeals(t);

/** 200, or the code of the refusal. */
const outcomeOf = (res: { statusCode: number; json: () => { code?: string } }) =>
	res.statusCode === 200 ? 200 : res.json().code;

test('a release with the same id, a day later and after the next buyer has reserved the item, answers with the deal as it is and does nothing', async () => {
	const { seller, buyer, other, itemId } = await reservedSale();
	const clientId = randomUUID();
	await doAction(buyer, itemId, buyer, 'release', { clientId });
	await doAction(other, itemId, other, 'take-turn');
	await passTime(itemId, 25);
	const before = [await eventsOf(buyer, itemId, buyer), await notificationsOf(seller)];

	const again = await requestAction(buyer, itemId, buyer, 'release', { clientId });

	expect(again.statusCode).toBe(200);
	expect(again.json().deal).toMatchObject({ reservation: null, actions: ['join-queue'] });
	expect((await readDeal(other, itemId, other)).reservation).toMatchObject({ amount: 450 });
	expect([await eventsOf(buyer, itemId, buyer), await notificationsOf(seller)]).toEqual(before);
});

test('without an id, or with another, a request is a step of its own: of two equal ones at once, one is refused', async () => {
	const { buyer, other, itemId } = await startSale();
	const offer = (body = {}) =>
		requestAction(buyer, itemId, buyer, 'offer', { amount: 300, ...body });

	const both = await Promise.all([offer(), offer()]);
	const another = await offer({ clientId: randomUUID() });

	expect(both.map(outcomeOf).sort()).toEqual([200, DEAL_ERRORS.notAvailable.code]);
	expect(outcomeOf(another)).toBe(DEAL_ERRORS.notAvailable.code);
	const clientId = randomUUID();
	const same = await Promise.all(
		[0, 1].map(() => requestAction(other, itemId, other, 'offer', { amount: 300, clientId })),
	);
	expect(same.map(outcomeOf)).toEqual([200, 200]);
	expect(same[0]?.json().deal).toEqual(same[1]?.json().deal);
	expect(await readDeal(other, itemId, other)).toMatchObject({ attemptsLeft: 2 });
});

test('an id counts for one person over all deals and actions, and only a step that was made leaves it behind', async () => {
	const [first, second] = [await startSale(), await startSale()];
	const { buyer } = first;
	await askAboutItem(buyer, second.itemId);
	const clientId = randomUUID();
	const offer = (itemId: number, amount: number, who = buyer) =>
		requestAction(who, itemId, who, 'offer', { amount, clientId });

	const refused = await offer(first.itemId, 1);
	await doAction(buyer, first.itemId, buyer, 'offer', { amount: 300 });
	const conflict = await offer(first.itemId, 320);
	const made = await offer(second.itemId, 310);
	const elsewhere = await offer(first.itemId, 330);
	const withdrawn = await requestAction(buyer, second.itemId, buyer, 'withdraw-offer', {
		offerId: made.json().deal.offer?.id,
		clientId,
	});

	expect([refused.statusCode, outcomeOf(conflict)]).toEqual([400, DEAL_ERRORS.notAvailable.code]);
	expect([made, elsewhere, withdrawn].map(outcomeOf)).toEqual([200, 200, 200]);
	expect(elsewhere.json().deal.offer).toMatchObject({ amount: 300 });
	expect(withdrawn.json().deal.offer).toMatchObject({ amount: 310 });
	const [unreadable, notTheirs] = [
		await requestAction(buyer, second.itemId, buyer, 'offer', { clientId }),
		await requestAction(buyer, second.itemId, second.other, 'offer', { amount: 310, clientId }),
	];
	expect([unreadable, notTheirs].map(outcomeOf)).toEqual([
		DEAL_INPUT_ERRORS.amountMissing.code,
		DEAL_INPUT_ERRORS.notYours.code,
	]);
	const ofAnother = await offer(second.itemId, 340, second.other);
	expect(ofAnother.json().deal.offer).toMatchObject({ amount: 340 });
});

test('an id is forgotten after thirty days', async () => {
	const { buyer, itemId } = await startSale();
	const clientId = randomUUID();
	const offer = () => requestAction(buyer, itemId, buyer, 'offer', { amount: 300, clientId });
	const runJobs = async () => {
		const { realtime } = t.app;
		const deps = { db: t.db, addTask: t.queue.addTask, timeZone: 'Asia/Kolkata' };
		for (const job of dealJobs({ ...deps, realtime: realtime as RealtimeServer }))
			if ('schedule' in job) await job.run();
	};
	const age = (days: number) =>
		t.db.execute(sql`
			update messages set created_at = now() - make_interval(days => ${days}) where item_id = ${itemId}`);
	await offer();

	await age(29);
	await runJobs();
	const during = await offer();
	await age(31);
	await runJobs();
	const after = await offer();

	expect([during, after].map(outcomeOf)).toEqual([200, DEAL_ERRORS.notAvailable.code]);
});
