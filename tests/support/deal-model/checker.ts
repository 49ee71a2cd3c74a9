import { offerRange } from '#contract/deals/amounts.ts';
import {
	AUTOMATIC_EVENT_TYPES,
	DEAL_ACTIONS,
	DEAL_LIMITS,
	DEAL_ROLES,
	type DealAction,
	type DealEventType,
	type DealRole,
} from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Answer, Calendar, Driver, ToldStep } from './driver.ts';

/** The step by which each action is told. */
const STEP_OF: Readonly<Record<DealAction, DealEventType>> = {
	offer: 'offer-made',
	'accept-offer': 'offer-accepted',
	'decline-offer': 'offer-declined',
	'counter-offer': 'offer-countered',
	'withdraw-offer': 'offer-withdrawn',
	reserve: 'reserved',
	release: 'released',
	'join-queue': 'queue-joined',
	'leave-queue': 'queue-left',
	'take-turn': 'reserved',
	'pass-turn': 'turn-passed',
	'propose-handover': 'handover-proposed',
	'accept-handover': 'handover-agreed',
	'cancel-handover': 'handover-cancelled',
	'handover-done': 'handover-done',
	'handover-no-deal': 'handover-no-deal',
	'handover-missed': 'handover-missed',
	'handover-contest': 'handover-contested',
	'confirm-sale': 'sale-confirmed',
	'deny-sale': 'sale-denied',
	review: 'reviewed',
	'reply-review': 'review-answered',
};
const AUTOMATIC: ReadonlySet<DealEventType> = new Set(AUTOMATIC_EVENT_TYPES);
/** What is left to somebody who has blocked the other. */
const DESPITE_BLOCK: ReadonlySet<DealAction> = new Set([
	'confirm-sale',
	'deny-sale',
	'review',
	'reply-review',
]);
const HOUR_MS = 3_600_000;

/** What the outside has done to a deal or its item, and what was done in it: all that the checks remember. */
export interface Facts {
	price: number;
	isPriceFixed: boolean;
	isBanned: boolean;
	isRemoved: boolean;
	isSold: boolean;
	/** Somebody was blocked or banned in this sequence, so that times to answer a sale may stand still. */
	isDisturbed: boolean;
	people: PersonFacts[];
	/** Marks for missed hand-overs. */
	sellerMarks: number;
}

interface PersonFacts {
	isBanned: boolean;
	blockedBy: Record<DealRole, boolean>;
	/** Offers made in this listing, by the price at the time. */
	offers: Map<number, number>;
	/** When the buyer joined the queue last, as the number of the command. */
	joinedAt: number;
	marks: number;
	/** Who can say until when that they were there. */
	contest: { role: DealRole; until: number } | null;
	/** After the hand-over that was agreed last, one of the two said 'Done', or the buyer has got the item. */
	isDone: boolean;
}

export const newFacts = (driver: Driver, price: number): Facts => ({
	price,
	isPriceFixed: false,
	isBanned: false,
	isRemoved: false,
	isSold: false,
	isDisturbed: false,
	people: Array.from({ length: driver.buyers }, () => ({
		isBanned: false,
		blockedBy: { buyer: false, seller: false },
		offers: new Map(),
		joinedAt: 0,
		marks: 0,
		contest: null,
		isDone: false,
	})),
	sellerMarks: 0,
});

export function personOf({ people }: Facts, buyer: number): PersonFacts {
	const person = people[buyer];
	if (!person) throw new Error(`There is no buyer ${buyer}.`);
	return person;
}

const isSeparated = ({ isBanned, blockedBy }: PersonFacts) =>
	isBanned || blockedBy.buyer || blockedBy.seller;

/** What both sides of all deals see. */
export interface Seen {
	deals: Record<DealRole, Deal | null>[];
	queue: number[];
	reservedUntil: number | null;
	calendars: (Calendar | null)[];
}

export async function look(driver: Driver): Promise<Seen> {
	const numbers = Array.from({ length: driver.buyers }, (_, buyer) => buyer);
	const deals = await Promise.all(
		numbers.map(async (buyer) => {
			const [ofBuyer, ofSeller] = await Promise.all(
				DEAL_ROLES.map((role) => driver.read(buyer, role)),
			);
			return { buyer: ofBuyer ?? null, seller: ofSeller ?? null };
		}),
	);
	const [queue, reservedUntil, calendars] = await Promise.all([
		driver.readQueue(),
		driver.readReservedUntil(),
		driver.readCalendars(),
	]);
	return { deals, queue, reservedUntil, calendars };
}

/** Fails with `what` unless a rule holds: `expect` would take most of the time. */
function require(holds: boolean, what: string, ...details: unknown[]): void {
	if (!holds) throw new Error(`${what}: ${JSON.stringify(details)}`);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether what is seen agrees with itself, with the time and with what was done. */
export function checkSeen(driver: Driver, facts: Facts, seen: Seen): void {
	checkHold(driver, facts, seen);
	checkQueue(facts, seen);
	for (const [buyer, sides] of seen.deals.entries()) {
		for (const role of DEAL_ROLES) {
			const deal = sides[role];
			if (deal) checkDeal(driver, facts, personOf(facts, buyer), deal);
			if (facts.isBanned) require(deal === null, 'a banned item has no deals', buyer, role);
		}
		checkSides(facts, personOf(facts, buyer), sides);
		checkCalendar(personOf(facts, buyer), sides.buyer, seen.calendars[buyer] ?? null);
	}
}

const endOf = (deal: Deal | null) => deal?.reservation?.until ?? deal?.queue?.turnUntil ?? null;

function checkHold(driver: Driver, facts: Facts, { deals, queue, reservedUntil }: Seen): void {
	if (facts.isBanned) return;
	const held = deals.filter(({ buyer }) => endOf(buyer) !== null);
	require(held.length <= 1, 'an item is held for one buyer', held);
	const holder = held[0]?.buyer ?? null;
	const until = endOf(holder);
	const untilMs = until === null ? 0 : Date.parse(until);
	if (until !== null) {
		const isOnSale = !facts.isSold && !facts.isRemoved;
		require(isOnSale, 'nothing is held of an item that is off the market', held);
		require(untilMs > driver.now(), 'no hold outlasts its end', until);
	}
	const isShown = facts.isRemoved || Math.abs(untilMs - (reservedUntil ?? 0)) < 1000;
	require(isShown, 'cards show the end of the hold', until, reservedUntil);
	require(until !== null || queue.length === 0, 'nobody waits for what is not held', queue);
	for (const { buyer, seller } of deals) {
		const canOffer = !holder?.reservation || !buyer?.offer;
		require(canOffer, 'no offer is open while the item is reserved', buyer);
		const areQueuesRight = [buyer, seller].every(
			(deal) => !deal || (deal.queue !== null) === (until !== null),
		);
		require(areQueuesRight, 'a queue is for what is held', buyer, seller);
	}
}

function checkQueue(facts: Facts, { deals, queue }: Seen): void {
	if (facts.isBanned || facts.isRemoved) return;
	const joined = queue.map((buyer) => personOf(facts, buyer).joinedAt);
	const inOrder = joined.toSorted((one, other) => one - other);
	require(isSame(joined, inOrder), 'the queue is in the order of joining', joined);
	for (const [buyer, { buyer: deal, seller }] of deals.entries()) {
		const place = queue.includes(buyer) ? queue.indexOf(buyer) + 1 : null;
		const isRight = !seller || (seller.queue?.place ?? null) === place;
		require(isRight, 'the seller sees places', seller);
		if (deal?.queue) checkPlace(deal, deal.queue, place, queue.length);
	}
}

/** @param place as everybody sees it */
function checkPlace(
	{ reservation }: Deal,
	{ length, place: own, turnUntil }: NonNullable<Deal['queue']>,
	place: number | null,
	seenLength: number,
): void {
	const isHidden = own !== null && place === null;
	require(isHidden || own === place, 'buyers see their places', own, place);
	require(length === seenLength + Number(isHidden), 'the queue has a length', length, seenLength);
	require(turnUntil === null || place === 1, 'the first has the turn', turnUntil, place);
	require(own === null || !reservation, 'whoever has it waits no longer', reservation);
}

function checkDeal(driver: Driver, facts: Facts, person: PersonFacts, deal: Deal): void {
	const { sale, actions, role, attemptsLeft } = deal;
	require(deal.askedPrice === facts.price, 'the asked price is the price', deal);
	checkOffer(driver, facts, deal);
	checkHandover(deal);
	if (!person.blockedBy[role] && !person.isBanned) checkOutcomes(driver.now(), deal);
	checkContest(driver, person, deal);
	require(facts.isSold || sale === null, 'a sale is of a sold item', deal);
	if (sale) checkSale(facts, deal, sale, driver.now());
	const made = person.offers.get(facts.price) ?? 0;
	const areCounted = role === 'seller' || attemptsLeft === Math.max(0, 3 - made);
	require(areCounted, 'three offers a price', deal, made);
	const isLittle = actions.every((one) => DESPITE_BLOCK.has(one));
	require(!person.blockedBy[role] || isLittle, 'a block leaves little', actions);
	require(!facts.isSold || !actions.includes('reserve'), 'a sold item is not reserved', actions);
}

function checkOffer(driver: Driver, facts: Facts, { offer }: Deal): void {
	if (!offer) return;
	const { min, max } = offerRange(facts.price);
	const canStay = !facts.isSold && !facts.isRemoved && !facts.isPriceFixed;
	require(canStay, 'an offer ends with its reason', offer);
	require(Date.parse(offer.expiresAt) > driver.now(), 'no offer outlasts its end', offer);
	require(offer.amount >= min && offer.amount <= max, 'offers are in the range', offer);
	require(offer.isCounter === (offer.by === 'seller'), 'the seller counters', offer);
}

function checkHandover({ handover, reservation, actions, role }: Deal): void {
	if (actions.includes('handover-contest')) {
		require(handover?.done[other(role)] === false, 'one contests a mark', handover);
		return;
	}
	if (!handover) return;
	require(reservation !== null, 'a hand-over is of a reservation', handover);
	if (!handover.agreedSlot || !reservation) return;
	const until = Date.parse(handover.agreedSlot) + DEAL_LIMITS.hoursAfterHandover * HOUR_MS;
	const isRight = Math.abs(Date.parse(reservation.until) - until) < 1000;
	require(isRight, 'a reservation lasts until a day after the hand-over', handover, reservation);
}

const other = (role: DealRole): DealRole => (role === 'buyer' ? 'seller' : 'buyer');

/** Whether one can say how an agreed hand-over went when one should. */
function checkOutcomes(now: number, { handover, reservation, actions, role }: Deal): void {
	if (!handover?.agreedSlot || !reservation || actions.includes('handover-contest')) return;
	const sinceMs = now - Date.parse(handover.agreedSlot);
	const overdueMs = DEAL_LIMITS.missedFromMinutes * 60_000;
	// A request takes some milliseconds.
	if (Math.abs(sinceMs) < 2000 || Math.abs(sinceMs - overdueMs) < 2000) return;
	const { [role]: own, [other(role)]: others } = handover.done;
	const isOpen = own === null;
	const isUndone = isOpen && others === null;
	const expected = {
		release: isUndone && sinceMs < 0,
		'cancel-handover': isUndone && sinceMs < 0,
		'handover-done': isOpen,
		'handover-no-deal': isOpen && sinceMs >= 0,
		'handover-missed': isOpen && sinceMs >= overdueMs,
	};
	const listed = DEAL_ACTIONS.filter((action) => action in expected && actions.includes(action));
	const right = DEAL_ACTIONS.filter((action) =>
		Object.entries(expected).some(([one, is]) => is && one === action),
	);
	require(isSame(listed, right), 'one says how it went', listed, right, handover);
}

function checkContest(
	driver: Driver,
	person: PersonFacts,
	{ actions, role, handover }: Deal,
): void {
	const { contest, isBanned, blockedBy } = person;
	const canContest = actions.includes('handover-contest');
	const leftMs = contest?.role === role ? contest.until - driver.clock() : -HOUR_MS;
	// A request takes some milliseconds.
	if (Math.abs(leftMs) < 2000) return;
	const isRight = leftMs > 0 && !isBanned && !blockedBy[role] && (canContest || !handover);
	require(canContest === isRight, 'who did not come can contest it', role, contest, actions);
}

function checkSale(
	{ isDisturbed }: Facts,
	{ actions, role, review }: Deal,
	{ confirmed, completedAt, soldAt }: NonNullable<Deal['sale']>,
	now: number,
): void {
	const isOpen = confirmed === 'waiting' && completedAt === null;
	require(confirmed !== 'yes' || completedAt !== null, 'a yes completes a sale', completedAt);
	require(confirmed !== 'no' || completedAt === null, 'a no completes nothing', completedAt);
	for (const action of ['confirm-sale', 'deny-sale'] as const) {
		const canAnswer = actions.includes(action);
		require(canAnswer === (isOpen && role === 'buyer'), 'an open sale is answered', actions);
	}
	const answerUntil = Date.parse(soldAt) + DEAL_LIMITS.saleAnswerDays * 24 * HOUR_MS;
	require(!isOpen || isDisturbed || answerUntil > now, 'silence completes a sale', soldAt);
	require(completedAt === null || review !== null, 'a complete sale can be reviewed', review);
}

function checkSides(facts: Facts, person: PersonFacts, sides: Record<DealRole, Deal | null>): void {
	const { buyer, seller } = sides;
	if (isSeparated(person)) {
		require(!buyer?.reservation && !buyer?.queue?.turnUntil, 'nobody holds it over a block', buyer);
		require(!seller?.offer && seller?.queue?.place == null, 'the seller sees nothing', seller);
	}
	if (!buyer || !seller) return;
	const shared = ({ reservation, sale, acceptedAmounts }: Deal) => [
		reservation,
		sale,
		acceptedAmounts,
	];
	require(isSame(shared(buyer), shared(seller)), 'both sides see one deal', buyer, seller);
	require(!seller.offer || seller.offer.id === buyer.offer?.id, 'both see the offer', sides);
	require(!facts.isSold || !buyer.reservation, 'a sold item is not reserved', buyer);
}

function checkCalendar(
	{ isDone }: PersonFacts,
	deal: Deal | null,
	calendar: Calendar | null,
): void {
	if (!deal || !calendar) return;
	const canContest = deal.actions.includes('handover-contest');
	const isAgreed = !canContest && deal.handover?.agreedSlot != null;
	require(calendar.isCancelled === !(isAgreed || isDone), 'calendars have what is agreed', deal);
}

/** What a person sees of the state of a deal, to find out whether something has changed. */
function stateOf({ offer, reservation, queue, handover, sale, actions }: Deal): unknown[] {
	return [
		offer?.id,
		reservation?.amount,
		// Who is passed over by the seller keeps their place, and is told nothing.
		queue?.place != null,
		// The time to contest ends in silence.
		!actions.includes('handover-contest') && [handover?.id, handover?.done],
		[sale?.confirmed, sale?.completedAt != null],
	];
}

/** Whether each step was told once, and all that has changed. */
export function checkTold(
	{ before, after, steps }: { before: Seen; after: Seen; steps: readonly ToldStep[] },
	taken: ToldStep | undefined,
): void {
	const byPeople = steps.filter(({ type }) => !AUTOMATIC.has(type));
	require(isSame(byPeople, taken ? [taken] : []), 'one step is told once', byPeople, taken);
	for (const [buyer, { buyer: deal }] of after.deals.entries()) {
		const former = before.deals[buyer]?.buyer ?? null;
		checkCalendars(before.calendars[buyer] ?? null, after.calendars[buyer] ?? null);
		const own = steps.filter((step) => step.buyer === buyer).map(({ type }) => type);
		if (deal) checkLastStep(deal, own);
		if (!deal || !former || own.length > 0) continue;
		checkUnchanged(former, deal);
		const rose = after.calendars[buyer]?.sequence !== before.calendars[buyer]?.sequence;
		require(!rose, 'calendars change by steps', buyer);
	}
}

function checkUnchanged(former: Deal, deal: Deal): void {
	const [was, is] = [former, deal].map(stateOf);
	const isRelisted = former.sale !== null && deal.sale === null;
	const canContest = [former, deal].map(({ actions }) => actions.includes('handover-contest'));
	const isContest = canContest[0] !== canContest[1];
	require(isRelisted || isContest || isSame(was, is), 'what changes is told', was, is);
}

/** Steps after which a buyer is not in the queue. */
const LEAVING: ReadonlySet<DealEventType> = new Set([
	'queue-left',
	'queue-ended',
	'turn-passed',
	'turn-lapsed',
	'reserved',
]);

function checkLastStep({ queue, sale }: Deal, types: readonly DealEventType[]): void {
	const last = types.findLast((type) => type === 'queue-joined' || LEAVING.has(type));
	const isOut = last !== undefined && LEAVING.has(last);
	require(!isOut || queue?.place == null, 'whoever left the queue is not in it', types, queue);
	const isComplete = sale?.completedAt != null;
	require(isComplete || !types.includes('deal-completed'), 'only a sale completes', types);
}

function checkCalendars(former: Calendar | null, calendar: Calendar | null): void {
	if (!former || !calendar) return;
	const rises = calendar.sequence - former.sequence;
	const isAsBefore = former.isCancelled === calendar.isCancelled;
	require(rises === 1 || (rises === 0 && isAsBefore), 'sequences rise', former, calendar);
}

/** Whether an action that was offered was taken, and the other not; and that a refused one changes nothing. */
export function checkAnswer(
	{ status, code }: Answer,
	{ isListed, isWithinBounds }: { isListed: boolean; isWithinBounds: boolean },
): void {
	const ifListed = isWithinBounds ? 200 : 400;
	const expected = isListed ? ifListed : 409;
	const isTooMany = isListed && status === 429 && code === 'deal/too-many';
	require(status === expected || isTooMany, 'the answer is that of the list', status, code);
	if (status === 409) require(code?.startsWith('deal/') === true, 'a refusal has a code', code);
}

/** Remembers what an action has done. */
export function remember(
	driver: Driver,
	facts: Facts,
	{ buyer, role, action, number }: Own & { number: number },
): void {
	const person = personOf(facts, buyer);
	switch (action) {
		case 'offer':
			person.offers.set(facts.price, (person.offers.get(facts.price) ?? 0) + 1);
			break;
		case 'join-queue':
			person.joinedAt = number;
			break;
		case 'accept-handover':
			person.contest = null;
			person.isDone = false;
			break;
		case 'handover-done':
			person.isDone = true;
			facts.isSold ||= role === 'seller';
			break;
		case 'handover-missed': {
			const until = driver.clock() + DEAL_LIMITS.contestHours * HOUR_MS;
			person.contest = { role: other(role), until };
			addMark(facts, buyer, other(role), 1);
			break;
		}
		case 'handover-contest':
			person.contest = null;
			addMark(facts, buyer, role, -1);
	}
}

/** An action that was taken. */
export interface Own {
	buyer: number;
	role: DealRole;
	action: DealAction;
}

export const stepOf = ({ buyer, action }: Own): ToldStep => ({ buyer, type: STEP_OF[action] });

/** What the person who has taken an action sees afterwards. */
const EFFECTS: Partial<Record<DealAction, (deal: Deal) => boolean>> = {
	offer: ({ offer }) => offer?.by === 'buyer',
	'counter-offer': ({ offer }) => offer?.by === 'seller',
	'accept-offer': ({ reservation, offer }) => reservation !== null && !offer,
	'decline-offer': ({ offer }) => !offer,
	'withdraw-offer': ({ offer }) => !offer,
	reserve: ({ reservation }) => reservation !== null,
	release: ({ reservation }) => !reservation,
	'join-queue': ({ queue }) => queue?.place != null,
	'leave-queue': ({ queue }) => queue?.place == null,
	'take-turn': ({ reservation, queue }) => reservation !== null && queue?.place == null,
	'pass-turn': ({ reservation, queue }) => !reservation && queue?.place == null,
	'propose-handover': ({ handover, role }) => handover?.proposedBy === role && !handover.agreedSlot,
	'accept-handover': ({ handover }) => handover?.agreedSlot != null,
	'cancel-handover': ({ handover, reservation }) => !handover?.agreedSlot && reservation !== null,
	'handover-done': ({ role, handover, sale }) =>
		role === 'seller' ? sale !== null : handover?.done.buyer === true,
	'handover-no-deal': ({ reservation }) => !reservation,
	'handover-missed': ({ reservation }) => !reservation,
	'confirm-sale': ({ sale }) => sale?.confirmed === 'yes',
	'deny-sale': ({ sale }) => sale?.confirmed === 'no',
	review: ({ review }) => review?.mine != null,
	'reply-review': ({ review }) => review?.theirs?.answer != null,
};

export function checkEffect({ buyer, role, action }: Own, before: Seen, after: Seen): void {
	const deal = after.deals[buyer]?.[role];
	if (!deal) return;
	require(EFFECTS[action]?.(deal) ?? true, 'an action has its effect', action, deal);
	const isBoth = before.deals[buyer]?.[role]?.handover?.done.buyer === true;
	const isYes = deal.sale?.confirmed === 'yes';
	if (action === 'handover-done' && role === 'seller')
		require(isYes === isBoth, "two 'Done' are a yes", deal.sale, isBoth);
}

function addMark(facts: Facts, buyer: number, role: DealRole, mark: number): void {
	if (role === 'seller') facts.sellerMarks += mark;
	else personOf(facts, buyer).marks += mark;
}

export async function checkMarks(driver: Driver, facts: Facts): Promise<void> {
	const expected = {
		buyers: facts.people.map(({ marks }) => marks),
		seller: facts.sellerMarks,
	};
	const marks = await driver.readMarks();
	require(isSame(marks, expected), 'marks are those said and not contested', marks, expected);
}
