import { counterRange, offerRange } from '#contract/deals/amounts.ts';
import { DEAL_ACTIONS, DEAL_ROLES, type DealAction, type DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	checkAnswer,
	checkEffect,
	checkMarks,
	checkSeen,
	checkTold,
	type Facts,
	look,
	newFacts,
	type Own,
	personOf,
	remember,
	type Seen,
	stepOf,
} from './checker.ts';
import type { Driver, ToldStep } from './driver.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SLOT_MS = 5 * MINUTE_MS;
/** An id that no offer and no hand-over has. */
const UNKNOWN_ID = 2_000_000_000;
export const PRICE = 450;

/** Actions to which only a series of others leads: chosen more often, or hardly a sequence would come so far. */
const LATE_ACTIONS: ReadonlySet<DealAction> = new Set([
	'accept-offer',
	'join-queue',
	'take-turn',
	'propose-handover',
	'accept-handover',
	'handover-done',
	'handover-contest',
	'confirm-sale',
	'review',
	'reply-review',
]);
const OFFER_ACTIONS: ReadonlySet<DealAction> = new Set([
	'accept-offer',
	'decline-offer',
	'withdraw-offer',
]);

/** Mulberry32: numbers from 0 up to `max`, without `max`. */
function randomOf(seed: number) {
	let state = seed * 0x9e3779b9;
	return (max: number): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * max);
	};
}

interface Run {
	driver: Driver;
	facts: Facts;
	random: (max: number) => number;
	pick: <Value>(values: readonly Value[]) => Value;
	seen: Seen;
	/** Ids of offers and hand-overs that were seen. */
	ids: number[];
	history: string[];
	/** The number of the command. */
	number: number;
}

/** Runs a random sequence of `length` commands, and checks the rules after each. */
export async function runSequence(driver: Driver, seed: number, length: number): Promise<void> {
	const random = randomOf(seed);
	const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
	const facts = newFacts(driver, PRICE);
	const run: Run = {
		driver,
		facts,
		random,
		pick,
		seen: await look(driver),
		ids: [UNKNOWN_ID],
		history: [],
		number: 0,
	};
	try {
		checkSeen(driver, facts, run.seen);
		while (run.number < length) {
			run.number += 1;
			await runCommand(run);
		}
		await checkMarks(driver, facts);
	} catch (error) {
		const steps = run.history.join('\n');
		throw new Error(`Sequence ${seed} breaks a rule after:\n${steps}`, { cause: error });
	}
}

async function runCommand(run: Run): Promise<void> {
	const before = run.seen;
	const own = await commandOf(run)(run);
	const steps = await run.driver.takeSteps();
	run.seen = await look(run.driver);
	const ids = run.seen.deals.flatMap(({ buyer }) => [buyer?.offer?.id, buyer?.handover?.id]);
	run.ids = [...new Set([...run.ids, ...ids.filter((id) => id !== undefined)])];
	checkSeen(run.driver, run.facts, run.seen);
	if (own && 'action' in own) checkEffect(own, before, run.seen);
	checkTold({ before, after: run.seen, steps }, own && 'action' in own ? stepOf(own) : own);
}

/** @returns the action that was taken, or another step that is told */
type Command = (run: Run) => Promise<Own | ToldStep | undefined>;

/** Chooses what happens next; mostly one of the steps that are possible. */
function commandOf({ random, facts }: Run): Command {
	const choice = random(100);
	// A banned item is soon back: nothing can be done with it.
	if (facts.isBanned && choice < 70) return banItem;
	if (facts.isRemoved && choice < 50) return removeItem;
	if (choice < 62) return takeStep;
	if (choice < 72) return tryStep;
	if (choice < 85) return passTime;
	const others = [changePrice, changePrice, block, block, block, sell, sell, banItem, removeItem];
	return choice < 98 ? (others[random(others.length)] ?? block) : choice < 99 ? relist : banBuyer;
}

interface Possible {
	buyer: number;
	role: DealRole;
	deal: Deal;
}

function sidesOf({ seen, facts }: Run): Possible[] {
	return seen.deals.flatMap((sides, buyer) =>
		DEAL_ROLES.flatMap((role) => {
			const deal = sides[role];
			return deal && !(role === 'buyer' && personOf(facts, buyer).isBanned)
				? [{ buyer, role, deal }]
				: [];
		}),
	);
}

/** An action that is listed, with a good body or, sometimes, one out of bounds. */
const takeStep: Command = async (run) => {
	const sides = sidesOf(run);
	const listed = [...new Set(sides.flatMap(({ deal }) => deal.actions))];
	if (listed.length === 0) return undefined;
	const action = run.pick(
		listed.flatMap((one) => (LATE_ACTIONS.has(one) ? Array<DealAction>(4).fill(one) : one)),
	);
	const side = run.pick(sides.filter(({ deal }) => deal.actions.includes(action)));
	const isWithinBounds = run.random(12) > 0 || !(action in WRONG_BODIES);
	const body = isWithinBounds ? bodyFor(run, action, side) : { ...WRONG_BODIES[action] };
	if (body === undefined) return undefined;
	const answer = await send(run, side, action, body);
	checkAnswer(answer, { isListed: true, isWithinBounds });
	if (answer.status !== 200) return undefined;
	const { buyer, role } = side;
	remember(run.driver, run.facts, { buyer, role, action, number: run.number });
	return { buyer, role, action };
};

/** An action that is not listed: it is refused. */
const tryStep: Command = async (run) => {
	const sides = sidesOf(run);
	if (sides.length === 0) return undefined;
	const side = run.pick(sides);
	const action = run.pick(DEAL_ACTIONS.filter((one) => !side.deal.actions.includes(one)));
	const body = bodyFor(run, action, side) ?? {
		handoverId: run.pick(run.ids),
		slot: slotIn(run, 2),
	};
	checkAnswer(await send(run, side, action, body), { isListed: false, isWithinBounds: true });
	return undefined;
};

async function send(run: Run, { buyer, role }: Possible, action: DealAction, body: object) {
	const answer = await run.driver.act(buyer, role, action, body);
	const { status, code = '' } = answer;
	run.history.push(`${role} ${buyer}: ${action} ${JSON.stringify(body)} → ${status} ${code}`);
	return answer;
}

const WRONG_BODIES: Partial<Record<DealAction, object>> = {
	offer: { amount: 1.5 },
	'counter-offer': { amount: 1 },
	reserve: { hours: 30 },
	'propose-handover': { place: 'At my door', slots: ['2020-01-01T10:00:00.000Z'] },
	review: { stars: 6, tags: [] },
	'reply-review': { text: '' },
};

/** A body with which the action is possible if it is listed; undefined if no time fits any more. */
function bodyFor(run: Run, action: DealAction, { deal }: Possible): object | undefined {
	const { random, pick, ids } = run;
	const isListed = deal.actions.includes(action);
	/** The id of what is open; of an action that is refused, sometimes another. */
	const idOr = (id: number | undefined) => (isListed || random(2) ? id : undefined) ?? pick(ids);
	if (OFFER_ACTIONS.has(action)) return { offerId: idOr(deal.offer?.id) };
	if (action in BODIES) return BODIES[action]?.(run, deal);
	return action.includes('handover') ? { handoverId: idOr(deal.handover?.id) } : {};
}

const BODIES: Partial<Record<DealAction, (run: Run, deal: Deal) => object | undefined>> = {
	offer: (run, deal) => ({ amount: within(run, offerRange(deal.askedPrice)) }),
	'counter-offer': (run, { askedPrice, offer }) => ({
		amount: within(run, counterRange(askedPrice, offer?.amount ?? 1)),
	}),
	reserve: ({ pick }, { acceptedAmounts }) => ({
		hours: pick([24, 48, 120]),
		amount: pick([null, ...acceptedAmounts]),
	}),
	release: ({ pick }) => pick([{}, { reason: 'Found another.' }]),
	'propose-handover'(run) {
		const { pick, random, driver } = run;
		const slots = [slotIn(run, pick([0.2, 1, 5, 30, 80])), slotIn(run, 100)];
		const where = pick([{ spotId: driver.spotId }, { place: 'Room 12' }]);
		return { ...where, slots: slots.slice(0, 1 + random(2)) };
	},
	'accept-handover'(run, { handover, actions }) {
		const earliest = run.driver.now() + MINUTE_MS;
		const slot = handover?.slots.find((one) => Date.parse(one) > earliest);
		if (actions.includes('accept-handover') && slot === undefined) return undefined;
		return { handoverId: handover?.id ?? run.pick(run.ids), slot: slot ?? slotIn(run, 2) };
	},
	review: ({ random }) => ({ stars: 1 + random(5), tags: [] }),
	'reply-review': () => ({ text: 'Thanks.' }),
};

const within = ({ random }: Run, { min, max }: { min: number; max: number }) =>
	min + random(Math.max(1, max - min + 1));

/** A time on five minutes, so many hours from now. */
function slotIn({ driver }: Run, hours: number): string {
	const at = driver.now() + hours * HOUR_MS;
	return new Date(Math.ceil(at / SLOT_MS) * SLOT_MS).toISOString();
}

/** Lets some hours pass or, often, just the time until something of a deal ends or begins. */
const passTime: Command = async (run) => {
	const { driver, seen, random, pick, history } = run;
	const moments = seen.deals.flatMap(({ buyer }) => [
		buyer?.offer?.expiresAt,
		buyer?.reservation?.until,
		buyer?.queue?.turnUntil,
		buyer?.handover?.agreedSlot,
		buyer?.handover?.agreedSlot,
		buyer?.handover?.agreedSlot,
	]);
	const next = pick(moments.filter((moment) => moment != null));
	const untilNext = next ? (Date.parse(next) - driver.now()) / HOUR_MS : 0;
	const hours =
		next !== undefined && untilNext > -1 && random(3) > 0
			? Math.max(0.02, untilNext + pick([-0.4, 0.02, 0.3]))
			: pick([1, 5, 6, 7, 13, 23, 24, 27, 48, 120, 168, 336]);
	history.push(`${hours} hours pass`);
	await driver.passTime(hours);
	return undefined;
};

const changePrice: Command = async ({ driver, facts, seen, pick, history }) => {
	const isHeld = seen.deals.some(({ buyer }) => buyer?.queue);
	if (isHeld || facts.isSold || facts.isBanned || facts.isRemoved) return undefined;
	facts.price = pick([PRICE, PRICE, 500, 99.99, 1, 0.8, 0]);
	facts.isPriceFixed = pick([false, false, false, true]);
	history.push(`the price is ${facts.price}${facts.isPriceFixed ? ', fixed' : ''}`);
	await driver.setPrice(facts.price, facts.isPriceFixed);
	return undefined;
};

const block: Command = async ({ driver, facts, random, pick, history }) => {
	const buyer = random(driver.buyers);
	const person = personOf(facts, buyer);
	if (person.isBanned) return undefined;
	const by = pick(DEAL_ROLES);
	const isBlocked = !person.blockedBy[by];
	person.blockedBy[by] = isBlocked;
	facts.isDisturbed = true;
	history.push(`${isBlocked ? 'blocked' : 'unblocked'} by ${by}: ${buyer}`);
	await driver.setBlocked(buyer, by, isBlocked);
	return undefined;
};

const sell: Command = async ({ driver, facts, seen, random, pick, history }) => {
	if (facts.isSold || facts.isBanned || facts.isRemoved) return undefined;
	const chosen = random(driver.buyers);
	const buyer = seen.deals[chosen]?.seller ? pick([chosen, chosen, null]) : null;
	const price = pick([undefined, undefined, 0, 123.45]);
	facts.isSold = true;
	if (buyer !== null)
		personOf(facts, buyer).isDone ||= seen.calendars[buyer]?.isCancelled === false;
	history.push(`sold to ${buyer} for ${price}`);
	await driver.sell(buyer, price);
	return buyer === null ? undefined : { buyer, type: 'sold' };
};

const banItem: Command = async ({ driver, facts, history }) => {
	if (facts.isRemoved) return undefined;
	facts.isBanned = !facts.isBanned;
	facts.isDisturbed = true;
	history.push(`the item is ${facts.isBanned ? 'banned' : 'back'}`);
	await driver.setItemBanned(facts.isBanned);
	return undefined;
};

const banBuyer: Command = async ({ driver, facts, random, history }) => {
	const buyer = random(driver.buyers);
	const person = personOf(facts, buyer);
	if (person.isBanned) return undefined;
	person.isBanned = true;
	facts.isDisturbed = true;
	history.push(`banned: ${buyer}`);
	await driver.banBuyer(buyer);
	return undefined;
};

const removeItem: Command = async ({ driver, facts, history }) => {
	if (facts.isBanned || facts.isSold) return undefined;
	facts.isRemoved = !facts.isRemoved;
	history.push(facts.isRemoved ? 'removed' : 'put back');
	await driver.setRemoved(facts.isRemoved);
	return undefined;
};

const relist: Command = async ({ driver, facts, history }) => {
	if (!facts.isSold || facts.isBanned) return undefined;
	facts.isSold = false;
	for (const person of facts.people) person.offers.clear();
	history.push('on sale again');
	await driver.relist();
	return undefined;
};
