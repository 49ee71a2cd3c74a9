import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { endOffer, insertOffer } from './offer-queries.ts';
import { reserveFor } from './reservation-effects.ts';
import type { Effects, Step } from './steps.ts';

type OfferAction = 'offer' | 'accept-offer' | 'decline-offer' | 'counter-offer' | 'withdraw-offer';

export const offerEffects: Effects<OfferAction> = {
	async offer(step) {
		const { id, expiresAt } = await openOffer(step, step.body.amount);
		const { deal, buyerId, from, actor, body } = step;
		deal.addStep({
			...{ buyerId, from, actor },
			event: { type: 'offer-made', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${id}`,
		});
	},

	async 'accept-offer'({ deal, buyerId, from, actor, pair }) {
		const offer = requireOffer(pair);
		await endOffer(deal.tx, offer.id, 'accepted', deal.now);
		const { until } = await reserveFor(deal, buyerId, offer.amount, DEAL_LIMITS.reservationHours);
		deal.addStep({
			...{ buyerId, from, actor },
			event: {
				type: 'offer-accepted',
				amount: offer.amount,
				offerId: offer.id,
				until: until.toISOString(),
			},
			subject: `offer ${offer.id}`,
		});
	},

	'decline-offer': (step) => end(step, 'declined', 'offer-declined'),

	async 'counter-offer'(step) {
		const { deal, buyerId, from, actor, body, pair } = step;
		const offer = requireOffer(pair);
		await endOffer(deal.tx, offer.id, 'countered', deal.now);
		const { id, expiresAt } = await openOffer(step, body.amount);
		deal.addStep({
			...{ buyerId, from, actor },
			event: { type: 'offer-countered', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${offer.id}`,
		});
	},

	'withdraw-offer': (step) => end(step, 'withdrawn', 'offer-withdrawn'),
};

async function openOffer(
	{ deal: { tx, item, now }, buyerId, from }: Pick<Step, 'deal' | 'buyerId' | 'from'>,
	amount: number,
): Promise<{ id: number; expiresAt: string }> {
	const expiresAt = new Date(now.getTime() + DEAL_LIMITS.offerHours * 3_600_000);
	const id = await insertOffer(tx, {
		...{ itemId: item.id, buyerId, by: from, amount, expiresAt },
		askedPrice: item.price,
		createdAt: now,
	});
	return { id, expiresAt: expiresAt.toISOString() };
}

async function end(
	{ deal, buyerId, from, actor, pair }: Step,
	outcome: 'declined' | 'withdrawn',
	type: 'offer-declined' | 'offer-withdrawn',
): Promise<void> {
	const offer = requireOffer(pair);
	await endOffer(deal.tx, offer.id, outcome, deal.now);
	deal.addStep({
		...{ buyerId, from, actor },
		event: { type, amount: offer.amount, offerId: offer.id },
		subject: `offer ${offer.id}`,
	});
}

function requireOffer({ offer }: Step['pair']) {
	if (!offer) throw new Error('The action was allowed without an open offer.');
	return offer;
}
