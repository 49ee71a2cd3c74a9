import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import { type ActDeps, act, settleAllDue } from '#server/features/deals/commands.ts';
import { AppError } from '#server/lib/app-error.ts';
import { offlineDealDeps } from '#tools/lib/offline-deals.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { insertDealParties } from '../lib/fill-deals.ts';
import { checkAllZero, checkTarget } from '../lib/result-row.ts';
import { defineScenario } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

/** Deals when many people act on the same items at once, when many wait for one item, and when many offers end at once. */
export const scenario = defineScenario({
	options: {
		people: { default: 200, max: 1000, help: 'people who act at the same time, ten an item' },
		waiting: { default: 1000, max: 10_000, help: 'people in the long queue' },
		ends: { default: 10_000, max: 100_000, help: 'offers that end at the same time' },
	},
	async run({ people, waiting, ends }, log) {
		return withTempFolder(async (folder) => {
			const rows: ReturnType<typeof checkAllZero>[] = [];
			await prepareDatabase({ DATA_DIR: folder }, log, async ({ db }) => {
				const deps = await offlineDealDeps(db, 'Asia/Kolkata');
				const race = await raceForItems(deps, people);
				const lost = race.acknowledgedSteps - race.storedSteps;
				log(`${people} people have acted at once`);
				const factor = await measureQueues(deps, waiting);
				log(`${waiting} people have waited`);
				const { seconds, left } = await measureEnds(deps, ends);
				rows.push(
					checkAllZero(`deals of ${people} people at once: double reservations`, [
						race.doubleReservations,
					]),
					checkAllZero(
						`deals of ${people} people at once: acknowledged steps that are not stored once`,
						[Math.abs(lost)],
					),
					checkTarget({
						what: `a step with ${waiting} people in the queue`,
						sign: '≤',
						limit: 1.5,
						unit: '×',
						comparedWith: 'a step with ten',
						measurements: [factor],
					}),
					checkTarget({
						what: `${ends} offers that end at once, until all have ended`,
						sign: '≤',
						limit: 120,
						unit: 's',
						measurements: [seconds],
						digits: 1,
					}),
					checkAllZero(`${ends} offers that end at once: still open`, [left]),
				);
			});
			return { tables: [], results: rows };
		});
	},
});

interface Race {
	/** Items of which more than one offer was accepted. */
	doubleReservations: number;
	/** Steps that were answered with success. */
	acknowledgedSteps: number;
	/** Steps in the database. */
	storedSteps: number;
}

/** Ten people offer for each item, and all offers are accepted at once. */
async function raceForItems(deps: ActDeps, people: number): Promise<Race> {
	const before = await countSteps(deps.db);
	let acknowledgedSteps = 0;
	const parties = await insertDealParties(deps.db, {
		items: Math.ceil(people / 10),
		buyersOfEach: 10,
	});
	const offers = await Promise.all(
		parties.flatMap(({ itemId, buyerIds, sellerId }) =>
			buyerIds.map(async (buyerId) => {
				const sent = { amount: 100, clientId: randomUUID() };
				const request = { itemId, buyerId, action: 'offer', callerId: buyerId } as const;
				const { deal } = await actUntilServed(deps, { ...request, sent });
				acknowledgedSteps += 1;
				return { itemId, buyerId, sellerId, offerId: deal.offer?.id };
			}),
		),
	);
	await Promise.all(
		offers.map(async ({ itemId, buyerId, sellerId, offerId }) => {
			const request = { itemId, buyerId, action: 'accept-offer', callerId: sellerId } as const;
			const isDone = await actUntilServed(deps, {
				...request,
				sent: { offerId, clientId: randomUUID() },
			}).then(
				() => true,
				(error) => {
					// One offer is accepted. The others are refused, because the item is then reserved.
					if (error instanceof AppError) return false;
					throw error;
				},
			);
			if (isDone) acknowledgedSteps += 1;
		}),
	);
	const { rows } = await deps.db.execute<{ doubles: number }>(sql`
		select count(*)::int as doubles from (
			select from messages where event ->> 'type' = 'offer-accepted' group by item_id having count(*) > 1
		) twice`);
	return {
		doubleReservations: rows[0]?.doubles ?? 0,
		acknowledgedSteps,
		storedSteps: (await countSteps(deps.db)) - before,
	};
}

/** How many times longer a step takes with `waiting` people in the queue than with ten: medians of joining and leaving. */
async function measureQueues(deps: ActDeps, waiting: number): Promise<number> {
	const [short, long] = [await fillQueue(deps.db, 10), await fillQueue(deps.db, waiting)];
	const times: Record<'short' | 'long', number[]> = { short: [], long: [] };
	for (let round = 0; round < 60; round += 1) {
		const [ofShort, ofLong] = [await timeSteps(deps, short), await timeSteps(deps, long)];
		// The first rounds prepare statements.
		if (round < 10) continue;
		times.short.push(...ofShort);
		times.long.push(...ofLong);
	}
	return median(times.long) / median(times.short);
}

/** @returns the milliseconds of joining and of leaving the queue */
async function timeSteps(deps: ActDeps, room: { itemId: number; buyerId: number }) {
	const times: number[] = [];
	for (const action of ['join-queue', 'leave-queue'] as const) {
		const from = performance.now();
		await act(deps, { ...room, action, callerId: room.buyerId, sent: {} });
		times.push(performance.now() - from);
	}
	return times;
}

/** Inserts an item that is reserved for the first of its buyers; the others wait, but the last, who is returned. */
async function fillQueue(db: Db, length: number): Promise<{ itemId: number; buyerId: number }> {
	const [party] = await insertDealParties(db, { items: 1, buyersOfEach: length + 2 });
	if (!party) throw new Error('The item was not inserted.');
	const { itemId, sellerId, buyerIds } = party;
	const [holderId = 0, ...others] = buyerIds;
	const buyerId = others.pop() ?? 0;
	const until = new Date(Date.now() + 48 * 3_600_000);
	const now = new Date().toISOString();
	const hold = {
		kind: 'reserved',
		amount: 150,
		startedAt: now,
		until: until.toISOString(),
		isReminded: false,
	};
	await db.execute(sql`
		insert into deals (item_id, buyer_id, seller_id, hold)
		values (${itemId}, ${holderId}, ${sellerId}, ${JSON.stringify(hold)}::jsonb)`);
	await db.execute(sql`
		insert into deals (item_id, buyer_id, seller_id, place)
		select ${itemId}, buyer_id, ${sellerId}, jsonb_build_object(
			'number', nextval('deal_ids'), 'joinedAt', ${now}::text, 'isWithheld', false)
		from unnest(${sql.param(others)}::int[]) as other (buyer_id)`);
	await db.execute(sql`update items set reserved_until = ${until} where id = ${itemId}`);
	await db.execute(sql`insert into deal_deadlines (item_id, due_at) values (${itemId}, ${until})`);
	await db.execute(sql`analyze deals`);
	return { itemId, buyerId };
}

/** Settles offers of different items that all end now. */
async function measureEnds(
	deps: ActDeps,
	ends: number,
): Promise<{ seconds: number; left: number }> {
	const { db } = deps;
	const parties = await insertDealParties(db, { items: ends, buyersOfEach: 1 });
	const now = new Date().toISOString();
	const offer = { by: 'buyer', amount: 100, askedPrice: 150, expiresAt: now, isWithheld: false };
	const itemIds = parties.map(({ itemId }) => itemId);
	await db.execute(sql`
		insert into deals (item_id, buyer_id, seller_id, offer)
		select item_id, buyer_id, seller_id,
			${JSON.stringify(offer)}::jsonb || jsonb_build_object('id', nextval('deal_ids'))
		from unnest(
			${sql.param(itemIds)}::int[], ${sql.param(parties.map(({ buyerIds: [id = 0] }) => id))}::int[],
			${sql.param(parties.map(({ sellerId }) => sellerId))}::int[]
		) as party (item_id, buyer_id, seller_id)`);
	await db.execute(sql`
		insert into deal_deadlines (item_id, due_at)
		select item_id, ${now}::timestamptz from unnest(${sql.param(itemIds)}::int[]) as party (item_id)`);
	const from = performance.now();
	await settleAllDue(deps);
	const seconds = (performance.now() - from) / 1000;
	const { rows } = await db.execute<{ left: number }>(sql`
		select count(offer)::int as left from deals where item_id = any(${sql.param(itemIds)}::int[])`);
	return { seconds, left: rows[0]?.left ?? ends };
}

/** Sends a step again while no connection is free, as pages do when they are told that the server is busy. */
async function actUntilServed(deps: ActDeps, request: Parameters<typeof act>[1]) {
	for (;;) {
		try {
			return await act(deps, request);
		} catch (error) {
			if (!isDatabaseUnavailable(error)) throw error;
		}
	}
}

/** Counts the steps of people's requests; what follows from them has no id of a request. */
async function countSteps(db: Db): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(
		sql`select count(request_id)::int as count from messages`,
	);
	return rows[0]?.count ?? 0;
}
