import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { AUTOMATIC_EVENT_TYPES, type DealEventType } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, getTableColumns, isNotNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { lockRows } from '#server/db/locks.ts';
import { isShownTo, messages } from '#server/db/schema/chats.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { deals, missedHandovers } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';
import { IS_PUBLISHED, review } from './reviews/queries.ts';

type ExportedDeal = PersonalData['deals'][number];
type Pair = { itemId: number; buyerId: number };

const keyOf = ({ itemId, buyerId }: Pair) => `${itemId}-${buyerId}`;

/** The deals, the reviews and the missed hand-overs of a user. The reply drops the fields that it does not declare. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'deals'> & ExportedReviews> {
	return { deals: await exportDeals(db, userId), ...(await exportReviews(db, userId)) };
}

/** Without what a block hides from the user, which would reveal the block. */
async function exportDeals(db: Db, userId: number): Promise<ExportedDeal[]> {
	const isOfUser = or(
		eq(deals.buyerId, userId),
		and(eq(deals.sellerId, userId), isNotNull(deals.sellerChangedAt)),
	);
	const own = await db.select().from(deals).where(isOfUser).orderBy(asc(deals.startedAt));
	const ofTable = (table: typeof dealSales | typeof messages) =>
		and(eq(deals.itemId, table.itemId), eq(deals.buyerId, table.buyerId));
	const sales = await db
		.select(getTableColumns(dealSales))
		.from(dealSales)
		.innerJoin(deals, ofTable(dealSales))
		.where(isOfUser)
		.orderBy(asc(dealSales.id));
	const steps = await db
		.select(getTableColumns(messages))
		.from(messages)
		.innerJoin(deals, ofTable(messages))
		.where(and(isOfUser, isNotNull(messages.event), isShownTo(sql`${userId}::int`)))
		.orderBy(asc(messages.id));
	const salesByDeal = Map.groupBy(sales, keyOf);
	const stepsByDeal = Map.groupBy(steps, keyOf);
	return own.map((row) => ({
		...exportState(row, row.buyerId === userId),
		sales: (salesByDeal.get(keyOf(row)) ?? []).map(withIsoDates),
		steps: (stepsByDeal.get(keyOf(row)) ?? []).flatMap(
			({ event, senderId, body, requestId, createdAt }) => {
				if (!event) return [];
				const isOwn = senderId === userId && !AUTOMATIC.includes(event.type);
				const ofUser = isOwn ? { words: body, requestId } : { words: null, requestId: null };
				return [{ isOwn, event, ...ofUser, createdAt: createdAt.toISOString() }];
			},
		),
	}));
}

const AUTOMATIC: readonly DealEventType[] = AUTOMATIC_EVENT_TYPES;

function exportState(
	row: typeof deals.$inferSelect,
	isBuyer: boolean,
): Omit<ExportedDeal, 'sales' | 'steps'> {
	const { startedAt, changedAt, sellerChangedAt, counts, offer, place, calendar, missed } = row;
	return {
		...row,
		startedAt: startedAt.toISOString(),
		changedAt: ((isBuyer ? changedAt : sellerChangedAt) ?? changedAt).toISOString(),
		attempts: isBuyer ? counts.attempts : {},
		acceptedAmounts: counts.accepted,
		offer: isBuyer || !offer?.isWithheld ? offer : null,
		joinedQueueAt: place && (isBuyer || !place.isWithheld) ? place.joinedAt : null,
		agreedHandover: calendar,
		missedHandover: missed,
	};
}

type ExportedReviews = Pick<
	PersonalData,
	'reviewsWritten' | 'reviewsReceived' | 'missedHandovers' | 'reportedHandovers'
>;

/** A review about the user is exported once it is published: until then only its writer may read it. */
async function exportReviews(db: Db, userId: number): Promise<ExportedReviews> {
	const written = await db
		.select({ ...getTableColumns(review), personId: review.aboutId })
		.from(review)
		.where(eq(review.writerId, userId))
		.orderBy(asc(review.id));
	const received = await db
		.select(getTableColumns(review))
		.from(review)
		.where(and(eq(review.aboutId, userId), IS_PUBLISHED))
		.orderBy(asc(review.id));
	return {
		reviewsWritten: written.map(withIsoDates),
		reviewsReceived: received.map(withIsoDates),
		...(await exportHandovers(db, userId)),
	};
}

async function exportHandovers(
	db: Db,
	userId: number,
): Promise<Pick<ExportedReviews, 'missedHandovers' | 'reportedHandovers'>> {
	const { handoverId, userId: personId, reportedBy } = missedHandovers;
	const read = (column: typeof personId | typeof reportedBy) =>
		db.select().from(missedHandovers).where(eq(column, userId)).orderBy(asc(handoverId));
	const reported = await read(reportedBy);
	return {
		missedHandovers: (await read(personId)).map(withIsoDates),
		reportedHandovers: reported.map((row) => ({ ...withIsoDates(row), personId: row.userId })),
	};
}

/**
 * Keeps the deals, the words and events of their steps, and the reviews, which are about another user's conduct. Erases
 * places in own words, whoever of the two wrote them; the chat erases the reasons (features/chat/personal-data.ts). A
 * trigger of `users` makes the user's deals due, so that what is open ends.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	const isOfUser = sql`(buyer_id = ${userId} or seller_id = ${userId})`;
	// As each change of a deal does, so that none waits for the other, or writes an erased place again.
	await lockRows(tx, items, sql`id in (select item_id from ${deals} where ${isOfUser})`);
	const erasedName = sql`to_jsonb(${ERASED_TEXT}::text)`;
	/** @param isOwnWords whether the name of the spot can be by one of the two: then it has neither an id nor a hint */
	const withoutName = (column: SQL, path: string, isOwnWords: SQL) =>
		sql`case when ${isOwnWords} then jsonb_set(${column}, ${path}::text[], ${erasedName}) else ${column} end`;
	await tx
		.update(deals)
		.set({
			handover: withoutName(sql`handover`, '{spot,name}', sql`handover -> 'spot' ->> 'id' is null`),
			calendar: withoutName(sql`calendar`, '{spot,name}', sql`calendar -> 'spot' ->> 'hint' = ''`),
			missed: withoutName(
				sql`missed`,
				'{handover,spot,name}',
				sql`missed -> 'handover' -> 'spot' ->> 'id' is null`,
			),
		})
		.where(sql`${isOfUser} and coalesce(handover, calendar, missed) is not null`);
	const isInDeal = sql`(item_id, buyer_id) in (select item_id, buyer_id from ${deals} where ${isOfUser})`;
	await tx
		.update(messages)
		.set({
			body: sql`replace(body, event -> 'spot' ->> 'name', ${ERASED_TEXT})`,
			event: sql`jsonb_set(event, '{spot,name}', ${erasedName})`,
		})
		.where(sql`${isInDeal} and event ? 'spot' and event -> 'spot' ->> 'id' is null`);
	await tx
		.update(messages)
		.set({ requestId: null })
		.where(sql`${isInDeal} and sender_id = ${userId} and request_id is not null`);
	// Reports by the user about others stay.
	await tx.delete(missedHandovers).where(eq(missedHandovers.userId, userId));
}
