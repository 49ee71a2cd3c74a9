import * as z from 'zod/mini';
import type { Room } from '#contract/chat/room-id.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, type DealAction } from '#contract/deals/facts.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { type Deal, type DealBodies, dealBodies, stepClientId } from '#contract/deals/schemas.ts';
import { refusalOf } from '#contract/deals/transitions.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { lockText } from '#server/db/locks.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { AppError, invalidInput } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import { requireBegun, requireSide } from './access.ts';
import { requireWithinBounds } from './bounds.ts';
import { changeDeals, openDeal } from './deal-transaction.ts';
import { settleIfDue } from './due.ts';
import { applyEffect } from './effects.ts';
import { findHandover, findOffer, findPair, type Pair, type PairKey } from './pair-queries.ts';
import { presentDeal } from './present.ts';
import { lockQueuesOf } from './queue-queries.ts';
import { isRepetition } from './repetition.ts';
import { isBlockedByOther, type PastReference, situationOf } from './situation.ts';
import { countStepsOfDay } from './step-queries.ts';
import type { DealDeps, DealTransaction, StepActor } from './steps.ts';

export interface ActDeps extends DealDeps {
	catalogue: Pick<Catalogue, 'current'>;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

interface StepRequest extends Room {
	action: DealAction;
	callerId: number;
	/** The request body, not parsed yet. */
	sent: unknown;
}

/**
 * Performs one step of a deal. A repeated request changes nothing and gets the current deal.
 * @throws AppError not_found for an item that is not public, and for a seller while the buyer has neither written nor
 * made a step; forbidden for other users; invalid for a body that cannot be parsed, or a value outside the limits;
 * conflict, with the current deal, for a step that is not possible now; too_many for a step that the two have made too
 * often
 */
export async function act(
	deps: ActDeps,
	{ itemId, buyerId, action, callerId, sent }: StepRequest,
): Promise<{ deal: Deal; message: string }> {
	const { body, clientId } = readBody(action, sent);
	const request = { ...body, ...(clientId && { clientId }) };
	// In a separate transaction, so that a refused step does not roll back what has ended by time.
	await settleIfDue(deps, [itemId]);
	const { spots } = deps.catalogue.current();
	let hasAdminNotification = false;
	const addAdminNotification = () => {
		hasAdminNotification = true;
	};
	const deal = await changeDeals(deps, { itemId, buyerId }, async (transaction) => {
		const { tx, item, now } = transaction;
		const role = requireSide(item, buyerId, callerId);
		// Before the pair is read, which has the number of queues: concurrent requests must not exceed the limit.
		if (action === 'join-queue') await lockQueuesOf(tx, buyerId);
		const pair = requireBegun(await findPair(tx, { item, buyerId, role }), role, item);
		const actor: StepActor = {
			id: callerId,
			action,
			body: request,
			isBlocked: isBlockedByOther(pair, role),
		};
		const present = (current: Pair) => presentDeal(item, buyerId, current, role, now);
		if (await isRepetition(transaction, { itemId, buyerId }, actor, pair, role))
			return present(pair);
		const pastReference = await findPastReference(transaction, { item, buyerId, role }, body, pair);
		const refusal =
			pastReference === 'unknown'
				? DEAL_ERRORS.notAvailable
				: refusalOf(action, situationOf(item, buyerId, pair, role, now, pastReference));
		if (refusal) throw new AppError('conflict', refusal, undefined, { deal: present(pair) });
		requireWithinBounds(action, body, { item, pair, now, timeZone: deps.timeZone, spots });
		if (action === 'reserve' || action === 'propose-handover')
			await requireFewRepetitions(transaction, buyerId, action);
		await openDeal(transaction, buyerId);
		const context = { transaction, buyerId, pair, actor, from: role, body, spots };
		await applyEffect(action, { ...context, addAdminNotification });
		return present(await findPair(tx, { item, buyerId, role }));
	});
	if (!deal) throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (hasAdminNotification) deps.adminChannel.publish({ what: 'notifications' });
	return { deal, message: DEAL_ACTION_REPLIES[action] };
}

/**
 * Limits the steps that somebody could repeat without end, each with a notification of the other.
 * @throws AppError too_many
 */
async function requireFewRepetitions(
	{ tx, item, now }: DealTransaction,
	buyerId: number,
	action: 'reserve' | 'propose-handover',
): Promise<void> {
	const people = [item.sellerId, buyerId] as const;
	// The item is locked, but the two may have deals about other items.
	await lockText(tx, `deals of ${people.toSorted((one, other) => one - other).join(' and ')}`);
	const count = await countStepsOfDay(tx, people, action, now);
	if (count >= DEAL_LIMITS.repeatedStepsPerDay) throw new AppError('too_many', DEAL_ERRORS.tooMany);
}

/** @throws AppError invalid with an issue for each field that cannot be read */
function readBody<Action extends DealAction>(
	action: Action,
	sent: unknown,
): { body: DealBodies[Action]; clientId: string | null | undefined } {
	const parsed = z.safeParse(dealBodies[action], sent);
	const id = z.safeParse(stepClientId, sent);
	if (parsed.success && id.success)
		return { body: parsed.data as DealBodies[Action], clientId: id.data.clientId };
	throw invalidInput([...(parsed.error?.issues ?? []), ...(id.error?.issues ?? [])]);
}

type AnyBody = DealBodies[DealAction];

/**
 * Reads an offer or hand-over that the body names and that is not the current one.
 * @returns an empty object if the body names none, or the current one; 'unknown' if the deal has no such hand-over, or
 * no such offer that has ended
 */
async function findPastReference(
	{ tx }: DealTransaction,
	key: PairKey,
	body: AnyBody,
	pair: Pair,
): Promise<PastReference | 'unknown'> {
	if ('offerId' in body && body.offerId !== pair.offer?.id) {
		const offer = await findOffer(tx, key, body.offerId);
		return offer?.outcome ? { offerOutcome: offer.outcome } : 'unknown';
	}
	if ('handoverId' in body && body.handoverId !== pair.handover?.id) {
		const handover = await findHandover(tx, key, body.handoverId);
		return handover ? { handover } : 'unknown';
	}
	return {};
}
