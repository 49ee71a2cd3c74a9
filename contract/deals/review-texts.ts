import { isolated } from '#contract/core/format.ts';
import type { DealRole } from './facts.ts';

/** What pages say about reviews and deals of a person. */
export const REVIEW_TEXTS = {
	heading: 'Reviews',
	newHere: 'New here',
	reliable: 'Reliable at hand-overs',
	completedDeals: (deals: number) =>
		deals === 1 ? '1 completed deal' : `${deals} completed deals`,
	rating: (rating: number) => `${rating} of 5 stars`,
	reviews: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
	answerOf: (userName: string) => `${isolated(userName)} answers`,
	report: 'Report',
	reportOf: (userName: string) => `Report the review by ${isolated(userName)}`,
	loadFailed: 'The reviews could not be loaded.',
} as const;

/** What the writer of a review was in the deal. */
export const REVIEWER_LABELS: Record<DealRole, string> = { buyer: 'Buyer', seller: 'Seller' };
