import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { startTurn } from './queue.ts';
import { endPlace, insertPlace } from './queue-queries.ts';
import { reserveFor } from './reservation-effects.ts';
import type { ActionContext, Effects } from './steps.ts';

/** The functions that carry out the actions of a buyer in the queue. Each writes its rows and adds the step. */
export const queueEffects: Effects<'join-queue' | 'leave-queue' | 'take-turn' | 'pass-turn'> = {
	async 'join-queue'({ transaction, buyerId, from, actor, pair }) {
		const { tx, item, now } = transaction;
		const id = await insertPlace(tx, {
			itemId: item.id,
			buyerId,
			joinedAt: now,
			isWithheld: actor.isBlocked,
		});
		transaction.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'queue-joined', place: pair.queueLength + 1 },
			subject: `queue ${id}`,
		});
	},

	'leave-queue': (context) => endOwnPlace(context, 'left', 'queue-left'),

	async 'take-turn'(context) {
		const { transaction, buyerId, from, actor } = context;
		const { id } = requirePlace(context.pair);
		await endPlace(transaction.tx, id, 'taken', transaction.now);
		const amount = transaction.item.price;
		const { until } = await reserveFor(transaction, buyerId, amount, DEAL_LIMITS.reservationHours);
		transaction.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'reserved', amount, until: until.toISOString() },
			subject: `queue ${id}`,
		});
	},

	async 'pass-turn'(context) {
		await endOwnPlace(context, 'passed', 'turn-passed');
		// If nobody else waits, the item is on sale again, of which this buyer is not notified.
		await startTurn(context.transaction, context.transaction.now, context.buyerId);
	},
};

async function endOwnPlace(
	{ transaction, buyerId, from, actor, pair }: ActionContext,
	outcome: 'left' | 'passed',
	type: 'queue-left' | 'turn-passed',
): Promise<void> {
	const { id, isWithheld } = requirePlace(pair);
	await endPlace(transaction.tx, id, outcome, transaction.now);
	transaction.addStep({
		buyerId,
		from,
		actor,
		event: { type },
		subject: `queue ${id}`,
		isWithheld,
	});
}

function requirePlace({ place }: ActionContext['pair']) {
	if (!place) throw new Error('The action was allowed without a place in the queue.');
	return place;
}
