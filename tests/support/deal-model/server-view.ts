import type { Deal, DealReview } from '#contract/deals/schemas.ts';

/**
 * A deal as the server shows it, in the form in which the model shows deals (`viewOf`).
 * @param hours converts a time of the server to hours of the model's clock
 */
export function serverViewOf(deal: Deal, hours: (time: string) => number) {
	const { role, askedPrice, attemptsLeft, queuesLeft, offer } = deal;
	const { reservation, queue, handover, sale, review } = deal;
	const hoursOrNull = (time: string | null) => (time === null ? null : hours(time));
	return {
		role,
		askedPrice,
		attemptsLeft,
		queuesLeft,
		acceptedAmounts: deal.acceptedAmounts.toSorted((one, other) => one - other),
		actions: deal.actions,
		offer: offer && { ...offer, expiresAt: hours(offer.expiresAt) },
		reservation: reservation && {
			amount: reservation.amount,
			until: hours(reservation.until),
			startedAt: hours(reservation.startedAt),
		},
		queue: queue && { ...queue, turnUntil: hoursOrNull(queue.turnUntil) },
		handover: handover && {
			id: handover.id,
			proposedBy: handover.proposedBy,
			done: handover.done,
			slots: handover.slots.map(hours),
			agreedSlot: hoursOrNull(handover.agreedSlot),
		},
		sale: sale && {
			price: sale.price,
			confirmed: sale.confirmed,
			soldAt: hours(sale.soldAt),
			completedAt: hoursOrNull(sale.completedAt),
		},
		review: review && {
			mine: reviewViewOf(review.mine),
			theirs: reviewViewOf(review.theirs),
			until: hours(review.until),
		},
	};
}

function reviewViewOf(review: DealReview | null) {
	return review && { stars: review.stars, answer: review.answer?.text ?? null };
}
