import { expect, test } from 'vitest';
import { DEAL_MESSAGES, DEAL_STATE_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleHandover,
	sampleOffer,
	sampleReservation,
	sampleReview,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { dealButton, dealStrip, fakeDeal } from '#tests/support/fake-deal.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const menu = dealStrip.getByRole('menu', { name: DEAL_MESSAGES.more });

/** The labels of all buttons, followed by the entries of the menu 'More'. */
async function listActions(): Promise<(string | null)[]> {
	const buttons = () =>
		[...dealStrip.element().querySelectorAll('button')].filter((one) => one.role !== 'menuitem');
	const buttonLabels = buttons().map((one) => one.ariaLabel ?? one.textContent);
	if (!buttonLabels.includes(DEAL_MESSAGES.more)) return buttonLabels;
	await dealButton(DEAL_MESSAGES.more).click();
	const menuEntries = menu.getByRole('menuitem').elements();
	return [...buttonLabels, ...menuEntries.map(({ textContent }) => textContent)];
}

const completedSale = sampleSale({ completedAt: inHours(-1), confirmed: 'yes' });
const meetingSoon = sampleHandover({ agreedSlot: inHours(20) });
const meetingInMinutes = sampleHandover({ agreedSlot: inHours(0.2) });
const metJustNow = sampleHandover({ agreedSlot: inHours(-0.5) });
const fourStars = {
	stars: 4,
	tags: [],
	text: null,
	answer: null,
	createdAt: inHours(-1),
} satisfies NonNullable<Deal['review']>['theirs'];

/** The reader, the deal with its allowed actions, the text of the state, and the buttons. */
const STATES: readonly (readonly [
	reader: string,
	deal: Partial<Deal>,
	state: string | RegExp,
	buttons: readonly string[],
])[] = [
	['a buyer who can offer', { actions: ['offer'] }, 'You can make an offer.', ['Make an offer']],
	[
		'a buyer whose offers are used up',
		{ attemptsLeft: 0 },
		'You have made all your offers at this price.',
		[],
	],
	[
		'a buyer whose offer is open',
		{ offer: sampleOffer(), attemptsLeft: 2, actions: ['withdraw-offer'] },
		'Your offer of ₹360 is open',
		['Withdraw'],
	],
	[
		'a buyer with a counter-offer',
		{
			offer: sampleOffer({ by: 'seller', isCounter: true, amount: 400 }),
			actions: ['accept-offer', 'decline-offer'],
		},
		'Meera asks for ₹400',
		['Accept ₹400', 'Decline'],
	],
	[
		'a seller with an offer',
		{
			role: 'seller',
			offer: sampleOffer(),
			actions: ['accept-offer', 'decline-offer', 'counter-offer', 'reserve'],
		},
		'Meera offers ₹360',
		['Accept ₹360', 'Counter', 'More', 'Decline', 'Reserve'],
	],
	[
		'a seller whose counter-offer is open',
		{
			role: 'seller',
			offer: sampleOffer({ by: 'seller', isCounter: true, amount: 400 }),
			actions: ['reserve'],
		},
		'Your counter-offer of ₹400 is open',
		['Reserve'],
	],
	[
		'a seller whose buyer has made all their offers',
		{ role: 'seller', actions: [], attemptsLeft: 0 },
		DEAL_STATE_MESSAGES.nothingYet,
		[],
	],
	[
		'a seller to whom a buyer has written',
		{ role: 'seller', actions: ['reserve'] },
		'You can reserve it for Meera.',
		['Reserve'],
	],
	[
		'a buyer for whom the item is reserved',
		{ reservation: sampleReservation(), actions: ['release', 'propose-handover'] },
		/Reserved for you at ₹400 Until \w{3}, \d\d:\d\d\. Agree on a place and a time\./,
		['Propose a hand-over', 'Release'],
	],
	[
		'a seller who has reserved the item for the buyer',
		{ role: 'seller', reservation: sampleReservation(), actions: ['release', 'propose-handover'] },
		'Reserved for Meera at ₹400',
		['Propose a hand-over', 'Release'],
	],
	[
		'a buyer who can answer a proposed hand-over',
		{
			reservation: sampleReservation(),
			handover: sampleHandover(),
			actions: ['release', 'propose-handover', 'accept-handover'],
		},
		'Meera proposes Library steps and 2 times.',
		['Choose a time', 'Other time', 'More', 'Release'],
	],
	[
		'a buyer who has proposed a place and times',
		{
			reservation: sampleReservation(),
			handover: sampleHandover({ proposedBy: 'buyer' }),
			actions: ['release', 'propose-handover'],
		},
		'You propose Library steps. Meera can choose a time.',
		['Other time', 'Release'],
	],
	[
		'a buyer whose hand-over is tomorrow',
		{
			reservation: sampleReservation(),
			handover: meetingSoon,
			actions: ['release', 'cancel-handover'],
		},
		/Meeting \w{3}, \d\d:\d\d ₹400, Library steps, By the notice board\. We remind you both at/,
		['Add to calendar', 'Call off', 'More', 'Release'],
	],
	[
		'a buyer whose hand-over is in a few minutes and who was reminded',
		{
			reservation: sampleReservation(),
			handover: meetingInMinutes,
			actions: ['release', 'cancel-handover'],
		},
		/By the notice board\.(?! We remind)/,
		['Add to calendar', 'Call off', 'More', 'Release'],
	],
	[
		'a buyer whose hand-over has just taken place',
		{
			reservation: sampleReservation(),
			handover: metJustNow,
			actions: ['handover-done', 'handover-missed'],
		},
		'How did it go?',
		['Done', 'They did not come'],
	],
	[
		'a buyer who said that the hand-over is done',
		{
			reservation: sampleReservation(),
			handover: { ...metJustNow, done: { buyer: true, seller: null } },
		},
		'You said that it is done. Meera has not said so yet.',
		[],
	],
	[
		'a seller whose buyer said that the hand-over is done',
		{
			role: 'seller',
			reservation: sampleReservation(),
			handover: { ...metJustNow, done: { buyer: true, seller: null } },
			actions: ['handover-done', 'handover-missed'],
		},
		'Meera said that it is done.',
		['Done', 'They did not come'],
	],
	[
		'a buyer while the item is reserved for somebody else',
		{ queue: { place: null, length: 2, turnUntil: null }, actions: ['join-queue'] },
		'2 people wait. The first in the queue is next.',
		['Join the queue'],
	],
	[
		'a seller who has reserved the item for another buyer',
		{ role: 'seller', queue: { place: null, length: 1, turnUntil: null } },
		/^Held for another buyer 1 person waits\.$/,
		[],
	],
	[
		'a seller whose buyer waits for an item that another buyer has',
		{ role: 'seller', queue: { place: 2, length: 3, turnUntil: null } },
		/^Meera waits: 2 of 3 Another buyer has it for now\.$/,
		[],
	],
	[
		'a buyer who waits in the queue',
		{ queue: { place: 2, length: 3, turnUntil: null }, actions: ['leave-queue'] },
		'In the queue: 2 of 3',
		['Leave the queue'],
	],
	[
		'a seller whose buyer waits in the queue',
		{ role: 'seller', queue: { place: 1, length: 1, turnUntil: null } },
		'Meera waits: 1 of 1',
		[],
	],
	[
		'a buyer whose turn in the queue has come',
		{
			queue: { place: 1, length: 2, turnUntil: inHours(6) },
			actions: ['take-turn', 'pass-turn'],
		},
		/It is your turn You can take it at ₹450 until/,
		['Take it for ₹450', 'Pass'],
	],
	[
		'a buyer whose turn in the queue for a free item has come',
		{
			askedPrice: 0,
			queue: { place: 1, length: 2, turnUntil: inHours(6) },
			actions: ['take-turn', 'pass-turn'],
		},
		/It is your turn You can take it until/,
		['Take it', 'Pass'],
	],
	[
		'a buyer for whom a free item is reserved',
		{ askedPrice: 0, reservation: { ...sampleReservation(), amount: 0 }, actions: ['release'] },
		/Reserved for you Until/,
		['Release'],
	],
	[
		'a seller whose buyer has reached their turn in the queue',
		{
			role: 'seller',
			queue: { place: 1, length: 2, turnUntil: inHours(6) },
			actions: ['reserve'],
		},
		'It is Meera’s turn',
		['Reserve'],
	],
	[
		'a buyer who is asked whether they got the item',
		{ sale: sampleSale(), actions: ['confirm-sale', 'deny-sale'] },
		'Meera marked it as sold to you for ₹400.',
		['Yes, I have it', 'No'],
	],
	[
		'a seller who waits for the buyer to confirm the sale',
		{ role: 'seller', sale: sampleSale() },
		'Meera is asked whether they got it.',
		[],
	],
	[
		'a buyer who said that they did not get the item',
		{ sale: sampleSale({ confirmed: 'no' }) },
		'You said that you did not get it. Write to Meera here, or report them.',
		['Report'],
	],
	[
		'a seller whose buyer said that they did not get the item',
		{ role: 'seller', sale: sampleSale({ confirmed: 'no' }) },
		/Meera says that they did not get it\. Ask them here, or put it up again\. ?Put it up again$/,
		[],
	],
	[
		'a buyer who can write a review',
		{ sale: completedSale, review: sampleReview(), actions: ['review'] },
		'You can write a review until',
		['Write a review'],
	],
	[
		'a buyer who can answer a review',
		{ sale: completedSale, review: sampleReview({ theirs: fourStars }), actions: ['reply-review'] },
		'Meera gave you 4 stars.',
		['Answer the review'],
	],
	[
		'a buyer whose review waits for the seller’s review',
		{ sale: completedSale, review: sampleReview({ mine: fourStars }) },
		'Your review is shown when both have written',
		[],
	],
];

test.each(STATES)(
	'the deal strip of a chat shows state and allowed steps to %s',
	async (...row) => {
		const [, deal, state, buttons] = row;
		const { path } = fakeDeal(deal);
		await renderPage(path, { as: STUDENT, width: 390 });

		await expect.element(dealStrip).toMatchTextContent(state);

		expect(await listActions()).toEqual(buttons);
	},
);

test('when the item is sold to somebody else, the deal strip says that the item is no longer on sale', async () => {
	const { path, chat } = fakeDeal();
	chat.item = { ...chat.item, status: 'sold' };
	await renderPage(path, { as: STUDENT });

	await expect.element(dealStrip).toMatchTextContent('This item is no longer on sale.');
});
