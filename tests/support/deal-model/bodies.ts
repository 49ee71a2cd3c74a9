import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import { type Handover, isSeenBy, type Offer, type Pair } from './state.ts';

/** The fields of the request bodies of all actions. */
export type AnyBody = Partial<
	DealBodies['offer'] &
		DealBodies['accept-offer'] &
		DealBodies['reserve'] &
		DealBodies['release'] &
		DealBodies['propose-handover'] &
		DealBodies['accept-handover'] &
		Omit<DealBodies['review'], 'text'>
> & { text?: string };

/** A request for an action in a deal. */
export interface Request {
	action: DealAction;
	body: AnyBody;
	/** The slots of the body, in hours of the model. */
	slots: number[];
}

/** The offer that a body names; undefined if it names none. */
export function namedOffer(
	{ offers }: Pair,
	{ offerId }: AnyBody,
	role: DealRole,
): Offer | 'unknown' | undefined {
	if (offerId === undefined) return undefined;
	return offers.filter(isSeenBy(role)).find(({ id }) => id === offerId) ?? 'unknown';
}

/** The hand-over that a body names; undefined if it names none. */
export function namedHandover(
	{ reservations }: Pair,
	{ handoverId }: AnyBody,
): Handover | 'unknown' | undefined {
	if (handoverId === undefined) return undefined;
	const all = reservations.flatMap(({ handovers }) => handovers);
	return all.find(({ id }) => id === handoverId) ?? 'unknown';
}
