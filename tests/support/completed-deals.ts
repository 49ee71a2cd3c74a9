import type { DealEventType, DealRole } from '#contract/deals/facts.ts';
import { dealHandovers, missedHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
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

/** Inserts deals, sales and reviews, without the steps that come before them. */
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

/** Inserts sales, reviews, hand-overs and steps of deals, without the steps that come before them. */
export function openCompletedDeals(t: App) {
	const sales = openSales(t);

	/**
	 * Inserts an agreed hand-over of three days ago that both sides confirmed, unless the fields say otherwise.
	 * @returns its id
	 */
	async function insertHandover(
		{ itemId, buyerId }: InsertedDeal,
		fields: Partial<typeof dealHandovers.$inferInsert> = {},
		outcome: 'sold' | 'missed' = 'sold',
	): Promise<number> {
		const slot = daysFromNow(-3);
		const pair = { itemId, buyerId };
		const ended = { endedAt: daysFromNow(-2), outcome };
		const reservation = { ...pair, amount: 400, until: daysFromNow(-2), ...ended };
		return insertRow(t.db, dealHandovers, {
			...pair,
			reservationId: await insertRow(t.db, dealReservations, reservation),
			proposedBy: 'buyer',
			spotId: 1,
			spotName: 'Library',
			spotHint: 'Steps',
			slots: [slot],
			agreedSlot: slot,
			agreedAt: daysFromNow(-4),
			buyerDone: true,
			sellerDone: true,
			...fields,
		});
	}

	/** Inserts a hand-over to which this person did not come, as the other side reported `daysAgo` days ago. */
	async function insertMissedHandover(person: Person, daysAgo = 1): Promise<number> {
		const other = await t.student();
		const handoverId = await insertHandover(
			await sales.insertDeal(other, person),
			{ buyerDone: false },
			'missed',
		);
		const createdAt = daysFromNow(-daysAgo);
		await t.db
			.insert(missedHandovers)
			.values({ handoverId, userId: person.id, reportedBy: other.id, createdAt });
		return handoverId;
	}

	async function insertStep(of: InsertedDeal, type: DealEventType, createdAt = new Date()) {
		const { itemId, buyerId } = of;
		await t.db
			.insert(dealSteps)
			.values({ itemId, buyerId, subject: 'deal', event: { type }, createdAt });
	}

	return { ...sales, insertHandover, insertMissedHandover, insertStep };
}
