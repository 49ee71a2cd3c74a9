import { beforeAll, expect, test, vi } from 'vitest';
import { type DealRun, openBusyDeals } from '#tests/support/busy-deals.ts';
import { FAULT_ROUNDS, FEATURE_TARGETS, openKillableApp } from '#tests/support/killable-app.ts';
import { query } from '#tests/support/query.ts';

const WAIT = { timeout: 110_000, interval: 20 };

const app = await openKillableApp();
const busyDeals = await openBusyDeals(app);

beforeAll(() => app.restart());

test.each(FEATURE_TARGETS)(
	'after a kill (%s) during many deals, every acknowledged deal action is stored once with its message, and no action partially',
	{ timeout: 120_000 * FAULT_ROUNDS },
	async (target) => {
		for (let round = 1; round <= FAULT_ROUNDS; round++) {
			const { run, stop } = busyDeals.start();
			await vi.waitUntil(() => run.acknowledged.length >= 100, WAIT);

			run.isKilled = true;
			await app.kill(target);
			await app.restart();
			await stop();

			await expectStepsOnce(run);
			await expectRetriesOnce(run);
			await expectNoPartialSteps();
		}
	},
);

/** @returns how often each of these steps is stored */
async function countStored(clientIds: readonly string[]): Promise<number[]> {
	const rows = await query<{ count: number }>(
		app.url,
		`select count(deal_steps.id)::int from unnest($1::text[]) with ordinality as sent (id, position)
		left join deal_steps on body ->> 'clientId' = sent.id group by position order by position`,
		[clientIds],
	);
	return rows.map(({ count }) => count);
}

/**
 * Expects acknowledged steps to be stored once, refused steps never, and steps with an unknown outcome at most
 * once.
 */
async function expectStepsOnce(run: DealRun): Promise<void> {
	expect(run.unexpected).toEqual([]);
	expect((await countStored(run.acknowledged)).filter((count) => count !== 1)).toEqual([]);
	expect((await countStored(run.refused)).filter((count) => count !== 0)).toEqual([]);
	const unknown = [...run.refusedLater, ...run.pending.map(({ body }) => body.clientId)];
	expect((await countStored(unknown)).filter((count) => count > 1)).toEqual([]);
}

/** Sends each step without an answer again, and expects it to be done or refused, and never to be done twice. */
async function expectRetriesOnce({ pending }: DealRun): Promise<void> {
	for (const step of pending) {
		const status = await vi.waitUntil(async () => {
			const answer = await busyDeals.send(step);
			return answer !== 503 && answer;
		}, WAIT);
		expect([200, 409]).toContain(status);
	}
	const counts = await countStored(pending.map(({ body }) => body.clientId));
	expect(counts.filter((count) => count > 1)).toEqual([]);
}

/**
 * Expects each step to have its message, and each item to show the end of its reservation or turn in
 * `reserved_until`.
 */
async function expectNoPartialSteps(): Promise<void> {
	const partialSteps = await query(
		app.url,
		`select steps.item_id, steps.buyer_id, steps.event, steps.count as steps, coalesce(with_message.count, 0) as with_message
		from (
			select item_id, buyer_id, event, count(*) from deal_steps where actor_id is not null
			group by item_id, buyer_id, event
		) steps
		left join (
			select item_id, buyer_id, event, count(*) from messages where event is not null
			group by item_id, buyer_id, event
		) with_message using (item_id, buyer_id, event)
		where with_message.count is distinct from steps.count`,
	);
	expect(partialSteps).toEqual([]);
	const wrongItems = await query(
		app.url,
		`select items.id from items where reserved_until is distinct from coalesce(
			(select until from deal_reservations where item_id = items.id and ended_at is null),
			(select turn_until from deal_queue where item_id = items.id and ended_at is null and turn_until is not null)
		)`,
	);
	expect(wrongItems).toEqual([]);
}
