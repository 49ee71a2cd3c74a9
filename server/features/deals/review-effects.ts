import { insertReview, setReviewAnswered } from './review-queries.ts';
import { publishedReview } from './situation.ts';
import type { ActionContext, Effects } from './steps.ts';

export const reviewEffects: Effects<'review' | 'reply-review'> = {
	async review({ deal, buyerId, from, actor, body, pair }) {
		if (!pair.sale) throw new Error('The action was allowed without a sale.');
		const { stars, tags, text } = body;
		await insertReview(deal.tx, {
			saleId: pair.sale.id,
			writerId: actor.id,
			role: from,
			stars,
			tags,
			...(text && { text }),
			aboutId: from === 'buyer' ? deal.item.sellerId : buyerId,
			createdAt: deal.now,
		});
		addStep(
			{ deal, buyerId, from, actor },
			'reviewed',
			`review of sale ${pair.sale.id} by ${from}`,
		);
	},

	async 'reply-review'({ deal, buyerId, from, actor, body, pair }) {
		const review = publishedReview(pair, from, deal.now);
		if (!review) throw new Error('The action was allowed without a review.');
		await setReviewAnswered(deal.tx, review.id, body.text, deal.now);
		addStep({ deal, buyerId, from, actor }, 'review-answered', `answer to review ${review.id}`);
	},
};

function addStep(
	{ deal, ...who }: Pick<ActionContext, 'deal' | 'buyerId' | 'from' | 'actor'>,
	type: 'reviewed' | 'review-answered',
	subject: string,
): void {
	deal.addStep({ ...who, event: { type }, subject });
}
