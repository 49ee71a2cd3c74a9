import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { endOffer, insertOffer } from './offer-queries.ts';
import { reserveFor } from './reservation-effects.ts';
import type { ActionContext, Effects } from './steps.ts';

type OfferAction = 'offer' | 'accept-offer' | 'decline-offer' | 'counter-offer' | 'withdraw-offer';

/** The functions that carry out the actions on an offer. Each writes its rows and adds the step. */
export const offerEffects: Effects<OfferAction> = {
	async offer(context) {
		const { id, expiresAt } = await openOffer(context, context.body.amount);
		const { transaction, buyerId, from, actor, body } = context;
		transaction.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'offer-made', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${id}`,
		});
	},

	async 'accept-offer'({ transaction, buyerId, from, actor, pair }) {
		const offer = requireOffer(pair);
		await endOffer(transaction.tx, offer.id, 'accepted', transaction.now);
		const { until } = await reserveFor(
			transaction,
			buyerId,
			offer.amount,
			DEAL_LIMITS.reservationHours,
		);
		transaction.addStep({
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
		const { transaction, buyerId, from, actor, body, pair } = context;
		const offer = requireOffer(pair);
		await endOffer(transaction.tx, offer.id, 'countered', transaction.now);
		const { id, expiresAt } = await openOffer(context, body.amount);
		transaction.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'offer-countered', amount: body.amount, offerId: id, expiresAt },
			subject: `offer ${offer.id}`,
			offered: offer.amount,
		});
	},

	'withdraw-offer': (context) => endOpenOffer(context, 'withdrawn', 'offer-withdrawn'),
};

async function openOffer(
	{
		transaction: { tx, item, now },
		buyerId,
		from,
		actor,
	}: Pick<ActionContext, 'transaction' | 'buyerId' | 'from' | 'actor'>,
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
		isWithheld: actor.isBlocked,
	});
	return { id, expiresAt: expiresAt.toISOString() };
}

async function endOpenOffer(
	{ transaction, buyerId, from, actor, pair }: ActionContext,
	outcome: 'declined' | 'withdrawn',
	type: 'offer-declined' | 'offer-withdrawn',
): Promise<void> {
	const offer = requireOffer(pair);
	await endOffer(transaction.tx, offer.id, outcome, transaction.now);
	transaction.addStep({
		buyerId,
		from,
		actor,
		event: { type, amount: offer.amount, offerId: offer.id },
		subject: `offer ${offer.id}`,
		isWithheld: offer.isWithheld,
	});
}

function requireOffer({ offer }: ActionContext['pair']) {
	if (!offer) throw new Error('The action was allowed without an open offer.');
	return offer;
}
