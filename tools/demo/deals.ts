import { sql } from 'drizzle-orm';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { type ActDeps, act } from '#server/features/deals/act.ts';
import { sellItem } from '#server/features/deals/sell.ts';
import { offlineDealDeps } from '#tools/lib/offline-deals.ts';
import { insertChat } from './chats.ts';
import { DEMO_DEALS, type DemoDeal, type DemoStep } from './deal-stories.ts';

interface Demo {
	/** Ids of the students by their keys, and of the items by their titles. */
	students: ReadonlyMap<string, number>;
	items: ReadonlyMap<string, number>;
	timeZone: string;
}

/** Inserts the demo's deals by the same actions that users take. No mail is sent. */
export async function insertDemoDeals(tx: Db, demo: Demo): Promise<void> {
	const deps = await offlineDealDeps(tx, demo.timeZone);
	for (const deal of DEMO_DEALS) await insertDeal(deps, demo, deal);
}

/**
 * The chat that the step 'writes' inserts, with lines of the buyer (`b`) and the seller (`s`). Deals that do not begin
 * with an offer begin with this step.
 */
const FIRST_WORDS = {
	lines: [
		['b', 'Hi! Is it still there?'],
		['s', 'Yes, it is.'],
	],
	hoursAgo: 1,
	unread: 0,
} as const;

async function insertDeal(
	deps: ActDeps,
	{ students, items }: Demo,
	{ itemTitle, seller, steps, daysAgo = 0 }: DemoDeal,
): Promise<void> {
	const itemId = requireId(items, itemTitle);
	const sellerId = requireId(students, seller);
	let dealAfterLastStep: Deal | undefined;
	for (const step of steps) {
		const buyerId = requireId(students, step.buyer);
		if (step.does === 'writes')
			await insertChat(deps.db, { itemId, buyerId }, sellerId, FIRST_WORDS);
		else if (step.does === 'sell') await sellItem(deps, itemId, sellerId, { buyerId });
		else {
			const callerId = step.by === 'seller' ? sellerId : buyerId;
			const action: DealAction = step.does;
			const sent = bodyOf(deps, step, dealAfterLastStep);
			dealAfterLastStep = (await act(deps, { itemId, buyerId, action, callerId, sent })).deal;
		}
	}
	if (daysAgo > 0) await moveIntoPast(deps.db, itemId, daysAgo);
}

/**
 * The request body of a step. Its ids come from the deal as the step before left it. Each action ignores the fields that
 * it does not need.
 */
function bodyOf(
	{ catalogue, timeZone }: ActDeps,
	step: DemoStep,
	{ offer, handover }: Partial<Deal> = {},
): object {
	if (step.spot === undefined)
		return { ...step.body, offerId: offer?.id, handoverId: handover?.id, slot: handover?.slots[0] };
	const spot = catalogue.current().spots.find(({ name }) => name === step.spot);
	if (!spot) throw new Error(`The demo has no spot named ${step.spot}.`);
	return { spotId: spot.id, slots: slotsAfter(Date.now(), timeZone) };
}

/**
 * Three times in the coming days: 10:30 and 12:30 tomorrow and 10:30 the day after. The spots of the demo's hand-overs
 * are open then.
 */
function slotsAfter(nowMs: number, timeZone: string): string[] {
	const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
	const slotAt = (days: number, time: string) =>
		today.add({ days }).withPlainTime(time).toInstant().toString();
	return [slotAt(1, '10:30'), slotAt(1, '12:30'), slotAt(2, '10:30')];
}

/** Moves all dates of a completed deal into the past. */
async function moveIntoPast(tx: Db, itemId: number, days: number): Promise<void> {
	const ago = sql`make_interval(days => ${days})`;
	await tx.execute(sql`
		update deal_sales set sold_at = sold_at - ${ago}, answer_until = answer_until - ${ago},
			completed_at = completed_at - ${ago}, review_until = review_until - ${ago}
		where item_id = ${itemId}`);
	await tx.execute(sql`
		update deal_reviews set created_at = deal_reviews.created_at - ${ago}
		from deal_sales where deal_sales.id = sale_id and item_id = ${itemId}`);
	await tx.execute(
		sql`update deal_steps set created_at = created_at - ${ago} where item_id = ${itemId}`,
	);
	await tx.execute(sql`
		update deals set started_at = started_at - ${ago}, changed_at = changed_at - ${ago} where item_id = ${itemId}`);
	await tx.execute(sql`
		update items set sold_at = sold_at - ${ago}, created_at = created_at - ${ago} where id = ${itemId}`);
	await tx.execute(
		sql`update messages set created_at = created_at - ${ago} where item_id = ${itemId}`,
	);
}

function requireId(ids: ReadonlyMap<string, number>, name: string): number {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`The demo has nothing named ${name}.`);
	return id;
}
