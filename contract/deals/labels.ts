import type { DealAction, ReviewTag } from './facts.ts';

/** What pages call each tag of a review. */
export const REVIEW_TAG_LABELS: Record<ReviewTag, string> = {
	'as-described': 'As described',
	'on-time': 'On time',
	friendly: 'Friendly',
	'fair-price': 'Fair price',
	'not-as-described': 'Not as described',
	'late-or-absent': 'Late or absent',
	unfriendly: 'Unfriendly',
	'changed-the-price': 'Changed the price',
};

/** The message with which the server confirms each action. */
export const DEAL_ACTION_REPLIES: Record<DealAction, string> = {
	offer: 'Your offer is sent.',
	'accept-offer': 'Accepted. The item is reserved.',
	'decline-offer': 'The offer is declined.',
	'counter-offer': 'Your counter-offer is sent.',
	'withdraw-offer': 'Your offer is withdrawn.',
	reserve: 'The item is reserved.',
	release: 'The reservation is released.',
	'join-queue': 'You are in the queue.',
	'leave-queue': 'You have left the queue.',
	'take-turn': 'The item is reserved for you.',
	'pass-turn': 'You have passed.',
	'propose-handover': 'Your proposal is sent.',
	'accept-handover': 'The hand-over is agreed.',
	'cancel-handover': 'The hand-over is called off.',
	'handover-done': 'Thanks. The hand-over is noted.',
	'handover-no-deal': 'Thanks. The reservation has ended.',
	'handover-missed': 'Thanks. It is noted that they did not come.',
	'handover-contest': 'Thanks. The mark is gone.',
	'confirm-sale': 'Thanks. The deal is done.',
	'deny-sale': 'The seller is told that you did not get it.',
	review: 'Thanks. Your review is stored.',
	'reply-review': 'Your answer is stored.',
};
