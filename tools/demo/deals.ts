import { and, eq, sql } from 'drizzle-orm';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { deals } from '#server/db/schema/deals.ts';
import { type ActDeps, act, sellItem } from '#server/features/deals/commands.ts';
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

/** How long ago a hand-over was that has just taken place: each side can say now that the other did not come. */
const MINUTES_SINCE_MEETING = 20;

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
		else if (step.does === 'meet') {
			await moveIntoPast(deps.db, itemId, msUntilMet(dealAfterLastStep));
		} else if (step.does === 'sell') await sellItem(deps, itemId, sellerId, { buyerId });
		else {
			const callerId = step.by === 'seller' ? sellerId : buyerId;
			const action: DealAction = step.does;
			const sent = bodyOf(deps, step, dealAfterLastStep);
			dealAfterLastStep = (await act(deps, { itemId, buyerId, action, callerId, sent })).deal;
		}
	}
	if (daysAgo > 0) await moveIntoPast(deps.db, itemId, daysAgo * 24 * 3_600_000);
}

function msUntilMet(deal: Deal | undefined): number {
	const agreedSlot = deal?.handover?.agreedSlot;
	if (!agreedSlot) throw new Error('The demo has no agreed hand-over to come to.');
	return Date.parse(agreedSlot) + MINUTES_SINCE_MEETING * 60_000 - Date.now();
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
	const slots = slotsAfter(Date.now(), timeZone);
	if (step.place !== undefined) return { place: step.place, slots };
	if (step.spot === undefined)
		return { ...step.body, offerId: offer?.id, handoverId: handover?.id, slot: handover?.slots[0] };
	const spot = catalogue.current().spots.find(({ name }) => name === step.spot);
	if (!spot) throw new Error(`The demo has no spot named ${step.spot}.`);
	return { spotId: spot.id, slots };
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

/** Moves all dates of an item's deals into the past. */
async function moveIntoPast(tx: Db, itemId: number, byMs: number): Promise<void> {
	const ago = sql`make_interval(secs => ${byMs / 1000})`;
	const ofItem = sql`item_id = ${itemId}`;
	const ofSales = sql`sale_id in (select id from deal_sales where ${ofItem})`;
	const move = (table: string, columns: readonly string[], condition = ofItem) => {
		const moved = columns.map(
			(name) => sql`${sql.identifier(name)} = ${sql.identifier(name)} - ${ago}`,
		);
		return tx.execute(sql`
			update ${sql.identifier(table)} set ${sql.join(moved, sql`, `)} where ${condition}`);
	};
	await move('deal_reviews', ['created_at'], ofSales);
	await move('deal_sales', ['sold_at', 'answer_until', 'completed_at', 'review_until']);
	await move('deal_deadlines', ['due_at']);
	await move('messages', ['created_at']);
	const itemColumns = ['sold_at', 'created_at', 'reserved_until', 'next_turn_until'];
	await move('items', itemColumns, sql`id = ${itemId}`);
	await move('deals', ['started_at', 'changed_at', 'seller_changed_at']);
	for (const row of await tx.select().from(deals).where(eq(deals.itemId, itemId))) {
		const { counts, offer, hold, place, handover, calendar, missed, buyerId } = row;
		await tx
			.update(deals)
			.set(movedTimes({ counts, offer, hold, place, handover, calendar, missed }, byMs))
			.where(and(eq(deals.itemId, itemId), eq(deals.buyerId, buyerId)));
	}
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function movedTimes<State>(state: State, byMs: number): State {
	return JSON.parse(JSON.stringify(state), (_, value) =>
		typeof value === 'string' && ISO_TIME.test(value)
			? new Date(Date.parse(value) - byMs).toISOString()
			: value,
	);
}

function requireId(ids: ReadonlyMap<string, number>, name: string): number {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`The demo has nothing named ${name}.`);
	return id;
}
