import { insertReview, setReviewAnswered } from './review-queries.ts';
import { publishedReview } from './situation.ts';
import type { Effects } from './steps.ts';

/** The functions that carry out the actions on a review. Each writes its row and adds the step. */
export const reviewEffects: Effects<'review' | 'reply-review'> = {
	async review({ transaction, buyerId, from, actor, body, pair }) {
		const saleId = pair.reviewedSale?.id;
		if (saleId === undefined) throw new Error('The action was allowed without a sale.');
		const { stars, tags, text } = body;
		await insertReview(transaction.tx, {
			saleId,
			writerId: actor.id,
			role: from,
			stars,
			tags,
			...(text && { text }),
			aboutId: from === 'buyer' ? transaction.item.sellerId : buyerId,
			createdAt: transaction.now,
		});
		const event = { type: 'reviewed', saleId } as const;
		transaction.addStep({
			buyerId,
			from,
			actor,
			event,
			subject: `review of sale ${saleId} by ${from}`,
		});
	},

	async 'reply-review'({ transaction, buyerId, from, actor, body, pair }) {
		const review = publishedReview(pair, from, transaction.now);
		if (!review) throw new Error('The action was allowed without a review.');
		await setReviewAnswered(transaction.tx, review.id, body.text, transaction.now);
		const event = { type: 'review-answered' } as const;
		transaction.addStep({ buyerId, from, actor, event, subject: replySubject(review.id) });
	},
};

/** The subject of the step that answers a review. */
export const replySubject = (reviewId: number): string => `answer to review ${reviewId}`;
