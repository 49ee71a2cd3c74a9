import { insertReview, setReviewAnswered } from './review-queries.ts';
import { publishedReview } from './situation.ts';
import type { Effects } from './steps.ts';

/** The functions that carry out the actions on a review. Each writes its row and adds the step. */
export const reviewEffects: Effects<'review' | 'reply-review'> = {
	async review({ deal, buyerId, from, actor, body, pair }) {
		const saleId = pair.reviewedSale?.id;
		if (saleId === undefined) throw new Error('The action was allowed without a sale.');
		const { stars, tags, text } = body;
		await insertReview(deal.tx, {
			saleId,
			writerId: actor.id,
			role: from,
			stars,
			tags,
			...(text && { text }),
			aboutId: from === 'buyer' ? deal.item.sellerId : buyerId,
			createdAt: deal.now,
		});
		const event = { type: 'reviewed', saleId } as const;
		deal.addStep({ buyerId, from, actor, event, subject: `review of sale ${saleId} by ${from}` });
	},

	async 'reply-review'({ deal, buyerId, from, actor, body, pair }) {
		const review = publishedReview(pair, from, deal.now);
		if (!review) throw new Error('The action was allowed without a review.');
		await setReviewAnswered(deal.tx, review.id, body.text, deal.now);
		const event = { type: 'review-answered' } as const;
		deal.addStep({ buyerId, from, actor, event, subject: replySubject(review.id) });
	},
};

/** The subject of the step that answers a review. */
export const replySubject = (reviewId: number): string => `answer to review ${reviewId}`;
