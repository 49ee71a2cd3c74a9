import type { DealAction } from '#contract/deals/facts.ts';
import type { DemoStudentKey } from './people.ts';

/**
 * A step of a demo deal: an action, a first message ('writes'), that the seller marks the item as sold to the buyer
 * ('sell'), or that the time of the agreed hand-over passes ('meet').
 */
export interface DemoStep {
	buyer: DemoStudentKey;
	by: 'buyer' | 'seller';
	does: DealAction | 'writes' | 'sell' | 'meet';
	/** The body of the action's request. */
	body?: object;
	/** The name of the hand-over spot, for a step that proposes a hand-over. */
	spot?: string;
	/** Instead of a spot, a place in own words. */
	place?: string;
}

/** A deal about an item, or several buyers' deals about the same item, as a list of steps. */
export interface DemoDeal {
	itemTitle: string;
	seller: DemoStudentKey;
	steps: readonly DemoStep[];
	/** For a completed deal: how many days ago it was completed. */
	daysAgo?: number;
}

/** Returns a function that creates a step of this side in the deal with a buyer. */
const stepBy =
	(side: 'buyer' | 'seller') =>
	(
		buyer: DemoStudentKey,
		does: DemoStep['does'],
		more: Pick<DemoStep, 'body' | 'spot' | 'place'> = {},
	): DemoStep => ({
		buyer,
		by: side,
		does,
		...more,
	});
/** Creates a step that the given buyer takes. */
const byBuyer = stepBy('buyer');
/** Creates a step that the seller takes in the deal with the given buyer. */
const bySellerTo = stepBy('seller');

/** A sale that was completed `daysAgo` days ago, after which each side has reviewed the other. */
function completedSale(
	itemTitle: string,
	seller: DemoStudentKey,
	buyer: DemoStudentKey,
	daysAgo: number,
	reviewOfSeller: object,
	reviewOfBuyer: object,
): DemoDeal {
	return {
		itemTitle,
		seller,
		daysAgo,
		steps: [
			byBuyer(buyer, 'writes'),
			bySellerTo(buyer, 'sell'),
			byBuyer(buyer, 'confirm-sale'),
			byBuyer(buyer, 'review', { body: reviewOfSeller }),
			bySellerTo(buyer, 'review', { body: reviewOfBuyer }),
		],
	};
}

/** Deals in their main states, from a first offer to a reviewed sale. */
export const DEMO_DEALS: readonly DemoDeal[] = [
	{
		itemTitle: 'Casio fx-991ES Plus calculator, two years old',
		seller: 'ananya',
		steps: [byBuyer('rohit', 'offer', { body: { amount: 500 } })],
	},
	{
		itemTitle: 'Digital multimeter with probes',
		seller: 'debjani',
		steps: [
			byBuyer('ananya', 'offer', { body: { amount: 320 } }),
			bySellerTo('ananya', 'counter-offer', { body: { amount: 400 } }),
		],
	},
	{
		itemTitle: 'Arduino Uno R3 starter kit',
		seller: 'karthik',
		steps: [
			byBuyer('ananya', 'offer', { body: { amount: 900 } }),
			bySellerTo('ananya', 'accept-offer'),
			bySellerTo('ananya', 'propose-handover', { spot: 'Central library steps' }),
		],
	},
	{
		itemTitle: 'Study table with two drawers',
		seller: 'ananya',
		steps: [
			byBuyer('fatima', 'writes'),
			bySellerTo('fatima', 'reserve', { body: { hours: 120 } }),
			byBuyer('lalrin', 'join-queue'),
			byBuyer('swati', 'join-queue'),
			byBuyer('nidhi', 'join-queue'),
			bySellerTo('fatima', 'propose-handover', { spot: 'Main gate' }),
			byBuyer('fatima', 'accept-handover'),
		],
	},
	{
		itemTitle: 'Office chair with wheels',
		seller: 'joel',
		steps: [
			byBuyer('rohit', 'writes'),
			bySellerTo('rohit', 'reserve', { body: { hours: 24 } }),
			byBuyer('ananya', 'join-queue'),
			byBuyer('bhavesh', 'join-queue'),
			byBuyer('rohit', 'release', { body: { reason: 'I found one in my hostel.' } }),
		],
	},
	{
		itemTitle: 'Full-length mirror',
		seller: 'fatima',
		steps: [
			byBuyer('nidhi', 'offer', { body: { amount: 500 } }),
			bySellerTo('nidhi', 'decline-offer'),
		],
	},
	{
		itemTitle: 'Wildcraft backpack, 40 L',
		seller: 'tenzin',
		steps: [byBuyer('ananya', 'writes'), bySellerTo('ananya', 'sell')],
	},
	{
		itemTitle: 'LG 22 inch IPS monitor, full HD',
		seller: 'harpreet',
		steps: [
			byBuyer('rohit', 'writes'),
			bySellerTo('rohit', 'reserve', { body: { hours: 48 } }),
			bySellerTo('rohit', 'propose-handover', { place: 'Hostel 4, room 214: it is heavy' }),
			byBuyer('rohit', 'accept-handover'),
		],
	},
	{
		itemTitle: 'Cracking the Coding Interview',
		seller: 'joel',
		steps: [
			byBuyer('karthik', 'offer', { body: { amount: 400 } }),
			bySellerTo('karthik', 'accept-offer'),
			bySellerTo('karthik', 'propose-handover', { spot: 'Main gate' }),
			byBuyer('karthik', 'accept-handover'),
			byBuyer('karthik', 'meet'),
		],
	},
	{
		itemTitle: 'Oppenheim, Signals and Systems',
		seller: 'tenzin',
		steps: [
			byBuyer('swati', 'writes'),
			bySellerTo('swati', 'reserve', { body: { hours: 24 } }),
			byBuyer('swati', 'propose-handover', { spot: 'Central library steps' }),
			bySellerTo('swati', 'accept-handover'),
			bySellerTo('swati', 'meet'),
			bySellerTo('swati', 'handover-missed'),
		],
	},
	{
		itemTitle: 'Two SanDisk pendrives, 64 GB and 32 GB',
		seller: 'swati',
		steps: [
			byBuyer('bhavesh', 'offer', { body: { amount: 300 } }),
			byBuyer('bhavesh', 'withdraw-offer'),
		],
	},
	{
		itemTitle: 'Yonex badminton racket with shuttles',
		seller: 'tenzin',
		steps: [byBuyer('nidhi', 'writes'), bySellerTo('nidhi', 'sell'), byBuyer('nidhi', 'deny-sale')],
	},
	completedSale(
		'Tool kit: drivers, pliers, tester',
		'joel',
		'ananya',
		12,
		{
			stars: 5,
			tags: ['as-described', 'on-time', 'friendly'],
			text: 'Everything works, even the tester.',
		},
		{ stars: 5, tags: ['on-time'] },
	),
	completedSale(
		'Flash cards for OS, DBMS and networks',
		'joel',
		'nidhi',
		9,
		{
			stars: 4,
			tags: ['as-described', 'fair-price'],
			text: 'A few cards are missing, he said so before.',
		},
		{ stars: 5, tags: ['friendly'] },
	),
	completedSale(
		'Navathe, Fundamentals of Database Systems',
		'joel',
		'swati',
		5,
		{ stars: 5, tags: ['on-time'], text: 'Came to my hostel gate with it.' },
		{ stars: 4, tags: ['late-or-absent'], text: 'Ten minutes late, but told me.' },
	),
	{
		itemTitle: 'Steel water bottle, 1 litre',
		seller: 'ananya',
		daysAgo: 2,
		steps: [
			byBuyer('karthik', 'writes'),
			bySellerTo('karthik', 'sell'),
			byBuyer('karthik', 'confirm-sale'),
			byBuyer('karthik', 'review', { body: { stars: 5, tags: ['fair-price'], text: 'As new.' } }),
		],
	},
];
