import { formatRupees, isolated } from '#contract/core/format.ts';
import { DEAL_LIMITS, type DealAction, HELD_FOR_OTHER_TEXT } from './facts.ts';
import { DEAL_START_LABELS } from './start-labels.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);
/** ' at ₹350'; an empty text for a free item. */
export const atPrice = (rupees: number) => (rupees === 0 ? '' : ` at ${formatRupees(rupees)}`);
const OFFER_COUNTS = ['No offers', 'One offer', 'Two offers', 'Three offers'];

/**
 * Texts of a deal's pages. `name` is the other person; amounts ('₹350') and times ('Tue, 18:00') are already formatted,
 * `rupees` are not.
 */
export const DEAL_MESSAGES = {
	stripLabel: 'Where this deal stands',
	loading: 'Loading where this deal stands…',
	notLoaded: 'We could not load where this deal stands.',
	tryAgain: 'Try again',
	more: 'More',
	addToCalendar: 'Add to calendar',
	removeFromCalendar: 'Remove from calendar',
	/** For the buyer who did not get the item. */
	report: 'Report',
	/** For the seller of an item that the buyer did not get. */
	putUpAgain: 'Put it up again',
	otherTime: 'Other time',
	cancel: 'Cancel',

	offersLeft: (count: number) => `${OFFER_COUNTS[count] ?? `${count} offers`} left.`,
	between: (min: string, max: string) => `Between ${min} and ${max}.`,
	oneCounter: 'One counter-offer for each offer.',
	amountLabel: 'Your offer in ₹',
	counterLabel: 'Your counter-offer in ₹',
	sendOffer: 'Send offer',
	sendCounter: 'Send counter-offer',

	hoursLabel: 'For how long',
	hours: (hours: number) => `${hours} hours`,
	amountChoice: 'At which amount',
	atAskedPrice: (price: string) => `${price}, the price`,
	atAccepted: (amount: string) => `${amount}, accepted between you`,
	reasonLabel: 'Why (optional)',
	reasonHint: (name: string) => `${isolated(name)} reads it in the chat.`,

	spotLabel: 'Place',
	otherSpot: 'Other…',
	ownPlace: 'In your words',
	ownPlaceLabel: 'Where do you meet?',
	ownPlaceHint: (name: string) => `Only you and ${isolated(name)} see it.`,
	dayLabel: 'Day',
	timeLabel: 'Time',
	otherSlot: 'Other…',
	spotsLoading: 'Loading places…',
	spotHours: (opens: string, closes: string) => `Open ${opens} to ${closes}.`,
	slotLabel: (number: number) => `Time ${number}`,
	propose: 'Send proposal',
	slotsLabel: 'Which time suits you?',
	/** Shown in the chat from an agreed hand-over until somebody has said how it went. */
	checkFirst: 'Check it first, then pay. You never enter a PIN to receive money.',
	meetingMessagesLabel: 'What to say on the way',
	meetingMessages: ['On my way', '5 minutes late'],

	takeSlot: (slot: string) => `Take ${slot}`,

	starsLabel: 'Stars',
	stars: (count: number) => `${count} ${plural(count, 'star', 'stars')}`,
	tagsLabel: `What describes it? At most ${DEAL_LIMITS.tagsMax}.`,
	reviewLabel: 'In your words (optional)',
	reviewHint: (until: string) =>
		`Shown when both have written, or on ${until}. It cannot be changed.`,
	sendReview: 'Send review',
	answerLabel: 'Your answer',
	answerHint: 'Everybody who reads the review reads it. It cannot be changed.',
	sendAnswer: 'Send answer',
	answered: 'Answer',
} as const;

/** The buttons of the actions. */
export const DEAL_ACTION_LABELS: Readonly<Record<DealAction, string>> = {
	...DEAL_START_LABELS,
	'accept-offer': 'Accept',
	'decline-offer': 'Decline',
	'counter-offer': 'Counter',
	'withdraw-offer': 'Withdraw',
	reserve: 'Reserve',
	release: 'Release',
	'leave-queue': 'Leave the queue',
	'take-turn': 'Take it',
	'pass-turn': 'Pass',
	'propose-handover': 'Propose a hand-over',
	'accept-handover': 'Choose a time',
	'cancel-handover': 'Call off',
	'handover-done': 'Done',
	'handover-no-deal': 'We met, no deal',
	'handover-missed': 'They did not come',
	'handover-contest': 'I was there',
	'confirm-sale': 'Yes, I have it',
	'deny-sale': 'No',
	review: 'Write a review',
	'reply-review': 'Answer the review',
};

/** The titles of the forms. */
export const DEAL_DIALOG_TITLES = {
	offer: () => 'Make an offer',
	'counter-offer': () => 'Your counter-offer',
	reserve: (name: string) => `Reserve for ${isolated(name)}`,
	release: () => 'Release the reservation',
	'propose-handover': () => 'Propose a hand-over',
	review: (name: string) => `How was it with ${isolated(name)}?`,
	'reply-review': () => 'Answer the review',
} as const satisfies Partial<Record<DealAction, (name: string) => string>>;

/** What is shown before an action that cannot be undone; `keep` is the button that changes nothing. */
export const DEAL_CONFIRMATIONS = {
	'cancel-handover': {
		title: 'Call off the hand-over',
		consequence: (name: string) =>
			`${isolated(name)} is told. The item stays reserved for as long as it is now.`,
		confirm: 'Call off',
		keep: 'Keep the hand-over',
	},
	'handover-no-deal': {
		title: 'We met, no deal',
		consequence: (name: string) =>
			`${isolated(name)} is told, and the reservation ends. Nobody is marked.`,
		confirm: 'No deal',
		keep: 'Go back',
	},
	'handover-contest': {
		title: 'I was there',
		consequence: (name: string) =>
			`${isolated(name)} is told, and the mark goes. Say so only if you were there.`,
		confirm: 'I was there',
		keep: 'Go back',
	},
	'handover-missed': {
		title: 'They did not come',
		consequence: (name: string) =>
			`${isolated(name)} is marked for ${DEAL_LIMITS.missedDays} days, in private, and the reservation ends. They can say within ${DEAL_LIMITS.contestHours} hours that they were there.`,
		confirm: 'They did not come',
		keep: 'Go back',
	},
	'deny-sale': {
		title: 'You did not get it',
		consequence: (name: string) => `${isolated(name)} is told. The item stays sold.`,
		confirm: 'I did not get it',
		keep: 'Go back',
	},
	'pass-turn': {
		title: 'Pass',
		consequence: () => 'The next in the queue has the item then, and you leave the queue.',
		confirm: 'Pass',
		keep: 'Keep my turn',
	},
} as const satisfies Partial<
	Record<
		DealAction,
		{ title: string; consequence: (name: string) => string; confirm: string; keep: string }
	>
>;

/** Shown to the seller, whose 'Done' sells the item. */
export const SELLER_DONE_CONFIRMATION = {
	title: 'Done',
	consequence: (name: string) =>
		`The item is then sold to ${isolated(name)}. Only an administrator can undo it.`,
	confirm: 'It is handed over',
	keep: 'Not yet',
} as const;

/** The headlines of a deal's states, and the lines below them. */
export const DEAL_STATE_MESSAGES = {
	onSale: 'On sale',
	sold: 'Sold',
	takenDown: 'Taken down',
	removed: 'Off the market',
	nothingYet: 'Nothing is agreed yet.',
	offerPossible: (left: string) => `You can make an offer. ${left}`,
	noOffersLeft: 'You have made all your offers at this price.',
	noQueuesLeft: `You wait in ${DEAL_LIMITS.queuesMax} queues. Leave one of them to join this one.`,
	cannotJoinYet: 'To join the queue, write to the seller or confirm your email address first.',
	canReserve: (name: string) => `Nothing is agreed yet. You can reserve it for ${isolated(name)}.`,
	noLongerOnSale: 'This item is no longer on sale.',

	yourOffer: (amount: string) => `Your offer of ${amount} is open`,
	yourCounter: (amount: string) => `Your counter-offer of ${amount} is open`,
	theirOffer: (name: string, amount: string) => `${isolated(name)} offers ${amount}`,
	theirCounter: (name: string, amount: string) => `${isolated(name)} asks for ${amount}`,
	canAnswer: (name: string, until: string) => `${isolated(name)} can answer until ${until}.`,
	openUntil: (until: string) => `Open until ${until}.`,

	reservedForYou: (rupees: number) => `Reserved for you${atPrice(rupees)}`,
	reservedFor: (name: string, rupees: number) => `Reserved for ${isolated(name)}${atPrice(rupees)}`,
	until: (until: string) => `Until ${until}.`,
	agreeOnPlace: 'Agree on a place and a time.',
	youPropose: (name: string, spot: string) =>
		`You propose ${isolated(spot)}. ${isolated(name)} can choose a time.`,
	theyPropose: (name: string, spot: string, count: number) =>
		`${isolated(name)} proposes ${isolated(spot)} and ${plural(count, 'a time', `${count} times`)}.`,
	meeting: (slot: string) => `Meeting ${slot}`,
	howDidItGo: 'How did it go?',
	metAt: (spot: string, slot: string, until: string) =>
		`You agreed on ${isolated(spot)}, ${slot}. Say how it went until ${until}.`,
	/** For the person who did not come, as the other says. */
	theySaidMissed: (name: string) => `${isolated(name)} says that you did not come`,
	youSaidDone: (name: string) => `You said that it is done. ${isolated(name)} has not said so yet.`,
	theySaidDone: (name: string) => `${isolated(name)} said that it is done.`,

	yourTurn: 'It is your turn',
	yourTurnLine: (rupees: number, until: string) =>
		`You can take it${atPrice(rupees)} until ${until}. Then it is the next one’s turn.`,
	theirTurn: (name: string) => `It is ${isolated(name)}’s turn`,
	theirTurnLine: (name: string, until: string) => `${isolated(name)} can take it until ${until}.`,
	inQueue: (position: number, length: number) => `In the queue: ${position} of ${length}`,
	inQueueLine: 'Reserved for someone else. You are told when it is your turn.',
	theyWait: (name: string, position: number, length: number) =>
		`${isolated(name)} waits: ${position} of ${length}`,
	reserved: 'Reserved for someone else',
	/** For the seller, also while it is another buyer's turn. */
	heldForOther: 'Held for another buyer',
	heldForOtherLine: HELD_FOR_OTHER_TEXT,
	othersWait: (length: number) =>
		length === 0 ? 'Nobody waits.' : `${length} ${plural(length, 'person waits', 'people wait')}.`,
	queueLine: (length: number) =>
		length === 0
			? 'Nobody waits yet. Who joins the queue is next.'
			: `${length} ${plural(length, 'person waits', 'people wait')}. The first in the queue is next.`,

	didYouGetIt: 'Did you get it?',
	markedSold: (name: string, price: string) =>
		`${isolated(name)} marked it as sold to you for ${price}.`,
	soldTo: (name: string, price: string) => `Sold to ${isolated(name)} for ${price}`,
	buyerIsAsked: (name: string) =>
		`${isolated(name)} is asked whether they got it. After ${DEAL_LIMITS.saleAnswerDays} days without a word the deal is done.`,
	notReceived: 'Not received',
	youDenied: (name: string) =>
		`You said that you did not get it. Write to ${isolated(name)} here, or report them.`,
	theyDenied: (name: string) =>
		`${isolated(name)} says that they did not get it. Ask them here, or put it up again.`,
	done: 'Done',
	doneLine: (price: string, day: string) => `For ${price} on ${day}.`,
	reviewUntil: (until: string) => `You can write a review until ${until}.`,
	reviewWaits: (until: string) => `Your review is shown when both have written, or on ${until}.`,
	theirReview: (name: string, stars: number) =>
		`${isolated(name)} gave you ${stars} ${plural(stars, 'star', 'stars')}.`,
} as const;

/** Texts of deals on the page of an item. */
export const ITEM_DEAL_MESSAGES = {
	/** A button that loads the deal again. */
	notLoaded: 'Offers did not load. Try again',
	join: (length: number) => (length === 0 ? 'Join the queue' : `Join the queue · ${length}`),
	joined: (position: number, length: number) => `In the queue: ${position} of ${length}`,
	yourTurn: 'It is your turn',
	reservedForYou: 'Reserved for you',
	offered: (amount: string) => `You offered ${amount}`,
	countered: (amount: string) => `Answer: ${amount}`,
	waitingTitle: 'Who is waiting',
	nobodyWaits: 'Nobody is in the queue.',
	holder: (rupees: number, until: string) => `Reserved${atPrice(rupees)} until ${until}`,
	joinedAt: (when: string) => `Joined ${when}`,
	turnUntil: (until: string) => `Has it to themselves until ${until}`,
} as const;

/** The page of all deals. */
export const MY_DEALS_MESSAGES = {
	mayBeOutdated: 'Some may have changed since.',
	intro: 'Offers, reservations, hand-overs and sales, the newest change first.',
	tabsLabel: 'Which deals',
	open: 'Open',
	done: 'Done',
	roleLabel: 'Whose deals',
	both: 'All',
	buyer: 'Buying',
	seller: 'Selling',
	noOpen: 'No open deals',
	noOpenHint: 'Offers, reservations and places in a queue show up here.',
	noDone: 'No finished deals',
	noDoneHint: 'What you bought and sold shows up here.',
	loading: 'Loading your deals…',
} as const;

/** The question to whom an item is sold. */
export const SALE_MESSAGES = {
	toWhom: 'To whom?',
	someoneElse: 'Someone else',
	priceLabel: 'For how much, in ₹',
	priceHint: 'Leave it as it is if you sold at this price.',
	buyersFailed: 'We could not load who has written. You can still sell it to someone else.',
	buyersLoading: 'Loading who has written…',
	unchosen: 'Choose to whom you sold it.',
} as const;
