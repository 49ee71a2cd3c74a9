import * as z from 'zod/mini';
import { id, idWithMessage, list, text, toPlainText } from '#contract/core/schemas.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { hasWholePaise } from '#contract/items/price.ts';
import { DEAL_INPUT_ERRORS } from './errors.ts';
import { handoverSpot } from './events.ts';
import { DEAL_ACTIONS, DEAL_LIMITS, DEAL_ROLES, type DealAction, REVIEW_TAGS } from './facts.ts';

export const dealParams = z.object({ itemId: id, buyerId: id });
export const dealActionParams = z.object({
	itemId: id,
	buyerId: id,
	action: z.enum(DEAL_ACTIONS, DEAL_INPUT_ERRORS.badAction.message),
});

/** A review as the two people of the deal see it. */
export const dealReview = z.object({
	stars: z.int(),
	tags: z.array(z.enum(REVIEW_TAGS)),
	text: z.nullable(z.string()),
	answer: z.nullable(z.object({ text: z.string(), createdAt: z.iso.datetime() })),
	createdAt: z.iso.datetime(),
});
export type DealReview = z.infer<typeof dealReview>;

/** The deal between an item's seller and one buyer, as one of the two sees it. */
export const deal = z.object({
	itemId: z.int(),
	buyerId: z.int(),
	sellerId: z.int(),
	/** The role of the reader. */
	role: z.enum(DEAL_ROLES),
	/** Rupees. */
	askedPrice: z.number(),
	/** The open offer; null if there is none. */
	offer: z.nullable(
		z.object({
			id: z.int(),
			amount: z.int(),
			by: z.enum(DEAL_ROLES),
			expiresAt: z.iso.datetime(),
			isCounter: z.boolean(),
		}),
	),
	/** Offers that the buyer can still make at this price. */
	attemptsLeft: z.int(),
	/** Queues that the buyer can still join; null for the seller. */
	queuesLeft: z.nullable(z.int()),
	/** Rupees: each amount that was accepted since the item was put on sale, the newest first. */
	acceptedAmounts: z.array(z.number()),
	reservation: z.nullable(
		z.object({ amount: z.number(), until: z.iso.datetime(), startedAt: z.iso.datetime() }),
	),
	/** Null while the item is neither reserved nor left to a buyer of the queue for their turn. */
	queue: z.nullable(
		z.object({
			/** The buyer's place, from 1; null if the buyer is not in the queue. */
			place: z.nullable(z.int()),
			length: z.int(),
			/** End of the buyer's turn; null if it is not the buyer's turn. */
			turnUntil: z.nullable(z.iso.datetime()),
		}),
	),
	/**
	 * The newest proposal for a hand-over of this reservation; null if there is none, or once it is called off. While
	 * `handover-contest` is possible, the hand-over that it is about.
	 */
	handover: z.nullable(
		z.object({
			id: z.int(),
			proposedBy: z.enum(DEAL_ROLES),
			spot: handoverSpot,
			slots: z.array(z.iso.datetime()),
			agreedSlot: z.nullable(z.iso.datetime()),
			/** What each side said about whether the hand-over took place; null for a side that has said nothing yet. */
			done: z.object({ buyer: z.nullable(z.boolean()), seller: z.nullable(z.boolean()) }),
		}),
	),
	sale: z.nullable(
		z.object({
			/** Rupees. */
			price: z.number(),
			soldAt: z.iso.datetime(),
			/** Whether the buyer says that they got the item; 'waiting' without an answer, even when the sale is complete. */
			confirmed: z.enum(['yes', 'no', 'waiting']),
			completedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/**
	 * The two reviews of the newest complete sale. Null until a sale is complete, and without any review also once the item
	 * was put on sale again.
	 */
	review: z.nullable(
		z.object({
			/** Id of the sale; the steps of its reviews have this id, too. */
			saleId: z.int(),
			mine: z.nullable(dealReview),
			/** Null until the review is published, and once an administrator has hidden the review. */
			theirs: z.nullable(dealReview),
			/** Whether both have written, or the time for writing is over. */
			isPublished: z.boolean(),
			/** Until when the two can write. */
			until: z.iso.datetime(),
		}),
	),
	/** What the reader can do now; pages draw their buttons from this list. */
	actions: z.array(z.enum(DEAL_ACTIONS)),
});
export type Deal = z.infer<typeof deal>;

/*
 * Bodies of the actions. The schemas check types, formats and the lengths of lists only. Bounds of amounts and texts are
 * checked after the deal's state (server/features/deals/bounds.ts). A null means the same as a missing field.
 */

const amount = z.number(DEAL_INPUT_ERRORS.amountMissing.message);
const offerId = idWithMessage(DEAL_INPUT_ERRORS.offerId.message);
const handoverId = idWithMessage(DEAL_INPUT_ERRORS.handoverId.message);
/** A text of any length: its limit is checked after the deal's state. */
const anyText = (message: string, clean?: (value: string) => string) =>
	text(0, Number.MAX_SAFE_INTEGER, message, clean);

/** A time with a UTC offset, converted to UTC. */
const time = (message: string) =>
	z.pipe(
		z.iso.datetime({ offset: true, error: message }),
		z.transform((value: string) => new Date(value).toISOString()),
	);

/** An optional text: null, an absent field and an empty text all become undefined. */
const optionalText = (message: string, clean?: (value: string) => string) =>
	z.pipe(
		z.optional(z.nullable(anyText(message, clean))),
		z.transform((value: string | null | undefined) => value || undefined),
	);

/**
 * A field that every action accepts: an id that a page makes for each press of a button. A request with the id of an
 * earlier one by the same person is a repetition, which changes nothing. Without an id, each request is a new step.
 */
export const stepClientId = z.object({
	clientId: z.optional(z.nullable(z.uuid(DEAL_INPUT_ERRORS.badClientId.message))),
});

const emptyBody = z.object({});
const offerIdBody = z.object({ offerId });
const handoverIdBody = z.object({ handoverId });

export const dealBodies = {
	offer: z.object({ amount }),
	'counter-offer': z.object({ amount }),
	'accept-offer': offerIdBody,
	'decline-offer': offerIdBody,
	'withdraw-offer': offerIdBody,
	reserve: z.object({
		hours: z.number(DEAL_INPUT_ERRORS.hours.message),
		amount: z.pipe(
			z.optional(z.nullable(z.number(DEAL_INPUT_ERRORS.reservedAmount.message))),
			z.transform((value: number | null | undefined) => value ?? undefined),
		),
	}),
	release: z.object({ reason: optionalText(DEAL_INPUT_ERRORS.reason.message) }),
	'join-queue': emptyBody,
	'leave-queue': emptyBody,
	'take-turn': emptyBody,
	'pass-turn': emptyBody,
	'propose-handover': z
		.object({
			/** Of the catalogue's spots; or `place`, never both. */
			spotId: z.pipe(
				z.optional(z.nullable(idWithMessage(DEAL_INPUT_ERRORS.spot.message))),
				z.transform((value: number | null | undefined) => value ?? undefined),
			),
			/** A place in own words, which only the two see. */
			place: optionalText(DEAL_INPUT_ERRORS.place.message, toPlainText),
			slots: list(
				time(DEAL_INPUT_ERRORS.slots.message),
				DEAL_LIMITS.slotsMax,
				DEAL_INPUT_ERRORS.slots.message,
			),
		})
		.check(
			z.refine(({ spotId, place }) => (spotId === undefined) !== (place === undefined), {
				error: DEAL_INPUT_ERRORS.spotOrPlace.message,
				path: ['spotId'],
			}),
		),
	'accept-handover': z.object({ handoverId, slot: time(DEAL_INPUT_ERRORS.slot.message) }),
	'cancel-handover': handoverIdBody,
	'handover-done': handoverIdBody,
	'handover-no-deal': handoverIdBody,
	'handover-missed': handoverIdBody,
	'handover-contest': handoverIdBody,
	'confirm-sale': emptyBody,
	'deny-sale': emptyBody,
	review: z.object({
		stars: z.number(DEAL_INPUT_ERRORS.stars.message),
		tags: list(
			z.enum(REVIEW_TAGS, DEAL_INPUT_ERRORS.tags.message),
			DEAL_LIMITS.tagsMax,
			DEAL_INPUT_ERRORS.tags.message,
		),
		text: optionalText(DEAL_INPUT_ERRORS.reviewText.message),
	}),
	'reply-review': z.object({ text: anyText(DEAL_INPUT_ERRORS.answerText.message) }),
} satisfies Record<DealAction, z.ZodMiniType>;
export type DealBodies = { [Action in DealAction]: z.output<(typeof dealBodies)[Action]> };

/** Fields of the body of `mark-as-sold`; both may be missing. */
export const saleFields = {
	/** A user who has written about the item, or taken a step of a deal; missing if somebody else bought it. */
	buyerId: z.optional(z.nullable(id)),
	/** Rupees. If missing: the amount agreed with the buyer, or the asking price; without a buyer it stays unknown. */
	price: z.optional(
		z.nullable(
			z
				.number(DEAL_INPUT_ERRORS.salePrice.message)
				.check(
					z.minimum(0, DEAL_INPUT_ERRORS.salePrice.message),
					z.maximum(ITEM_LIMITS.priceMax, DEAL_INPUT_ERRORS.salePrice.message),
					z.refine(hasWholePaise, DEAL_INPUT_ERRORS.salePrice.message),
				),
		),
	),
};

/** A person in the queue for an item. */
export const queueEntry = z.object({
	place: z.int(),
	userId: z.int(),
	userName: z.string(),
	joinedAt: z.iso.datetime(),
	turnUntil: z.nullable(z.iso.datetime()),
});
export type QueueEntry = z.infer<typeof queueEntry>;

/** A published review on a person's page. */
export const personReview = z.object({
	id: z.int(),
	stars: z.int(),
	tags: z.array(z.enum(REVIEW_TAGS)),
	text: z.nullable(z.string()),
	answer: z.nullable(z.object({ text: z.string(), createdAt: z.iso.datetime() })),
	by: z.object({
		/** Null for a deleted account. */
		id: z.nullable(z.int()),
		userName: z.string(),
		/** Set if the writer is suspended, and so has no public page. */
		hasPage: z.optional(z.literal(false)),
	}),
	/** The writer's role in the deal. */
	role: z.enum(DEAL_ROLES),
	createdAt: z.iso.datetime(),
});
export type PersonReview = z.infer<typeof personReview>;

/** Fields of a person's public page about their deals. */
export const personDeals = {
	/** Number of completed deals. */
	deals: z.int(),
	/** One decimal; null below `DEAL_LIMITS.ratedFrom` published reviews. */
	rating: z.nullable(z.number()),
	reviewCount: z.int(),
	isReliable: z.boolean(),
};
