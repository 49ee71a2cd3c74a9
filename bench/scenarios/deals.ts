import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import { type ActDeps, act } from '#server/features/deals/act.ts';
import { settleAllDue } from '#server/features/deals/due.ts';
import { AppError } from '#server/lib/app-error.ts';
import { offlineDealDeps } from '#tools/lib/offline-deals.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { insertDealParties } from '../lib/fill-deals.ts';
import { checkTarget } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';

/** The cost of deals when many people act on the same items at once, wait in long queues, and let offers lapse. */
export const scenario = defineScenario({
	options: {
		people: { default: 200, max: 1000, help: 'people who act at the same time, ten an item' },
		waiting: { default: 1000, max: 10_000, help: 'people in the long queue' },
		lapsing: { default: 10_000, max: 100_000, help: 'offers that lapse at the same time' },
		rounds: { default: 100, help: 'people who join and leave each queue' },
	},
	async run(options, log) {
		return withTempFolder(async (folder) => {
			const measured = await measureDeals({ environment: { DATA_DIR: folder }, ...options, log });
			const {
				doubleReservations,
				acknowledgedSteps,
				storedSteps,
				shortMs,
				longMs,
				settledSeconds,
				openLapsedOffers,
			} = measured;
			const [short, long] = [shortMs, longMs].map((all) => percentile(all, 0.5));
			return {
				tables: [
					{
						title: 'A step in a queue',
						columns: ['waiting', 'p50 ms', 'p95 ms'],
						rows: [
							[10, short?.toFixed(1) ?? '', percentile(shortMs, 0.95).toFixed(1)],
							[options.waiting, long?.toFixed(1) ?? '', percentile(longMs, 0.95).toFixed(1)],
						],
					},
				],
				results: [
					checkTarget({
						what: `deals of ${options.people} people at once: double reservations`,
						sign: '≤',
						limit: 0,
						unit: '',
						digits: 0,
						measurements: [doubleReservations],
					}),
					checkTarget({
						what: `deals of ${options.people} people at once: acknowledged steps that are not stored once`,
						sign: '≤',
						limit: 0,
						unit: '',
						digits: 0,
						measurements: [Math.abs(acknowledgedSteps - storedSteps)],
					}),
					checkTarget({
						what: `a step in a queue of ${options.waiting} people`,
						sign: '≤',
						limit: 1.3,
						unit: '×',
						comparedWith: 'a queue of ten',
						measurements: [(long ?? 0) / (short ?? 1)],
					}),
					checkTarget({
						what: `${options.lapsing} offers that lapse within a minute: until all are settled`,
						sign: '≤',
						limit: 60,
						unit: 's',
						digits: 0,
						measurements: [openLapsedOffers === 0 ? settledSeconds : Number.POSITIVE_INFINITY],
					}),
				],
			};
		});
	},
});

interface Options {
	/** The server's environment. People and items are inserted into its database. */
	environment: Environment;
	people: number;
	waiting: number;
	lapsing: number;
	rounds: number;
	log: Log;
}

interface DealMeasurements {
	/** Items with more than one reservation that has not ended. */
	doubleReservations: number;
	/** Steps that were answered with success. */
	acknowledgedSteps: number;
	/** Steps in the database. */
	storedSteps: number;
	/** Milliseconds of each step in a queue of ten people. */
	shortMs: number[];
	/** Milliseconds of each step in the long queue. */
	longMs: number[];
	settledSeconds: number;
	/** Offers that are still open although they have lapsed. */
	openLapsedOffers: number;
}

/** Lets people act on the same items at once, join and leave queues, and lets offers lapse. */
export async function measureDeals(options: Options): Promise<DealMeasurements> {
	const { environment, people, waiting, lapsing, rounds, log } = options;
	let measured: DealMeasurements | undefined;
	await prepareDatabase(environment, log, async ({ db }) => {
		const deps = await offlineDealDeps(db, 'Asia/Kolkata');
		const race = await raceForItems(deps, people);
		log('People have raced for reservations');
		const shortMs = await measureQueue(deps, 10, rounds);
		const longMs = await measureQueue(deps, waiting, rounds);
		log('Queues are measured');
		const settledSeconds = await measureLapsing(deps, lapsing);
		const openLapsedOffers = await countOpenLapsedOffers(db);
		measured = { ...race, shortMs, longMs, settledSeconds, openLapsedOffers };
	});
	if (!measured) throw new Error('Nothing was measured.');
	return measured;
}

/** Ten people offer for each item, and all offers are accepted at once. */
async function raceForItems(deps: ActDeps, people: number) {
	const before = await countSteps(deps.db);
	let acknowledgedSteps = 0;
	const parties = await insertDealParties(deps.db, {
		items: Math.ceil(people / 10),
		buyersOfEach: 10,
	});
	const offers = await Promise.all(
		parties.flatMap(({ itemId, buyerIds, sellerId }) =>
			buyerIds.map(async (buyerId) => {
				const sent = { amount: 100 };
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
			const isDone = await actUntilServed(deps, { ...request, sent: { offerId } }).then(
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
			select from deal_reservations where ended_at is null group by item_id having count(*) > 1
		) twice`);
	return {
		doubleReservations: rows[0]?.doubles ?? 0,
		acknowledgedSteps,
		storedSteps: (await countSteps(deps.db)) - before,
	};
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

/** @returns the duration of each step, joining and leaving, in a queue of this length */
async function measureQueue(deps: ActDeps, waiting: number, rounds: number): Promise<number[]> {
	const [parties] = await insertDealParties(deps.db, {
		items: 1,
		buyersOfEach: waiting + 1 + rounds,
	});
	if (!parties) throw new Error('No item was inserted.');
	const { itemId, buyerIds, sellerId } = parties;
	const [holder = 0, ...others] = buyerIds;
	const step = async (buyerId: number, action: 'offer' | 'join-queue' | 'leave-queue', sent = {}) =>
		(await act(deps, { itemId, buyerId, action, callerId: buyerId, sent })).deal;
	const { offer } = await step(holder, 'offer', { amount: 100 });
	const accepted = { itemId, buyerId: holder, action: 'accept-offer', callerId: sellerId } as const;
	await act(deps, { ...accepted, sent: { offerId: offer?.id } });
	for (const buyerId of others.slice(0, waiting)) await step(buyerId, 'join-queue');
	const durationsMs: number[] = [];
	for (const buyerId of others.slice(waiting)) {
		for (const action of ['join-queue', 'leave-queue'] as const) {
			const startedAt = performance.now();
			await step(buyerId, action);
			durationsMs.push(performance.now() - startedAt);
		}
	}
	return durationsMs;
}

/** @returns how long it takes until all offers that lapse at the same time are settled, in seconds */
async function measureLapsing(deps: ActDeps, count: number): Promise<number> {
	const parties = await insertDealParties(deps.db, { items: count, buyersOfEach: 1 });
	const firstId = Math.min(...parties.map(({ itemId }) => itemId));
	await deps.db.execute(sql`
		with opened as (
			insert into deals (item_id, buyer_id, seller_id)
			select items.id, buyer.id, items.seller_id from items
			join lateral (
				select id from users where id <> items.seller_id order by id desc limit 1
			) buyer on true
			where items.id >= ${firstId}
			returning item_id, buyer_id
		), due as (
			insert into deal_deadlines (item_id, due_at) select item_id, now() from opened
		)
		insert into deal_offers (item_id, buyer_id, by, amount, asked_price, expires_at)
		select item_id, buyer_id, 'buyer', 100, 150, now() from opened`);
	const startedAt = performance.now();
	await settleAllDue(deps);
	return (performance.now() - startedAt) / 1000;
}

/** Counts the steps that people took. Steps taken automatically at a deadline have no actor. */
async function countSteps(db: Db): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(
		sql`select count(actor_id)::int as count from deal_steps`,
	);
	return rows[0]?.count ?? 0;
}

async function countOpenLapsedOffers(db: Db): Promise<number> {
	const { rows } = await db.execute<{ open: number }>(
		sql`select count(*)::int as open from deal_offers where ended_at is null and expires_at <= now()`,
	);
	return rows[0]?.open ?? 0;
}
