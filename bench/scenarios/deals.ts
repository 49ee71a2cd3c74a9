import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import { type ActDeps, act } from '#server/features/deals/act.ts';
import { AppError } from '#server/lib/app-error.ts';
import { offlineDealDeps } from '#tools/lib/offline-deals.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { prepareDatabase } from '../lib/fill-database.ts';
import { insertDealParties } from '../lib/fill-deals.ts';
import { checkAllZero } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';

/** Deals when many people act on the same items at once: nothing is reserved twice, nothing acknowledged is lost. */
export const scenario = defineScenario({
	options: {
		people: { default: 200, max: 1000, help: 'people who act at the same time, ten an item' },
	},
	async run({ people }, log) {
		return withTempFolder(async (folder) => {
			const race = await measureDeals({ DATA_DIR: folder }, people, log);
			return {
				tables: [],
				results: [
					checkAllZero(`deals of ${people} people at once: double reservations`, [
						race.doubleReservations,
					]),
					checkAllZero(
						`deals of ${people} people at once: acknowledged steps that are not stored once`,
						[Math.abs(race.acknowledgedSteps - race.storedSteps)],
					),
				],
			};
		});
	},
});

interface Race {
	/** Items with more than one reservation that has not ended. */
	doubleReservations: number;
	/** Steps that were answered with success. */
	acknowledgedSteps: number;
	/** Steps in the database. */
	storedSteps: number;
}

async function measureDeals(environment: Environment, people: number, log: Log): Promise<Race> {
	let race: Race | undefined;
	await prepareDatabase(environment, log, async ({ db }) => {
		race = await raceForItems(await offlineDealDeps(db, 'Asia/Kolkata'), people);
	});
	if (!race) throw new Error('Nothing was measured.');
	return race;
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

/** Counts the steps that people took. Steps taken automatically at a deadline have no actor. */
async function countSteps(db: Db): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(
		sql`select count(actor_id)::int as count from deal_steps`,
	);
	return rows[0]?.count ?? 0;
}
