import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { endOffer, insertOffer } from './offer-queries.ts';
import { reserveFor } from './reservation-effects.ts';
import type { ActionContext, Effects } from './steps.ts';

type OfferAction = 'offer' | 'accept-offer' | 'decline-offer' | 'counter-offer' | 'withdraw-offer';

/** The functions that carry out the actions on an offer. Each writes its rows and adds the step. */
export const offerEffects: Effects<OfferAction> = {
	async offer(context) {
		const { id, expiresAt } = await openOffer(context, context.body.amount);
		const { deal, buyerId, from, actor, body } = context;
		deal.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'offer-made', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${id}`,
		});
	},

	async 'accept-offer'({ deal, buyerId, from, actor, pair }) {
		const offer = requireOffer(pair);
		await endOffer(deal.tx, offer.id, 'accepted', deal.now);
		const { until } = await reserveFor(deal, buyerId, offer.amount, DEAL_LIMITS.reservationHours);
		deal.addStep({
			buyerId,
			from,
			actor,
			event: {
				type: 'offer-accepted',
				amount: offer.amount,
				offerId: offer.id,
				until: until.toISOString(),
			},
			subject: `offer ${offer.id}`,
		});
	},

	'decline-offer': (context) => endOpenOffer(context, 'declined', 'offer-declined'),

	async 'counter-offer'(context) {
		const { deal, buyerId, from, actor, body, pair } = context;
		const offer = requireOffer(pair);
		await endOffer(deal.tx, offer.id, 'countered', deal.now);
		const { id, expiresAt } = await openOffer(context, body.amount);
		deal.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'offer-countered', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${offer.id}`,
		});
	},

	'withdraw-offer': (context) => endOpenOffer(context, 'withdrawn', 'offer-withdrawn'),
};

async function openOffer(
	{ deal: { tx, item, now }, buyerId, from }: Pick<ActionContext, 'deal' | 'buyerId' | 'from'>,
	amount: number,
): Promise<{ id: number; expiresAt: string }> {
	const expiresAt = new Date(now.getTime() + DEAL_LIMITS.offerHours * 3_600_000);
	const id = await insertOffer(tx, {
		itemId: item.id,
		buyerId,
		by: from,
		amount,
		expiresAt,
		askedPrice: item.price,
		createdAt: now,
	});
	return { id, expiresAt: expiresAt.toISOString() };
}

async function endOpenOffer(
	{ deal, buyerId, from, actor, pair }: ActionContext,
	outcome: 'declined' | 'withdrawn',
	type: 'offer-declined' | 'offer-withdrawn',
): Promise<void> {
	const offer = requireOffer(pair);
	await endOffer(deal.tx, offer.id, outcome, deal.now);
	deal.addStep({
		buyerId,
		from,
		actor,
		event: { type, amount: offer.amount, offerId: offer.id },
		subject: `offer ${offer.id}`,
	});
}

function requireOffer({ offer }: ActionContext['pair']) {
	if (!offer) throw new Error('The action was allowed without an open offer.');
	return offer;
}
