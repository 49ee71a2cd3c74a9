import { beforeAll, expect, test, vi } from 'vitest';
import { type DealRun, isRefused, openBusyDeals } from '#tests/support/busy-deals.ts';
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

/** @returns how often each of these steps is stored: the message of a step has the id of its request */
async function countStored(clientIds: readonly string[]): Promise<number[]> {
	const rows = await query<{ count: number }>(
		app.url,
		`select count(messages.id)::int from unnest($1::uuid[]) with ordinality as sent (id, position)
		left join messages on request_id = sent.id group by position order by position`,
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
		expect(status === 200 || isRefused(step, status)).toBe(true);
	}
	const counts = await countStored(pending.map(({ body }) => body.clientId));
	expect(counts.filter((count) => count > 1)).toEqual([]);
}

/** Expects the state of each deal to be as its newest messages say, and each item to show the end of its hold. */
async function expectNoPartialSteps(): Promise<void> {
	const newestIs = (types: string, among: string) => `coalesce((
		select event ->> 'type' in (${types}) from messages
		where messages.item_id = deals.item_id and messages.buyer_id = deals.buyer_id and event ->> 'type' in (${types}, ${among})
		order by id desc limit 1), false)`;
	const partialDeals = await query(
		app.url,
		`select * from deals where
			(offer is not null) is distinct from ${newestIs(
				"'offer-made', 'offer-countered'",
				"'offer-accepted', 'offer-declined', 'offer-withdrawn', 'offer-lapsed', 'reserved'",
			)}
			or coalesce(hold ->> 'kind' = 'reserved', false) is distinct from ${newestIs(
				"'reserved', 'offer-accepted'",
				"'released', 'reservation-ended'",
			)}
			or (place is not null) is distinct from ${newestIs(
				"'queue-joined', 'turn-began'",
				"'queue-left', 'queue-ended', 'turn-passed', 'turn-lapsed', 'reserved'",
			)}`,
	);
	expect(partialDeals).toEqual([]);
	const wrongItems = await query(
		app.url,
		`select items.id from items where reserved_until is distinct from
			(select (hold ->> 'until')::timestamptz from deals where item_id = items.id and hold is not null)`,
	);
	expect(wrongItems).toEqual([]);
}
