import type { DealEventType, DealRole } from '#contract/deals/facts.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { deals, missedHandovers } from '#server/db/schema/deals.ts';
import type { App } from './app.ts';
import { insertRow } from './insert-row.ts';

const DAY_MS = 86_400_000;

/** Days from now; negative for the past. */
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

interface Person {
	id: number;
}

/** The ids of an inserted deal. */
interface InsertedDeal {
	itemId: number;
	buyerId: number;
	sellerId: number;
}

interface InsertedSale extends InsertedDeal {
	id: number;
}

/** Inserts deals, sales and reviews. */
function openSales(t: App) {
	async function insertDeal(seller: Person, buyer: Person): Promise<InsertedDeal> {
		const item = await t.item(seller);
		const row = { itemId: item.id, buyerId: buyer.id, sellerId: seller.id };
		await t.db.insert(deals).values(row);
		return row;
	}

	/** Inserts a sale that was completed yesterday, unless the fields say otherwise. */
	async function insertSale(
		of: InsertedDeal,
		fields: Partial<typeof dealSales.$inferInsert> = {},
	): Promise<InsertedSale> {
		const id = await insertRow(t.db, dealSales, {
			itemId: of.itemId,
			buyerId: of.buyerId,
			price: 400,
			soldAt: daysFromNow(-2),
			answerUntil: daysFromNow(5),
			isConfirmed: true,
			completedAt: daysFromNow(-1),
			reviewUntil: daysFromNow(13),
			...fields,
		});
		return { ...of, id };
	}

	/** Inserts a sale of a new item that was completed yesterday. */
	const insertCompletedSale = async (seller: Person, buyer: Person) =>
		insertSale(await insertDeal(seller, buyer));

	/** @returns the id of the review */
	async function insertReview(
		{ id, buyerId, sellerId }: InsertedSale,
		role: DealRole,
		fields: Partial<typeof dealReviews.$inferInsert> = {},
	): Promise<number> {
		const sides = { buyer: buyerId, seller: sellerId };
		return insertRow(t.db, dealReviews, {
			saleId: id,
			role,
			writerId: sides[role],
			stars: 5,
			tags: [],
			aboutId: sides[role === 'buyer' ? 'seller' : 'buyer'],
			...fields,
		});
	}

	/** Inserts a published review of the person by another user: a new one with a confirmed address, if none is given. */
	async function insertReviewAbout(
		person: Person,
		fields: Partial<typeof dealReviews.$inferInsert> = {},
		writer?: Person,
	): Promise<number> {
		const buyer = writer ?? (await t.student({ emailConfirmedAt: new Date() }));
		// A single review is published when the time to write reviews is over.
		const published = { reviewUntil: daysFromNow(-1) };
		return insertReview(
			await insertSale(await insertDeal(person, buyer), published),
			'buyer',
			fields,
		);
	}

	return { insertDeal, insertSale, insertCompletedSale, insertReview, insertReviewAbout };
}

/** Inserts sales, reviews, missed hand-overs and steps of deals, without the steps that come before them. */
export function openCompletedDeals(t: App) {
	const sales = openSales(t);

	/**
	 * Inserts a mark of this person for a hand-over to which they did not come, as the other side reported `daysAgo` days
	 * ago.
	 * @returns the id of the hand-over
	 */
	async function insertMissedHandover(
		person: Person,
		daysAgo = 1,
		fields: Partial<typeof missedHandovers.$inferInsert> = {},
	): Promise<number> {
		const other = await t.student();
		const { rows } = await t.db.execute<{ id: number }>(sql`select nextval('deal_ids')::int as id`);
		const handoverId = rows[0]?.id ?? 0;
		const sides = { userId: person.id, reportedBy: other.id };
		const createdAt = daysFromNow(-daysAgo);
		await t.db.insert(missedHandovers).values({ handoverId, ...sides, createdAt, ...fields });
		return handoverId;
	}

	/** Inserts the message of a step by the buyer. */
	async function insertStep(
		{ itemId, buyerId }: InsertedDeal,
		type: DealEventType,
		createdAt = new Date(),
	): Promise<void> {
		const room = { itemId, buyerId };
		const chats = await t.db
			.select()
			.from(conversations)
			.where(and(eq(conversations.itemId, itemId), eq(conversations.buyerId, buyerId)));
		if (chats.length === 0) await t.conversation({ id: itemId }, { id: buyerId });
		await t.message(room, { id: buyerId }, 'A step.', { event: { type }, createdAt });
	}

	return { ...sales, insertMissedHandover, insertStep };
}
