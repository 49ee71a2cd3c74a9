import type { DealAction } from '#contract/deals/facts.ts';
import type { DemoStudentKey } from './people.ts';

/** A step of a demo deal: an action, a first chat ('writes'), or the sale to the buyer ('sell'). */
export interface DemoStep {
	buyer: DemoStudentKey;
	by: 'buyer' | 'seller';
	does: DealAction | 'writes' | 'sell';
	body?: object;
	/** The name of the spot, for a step that proposes a hand-over. */
	spot?: string;
}

/** A deal about an item, or several buyers' deals about the same item, as a list of steps. */
export interface DemoDeal {
	/** The item's title. */
	about: string;
	seller: DemoStudentKey;
	steps: readonly DemoStep[];
	/** For a completed deal: how many days ago it was completed. */
	daysAgo?: number;
}

/** Returns a function that creates steps of one side. */
const by =
	(side: 'buyer' | 'seller') =>
	(
		buyer: DemoStudentKey,
		does: DemoStep['does'],
		more: Pick<DemoStep, 'body' | 'spot'> = {},
	): DemoStep => ({
		buyer,
		by: side,
		does,
		...more,
	});
/** A step of this buyer. */
const byBuyer = by('buyer');
/** A step of the seller in the deal with this buyer. */
const bySellerTo = by('seller');

/** A completed sale with a review by each side. */
function doneDeal(
	about: string,
	sellerKey: DemoStudentKey,
	buyerKey: DemoStudentKey,
	daysAgo: number,
	ofSeller: object,
	ofBuyer: object,
): DemoDeal {
	return {
		about,
		seller: sellerKey,
		daysAgo,
		steps: [
			byBuyer(buyerKey, 'writes'),
			bySellerTo(buyerKey, 'sell'),
			byBuyer(buyerKey, 'confirm-sale'),
			byBuyer(buyerKey, 'review', { body: ofSeller }),
			bySellerTo(buyerKey, 'review', { body: ofBuyer }),
		],
	};
}

/** Deals in their main states, from a first offer to a reviewed sale. */
export const DEMO_DEALS: readonly DemoDeal[] = [
	{
		about: 'Casio fx-991ES Plus calculator, two years old',
		seller: 'ananya',
		steps: [byBuyer('rohit', 'offer', { body: { amount: 500 } })],
	},
	{
		about: 'Digital multimeter with probes',
		seller: 'debjani',
		steps: [
			byBuyer('ananya', 'offer', { body: { amount: 320 } }),
			bySellerTo('ananya', 'counter-offer', { body: { amount: 400 } }),
		],
	},
	{
		about: 'Arduino Uno R3 starter kit',
		seller: 'karthik',
		steps: [
			byBuyer('ananya', 'offer', { body: { amount: 900 } }),
			bySellerTo('ananya', 'accept-offer'),
			bySellerTo('ananya', 'propose-handover', { spot: 'Central library steps' }),
		],
	},
	{
		about: 'Study table with two drawers',
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
		about: 'Office chair with wheels',
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
		about: 'Full-length mirror',
		seller: 'fatima',
		steps: [
			byBuyer('nidhi', 'offer', { body: { amount: 500 } }),
			bySellerTo('nidhi', 'decline-offer'),
		],
	},
	{
		about: 'Wildcraft backpack, 40 L',
		seller: 'tenzin',
		steps: [byBuyer('ananya', 'writes'), bySellerTo('ananya', 'sell')],
	},
	doneDeal(
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
	doneDeal(
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
	doneDeal(
		'Navathe, Fundamentals of Database Systems',
		'joel',
		'swati',
		5,
		{ stars: 5, tags: ['on-time'], text: 'Came to my hostel gate with it.' },
		{ stars: 4, tags: ['late-or-absent'], text: 'Ten minutes late, but told me.' },
	),
	{
		about: 'Steel water bottle, 1 litre',
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
