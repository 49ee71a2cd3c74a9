import type { DealAction } from '#contract/deals/facts.ts';
import type { DemoStudentKey } from './people.ts';

/** A step of a demo deal: an action, a first message, or the sale to the buyer. */
export interface DemoStep {
	buyer: DemoStudentKey;
	by: 'buyer' | 'seller';
	does: DealAction | 'writes' | 'sell';
	body?: object;
	/** The name of the spot, for a step that proposes a hand-over. */
	spot?: string;
}

export interface DemoDeal {
	/** The item's title. */
	about: string;
	seller: DemoStudentKey;
	steps: readonly DemoStep[];
	/** For a completed deal: how many days ago it was completed. */
	daysAgo?: number;
}

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
const buyer = by('buyer');
const seller = by('seller');

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
			buyer(buyerKey, 'writes'),
			seller(buyerKey, 'sell'),
			buyer(buyerKey, 'confirm-sale'),
			buyer(buyerKey, 'review', { body: ofSeller }),
			seller(buyerKey, 'review', { body: ofBuyer }),
		],
	};
}

/** Deals in every state. */
export const DEMO_DEALS: readonly DemoDeal[] = [
	{
		about: 'Casio fx-991ES Plus calculator, two years old',
		seller: 'ananya',
		steps: [buyer('rohit', 'offer', { body: { amount: 500 } })],
	},
	{
		about: 'Digital multimeter with probes',
		seller: 'debjani',
		steps: [
			buyer('ananya', 'offer', { body: { amount: 320 } }),
			seller('ananya', 'counter-offer', { body: { amount: 400 } }),
		],
	},
	{
		about: 'Arduino Uno R3 starter kit',
		seller: 'karthik',
		steps: [
			buyer('ananya', 'offer', { body: { amount: 900 } }),
			seller('ananya', 'accept-offer'),
			seller('ananya', 'propose-handover', { spot: 'Central library steps' }),
		],
	},
	{
		about: 'Study table with two drawers',
		seller: 'ananya',
		steps: [
			buyer('fatima', 'writes'),
			seller('fatima', 'reserve', { body: { hours: 120 } }),
			buyer('lalrin', 'join-queue'),
			buyer('swati', 'join-queue'),
			buyer('nidhi', 'join-queue'),
			seller('fatima', 'propose-handover', { spot: 'Main gate' }),
			buyer('fatima', 'accept-handover'),
		],
	},
	{
		about: 'Office chair with wheels',
		seller: 'joel',
		steps: [
			buyer('rohit', 'writes'),
			seller('rohit', 'reserve', { body: { hours: 24 } }),
			buyer('ananya', 'join-queue'),
			buyer('bhavesh', 'join-queue'),
			buyer('rohit', 'release', { body: { reason: 'I found one in my hostel.' } }),
		],
	},
	{
		about: 'Full-length mirror',
		seller: 'fatima',
		steps: [buyer('nidhi', 'offer', { body: { amount: 500 } }), seller('nidhi', 'decline-offer')],
	},
	{
		about: 'Wildcraft backpack, 40 L',
		seller: 'tenzin',
		steps: [buyer('ananya', 'writes'), seller('ananya', 'sell')],
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
			buyer('karthik', 'writes'),
			seller('karthik', 'sell'),
			buyer('karthik', 'confirm-sale'),
			buyer('karthik', 'review', { body: { stars: 5, tags: ['fair-price'], text: 'As new.' } }),
		],
	},
];
