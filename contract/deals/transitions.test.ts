import { describe, expect, test } from 'vitest';
import type { DealErrorName } from './errors.ts';
import { DEAL_ERRORS } from './errors.ts';
import { DEAL_ACTIONS, DEAL_ROLES, type DealAction, type DealRole } from './facts.ts';
import type { DealSituation } from './situation.ts';
import { DEAL_TRANSITIONS, possibleActions, refusalOf } from './transitions.ts';

/** A deal before the first message of the buyer. */
const NEW_DEAL: Omit<DealSituation, 'role'> = {
	isBlocked: false,
	isRemoved: false,
	isBuyerConfirmed: true,
	hasBuyerBlocked: false,
	isSold: false,
	isPriceFixed: false,
	canBeOffered: true,
	hasWritten: false,
	offer: null,
	endedOffer: null,
	attemptsLeft: 3,
	reservedFor: null,
	turnOf: null,
	isInQueue: false,
	queuesLeft: 10,
	handover: null,
	endedHandover: null,
	missed: null,
	sale: null,
	review: null,
};
const OFFERED = { by: 'buyer', isCounter: false, canBeCountered: true } as const;
const COUNTERED = { by: 'seller', isCounter: true, canBeCountered: true } as const;
const PROPOSED = {
	isOwn: false,
	isAgreed: false,
	hasBegun: false,
	isOverdue: false,
	hasSaidDone: false,
	isSaidDone: false,
};
const AGREED = { ...PROPOSED, isAgreed: true };
const BEGUN = { ...AGREED, hasBegun: true };
const OVERDUE = { ...BEGUN, isOverdue: true };
const MISSED = { isAboutActor: true, isContested: false, isOver: false };
const COMPLETE = { isAnswered: true, isComplete: true };
const REVIEW = {
	isAgainstWill: false,
	isWritten: false,
	isOver: false,
	isOthersReadable: false,
	isAnswered: false,
};

type Changes = Partial<Omit<DealSituation, 'role'>>;
interface ExpectedActions {
	changes: Changes;
	buyer: DealAction[];
	seller: DealAction[];
}
const reserved: Changes = { hasWritten: true, reservedFor: 'this buyer' };

/** Situations, and the actions that are possible for each side. */
const SITUATIONS: Record<string, ExpectedActions> = {
	'the buyer has not written yet': { changes: {}, buyer: ['offer'], seller: [] },
	'the buyer has written': { changes: { hasWritten: true }, buyer: ['offer'], seller: ['reserve'] },
	'the price is fixed': {
		changes: { hasWritten: true, isPriceFixed: true },
		buyer: [],
		seller: ['reserve'],
	},
	'the price is too low for an offer in whole rupees': {
		changes: { hasWritten: true, canBeOffered: false },
		buyer: [],
		seller: ['reserve'],
	},
	'the buyer has no offers left': {
		changes: { hasWritten: true, attemptsLeft: 0, endedOffer: 'decided' },
		buyer: [],
		seller: ['reserve'],
	},
	'an offer is open': {
		changes: { hasWritten: true, offer: OFFERED, attemptsLeft: 2 },
		buyer: ['withdraw-offer'],
		seller: ['accept-offer', 'decline-offer', 'counter-offer', 'reserve'],
	},
	'an offer of the whole price is open': {
		changes: { hasWritten: true, offer: { ...OFFERED, canBeCountered: false } },
		buyer: ['withdraw-offer'],
		seller: ['accept-offer', 'decline-offer', 'reserve'],
	},
	'a counter-offer is open': {
		changes: { hasWritten: true, offer: COUNTERED },
		buyer: ['accept-offer', 'decline-offer'],
		seller: ['reserve'],
	},
	'an offer has lapsed': {
		changes: { hasWritten: true, endedOffer: 'lapsed', attemptsLeft: 2 },
		buyer: ['offer'],
		seller: ['reserve'],
	},
	'the item is reserved for the buyer': {
		changes: reserved,
		buyer: ['release', 'propose-handover'],
		seller: ['release', 'propose-handover'],
	},
	'the item is reserved for another buyer': {
		changes: { hasWritten: true, reservedFor: 'somebody else' },
		buyer: ['join-queue'],
		seller: [],
	},
	'the buyer already waits in ten other queues': {
		changes: { hasWritten: true, reservedFor: 'somebody else', queuesLeft: 0 },
		buyer: [],
		seller: [],
	},
	'the buyer waits in the queue': {
		changes: { hasWritten: true, reservedFor: 'somebody else', isInQueue: true },
		buyer: ['leave-queue'],
		seller: [],
	},
	'the buyer waits in the queue and another buyer has the turn': {
		changes: { hasWritten: true, turnOf: 'somebody else', isInQueue: true },
		buyer: ['leave-queue'],
		seller: ['reserve'],
	},
	'the buyer is at the front of the queue and has the turn': {
		changes: { hasWritten: true, turnOf: 'this buyer', isInQueue: true },
		buyer: ['take-turn', 'pass-turn'],
		seller: ['reserve'],
	},
	'the other side has proposed a hand-over': {
		changes: { ...reserved, handover: PROPOSED },
		buyer: ['release', 'propose-handover', 'accept-handover'],
		seller: ['release', 'propose-handover', 'accept-handover'],
	},
	'this side has proposed a hand-over': {
		changes: { ...reserved, handover: { ...PROPOSED, isOwn: true } },
		buyer: ['release', 'propose-handover'],
		seller: ['release', 'propose-handover'],
	},
	'a hand-over is agreed': {
		changes: { ...reserved, handover: AGREED },
		buyer: ['release', 'cancel-handover', 'handover-done'],
		seller: ['release', 'cancel-handover', 'handover-done'],
	},
	'the other side has said before the agreed time that it is done': {
		changes: { ...reserved, handover: { ...AGREED, isSaidDone: true } },
		buyer: ['handover-done'],
		seller: ['handover-done'],
	},
	'the agreed time of the hand-over has come': {
		changes: { ...reserved, handover: BEGUN },
		buyer: ['handover-done', 'handover-no-deal'],
		seller: ['handover-done', 'handover-no-deal'],
	},
	'the agreed time of the hand-over was a while ago': {
		changes: { ...reserved, handover: { ...OVERDUE, isSaidDone: true } },
		buyer: ['handover-done', 'handover-no-deal', 'handover-missed'],
		seller: ['handover-done', 'handover-no-deal', 'handover-missed'],
	},
	'this side has said that the hand-over is done': {
		changes: { ...reserved, handover: { ...OVERDUE, hasSaidDone: true, isSaidDone: true } },
		buyer: [],
		seller: [],
	},
	'the other side has said that this one did not come': {
		changes: { hasWritten: true, missed: MISSED, endedHandover: 'decided' },
		buyer: ['offer', 'handover-contest'],
		seller: ['reserve', 'handover-contest'],
	},
	'this side has said that the other did not come': {
		changes: { isSold: true, missed: { ...MISSED, isAboutActor: false } },
		buyer: [],
		seller: [],
	},
	'a missed hand-over can be contested, and the item is off the market': {
		changes: { isRemoved: true, missed: MISSED },
		buyer: ['handover-contest'],
		seller: ['handover-contest'],
	},
	'a hand-over is proposed after a missed one': {
		changes: { ...reserved, missed: MISSED, handover: { ...PROPOSED, isOwn: true } },
		buyer: ['release', 'propose-handover'],
		seller: ['release', 'propose-handover'],
	},
	'the reservation with its hand-over has expired': {
		changes: { hasWritten: true, endedHandover: 'lapsed' },
		buyer: ['offer'],
		seller: ['reserve'],
	},
	'a missed hand-over was reported': {
		changes: { hasWritten: true, endedHandover: 'decided' },
		buyer: ['offer'],
		seller: ['reserve'],
	},
	'the item is sold to another buyer': {
		changes: { hasWritten: true, isSold: true },
		buyer: [],
		seller: [],
	},
	'the seller has marked the item as sold to the buyer': {
		changes: { hasWritten: true, isSold: true, sale: { isAnswered: false, isComplete: false } },
		buyer: ['confirm-sale', 'deny-sale'],
		seller: [],
	},
	'the buyer has denied the sale': {
		changes: { hasWritten: true, isSold: true, sale: { isAnswered: true, isComplete: false } },
		buyer: [],
		seller: [],
	},
	'the sale is complete because the time to deny it is over': {
		changes: {
			hasWritten: true,
			isSold: true,
			review: REVIEW,
			sale: { isAnswered: false, isComplete: true },
		},
		buyer: ['review'],
		seller: ['review'],
	},
	'the deal is complete': {
		changes: { hasWritten: true, isSold: true, sale: COMPLETE, review: REVIEW },
		buyer: ['review'],
		seller: ['review'],
	},
	'the deal is complete and one side has blocked the other': {
		changes: {
			hasWritten: true,
			isSold: true,
			isBlocked: true,
			sale: COMPLETE,
			review: REVIEW,
		},
		buyer: ['review'],
		seller: ['review'],
	},
	'the deal is complete without the consent of the person to be reviewed, across a block': {
		changes: {
			isSold: true,
			isBlocked: true,
			sale: COMPLETE,
			review: { ...REVIEW, isAgainstWill: true },
		},
		buyer: [],
		seller: [],
	},
	'this side has written its review': {
		changes: { isSold: true, sale: COMPLETE, review: { ...REVIEW, isWritten: true } },
		buyer: [],
		seller: [],
	},
	'both sides have written their reviews': {
		changes: {
			isSold: true,
			sale: COMPLETE,
			review: { ...REVIEW, isWritten: true, isOthersReadable: true },
		},
		buyer: ['reply-review'],
		seller: ['reply-review'],
	},
	'this side has answered the review of the other side': {
		changes: {
			isSold: true,
			sale: COMPLETE,
			review: { ...REVIEW, isWritten: true, isOthersReadable: true, isAnswered: true },
		},
		buyer: [],
		seller: [],
	},
	'the time for reviews is over': {
		changes: { isSold: true, sale: COMPLETE, review: { ...REVIEW, isOver: true } },
		buyer: [],
		seller: [],
	},
	'this side has blocked the other': {
		changes: { ...reserved, isBlocked: true, offer: OFFERED, handover: OVERDUE },
		buyer: [],
		seller: [],
	},
	'the buyer has blocked the seller, seen by the seller': {
		changes: { hasWritten: true, hasBuyerBlocked: true, attemptsLeft: 0 },
		buyer: [],
		seller: [],
	},
	'the buyer, without a confirmed address, has not written': {
		changes: { reservedFor: 'somebody else', isBuyerConfirmed: false },
		buyer: [],
		seller: [],
	},
	'the buyer, without a confirmed address, has written': {
		changes: { reservedFor: 'somebody else', isBuyerConfirmed: false, hasWritten: true },
		buyer: ['join-queue'],
		seller: [],
	},
};

const situationFor = (role: DealRole, changes: Changes = {}): DealSituation => ({
	...NEW_DEAL,
	role,
	...changes,
});

describe.each(DEAL_ROLES)('possible actions of a %s in a deal', (role) => {
	test.each(Object.entries(SITUATIONS))(
		'a side of a deal is offered only the allowed actions when %s',
		(_, { changes, ...expected }) => {
			expect(possibleActions(situationFor(role, changes))).toEqual(expected[role]);
		},
	);
});

test('an action is offered only if all its requirements are met; its error names the first unmet requirement', () => {
	for (const { changes } of Object.values(SITUATIONS)) {
		for (const role of DEAL_ROLES) {
			const situation = situationFor(role, changes);
			for (const action of DEAL_ACTIONS) {
				const { by, requires } = DEAL_TRANSITIONS[action];
				const unmet = requires.find(({ isMet }) => !isMet(situation))?.error;
				const expected = by.includes(role) ? unmet : 'notAvailable';

				const refusal = refusalOf(action, situation);

				expect(refusal?.code, action).toBe(expected && DEAL_ERRORS[expected].code);
				expect(possibleActions(situation).includes(action), action).toBe(refusal === undefined);
			}
		}
	}
});

/** Refusals whose order or error the rules define: role, action, situation and error. */
const REFUSALS: [DealRole, DealAction, Changes, DealErrorName][] = [
	['seller', 'offer', {}, 'notAvailable'],
	['buyer', 'offer', { isBlocked: true, isSold: true }, 'notAvailable'],
	['buyer', 'offer', { isSold: true, isPriceFixed: true }, 'itemSold'],
	['buyer', 'offer', { isPriceFixed: true, reservedFor: 'somebody else' }, 'priceFixed'],
	['buyer', 'offer', { reservedFor: 'somebody else', attemptsLeft: 0 }, 'reservedForOther'],
	['buyer', 'offer', { turnOf: 'somebody else' }, 'reservedForOther'],
	['buyer', 'offer', { turnOf: 'this buyer', isInQueue: true }, 'notAvailable'],
	['buyer', 'offer', { attemptsLeft: 0 }, 'noAttemptsLeft'],
	['seller', 'accept-offer', { endedOffer: 'decided', isSold: true }, 'alreadyDecided'],
	['seller', 'accept-offer', { endedOffer: 'lapsed', isSold: true }, 'itemSold'],
	['seller', 'accept-offer', { endedOffer: 'lapsed' }, 'offerLapsed'],
	['buyer', 'accept-offer', { offer: OFFERED }, 'notAvailable'],
	['seller', 'counter-offer', { offer: COUNTERED }, 'alreadyDecided'],
	['buyer', 'withdraw-offer', { offer: COUNTERED }, 'notAvailable'],
	['seller', 'reserve', { reservedFor: 'somebody else' }, 'reservedForOther'],
	['seller', 'release', { ...reserved, handover: BEGUN }, 'notAvailable'],
	['buyer', 'take-turn', {}, 'noTurn'],
	['buyer', 'take-turn', { turnOf: 'somebody else' }, 'noTurn'],
	['buyer', 'pass-turn', { reservedFor: 'somebody else' }, 'reservedForOther'],
	['buyer', 'propose-handover', { ...reserved, handover: AGREED }, 'alreadyDecided'],
	['buyer', 'accept-handover', { ...reserved, handover: AGREED }, 'alreadyDecided'],
	['buyer', 'cancel-handover', { ...reserved, handover: PROPOSED }, 'notAgreed'],
	['buyer', 'cancel-handover', { ...reserved, handover: BEGUN }, 'windowOver'],
	['buyer', 'handover-done', reserved, 'notAgreed'],
	[
		'buyer',
		'cancel-handover',
		{ ...reserved, handover: { ...AGREED, isSaidDone: true } },
		'alreadyDecided',
	],
	['buyer', 'release', { ...reserved, handover: { ...AGREED, isSaidDone: true } }, 'notAvailable'],
	['buyer', 'handover-no-deal', { ...reserved, handover: AGREED }, 'notAvailable'],
	['buyer', 'handover-missed', { ...reserved, handover: BEGUN }, 'notAvailable'],
	[
		'buyer',
		'handover-missed',
		{ ...reserved, handover: { ...OVERDUE, hasSaidDone: true } },
		'alreadyDecided',
	],
	['buyer', 'handover-contest', {}, 'notAvailable'],
	['buyer', 'handover-contest', { missed: MISSED, isBlocked: true }, 'notAvailable'],
	['buyer', 'handover-contest', { missed: { ...MISSED, isContested: true } }, 'alreadyDecided'],
	['seller', 'handover-contest', { missed: { ...MISSED, isOver: true } }, 'windowOver'],
	['buyer', 'handover-done', { endedHandover: 'decided' }, 'alreadyDecided'],
	['buyer', 'handover-missed', { endedHandover: 'lapsed' }, 'windowOver'],
	['buyer', 'handover-done', { isSold: true, handover: BEGUN }, 'itemSold'],
	['buyer', 'confirm-sale', {}, 'notAvailable'],
	['buyer', 'deny-sale', { sale: COMPLETE }, 'alreadyDecided'],
	['buyer', 'deny-sale', { sale: { isAnswered: false, isComplete: true } }, 'windowOver'],
	['seller', 'review', {}, 'notAvailable'],
	['seller', 'review', { review: { ...REVIEW, isWritten: true, isOver: true } }, 'alreadyDecided'],
	['seller', 'review', { review: { ...REVIEW, isOver: true } }, 'windowOver'],
	['seller', 'reply-review', { review: REVIEW }, 'notAvailable'],
	[
		'seller',
		'reply-review',
		{ review: { ...REVIEW, isOthersReadable: true, isAnswered: true } },
		'alreadyDecided',
	],
];

test.each(REFUSALS)(
	'for a %s, the action "%s" in the situation %o is refused with the error %s',
	(role, action, changes, error) => {
		const { code } = DEAL_ERRORS[error];
		const refusal = refusalOf(action, situationFor(role, changes));
		expect(refusal).toMatchObject({ code });
		// Nothing of the seller's is 'reserved for someone else', who joins no queue.
		if (role === 'seller') expect(refusal?.message).not.toMatch(/someone else|queue/);
	},
);
