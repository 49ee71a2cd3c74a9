import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import { reservationEnd } from '#contract/items/reservation.ts';
import { NEW_DEAL } from '#server/db/deal-state.ts';
import { apply, remove, sell } from '#server/features/deals/apply.ts';
import { requireWithinBounds } from '#server/features/deals/bounds.ts';
import {
	type DealView,
	isBlockedByOther,
	refusalOfAction,
	situationOf,
	viewOf,
} from '#server/features/deals/decide.ts';
import { heldUntil, lapse, nextDue } from '#server/features/deals/lapse.ts';
import { presentDeal } from '#server/features/deals/present.ts';
import {
	type Changes,
	type DealState,
	dealOf,
	type ItemDeals,
	isGone,
	isPublic,
	newChanges,
	type Review,
	type Step,
} from '#server/features/deals/state.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Answer, Driver } from './driver.ts';
import { PRICE } from './sequence.ts';

const SELLER_ID = 1;
const FIRST_BUYER_ID = 2;
/** How many places of the queue a change loads: few, so that long queues are seen. */
const PLACES_READ = 2;
const HOUR_MS = 3_600_000;
const SPOT = { id: 7, name: 'Library', hint: '', opens: '00:00', closes: '23:59' };
const BLOCKED_AT = { buyer: 'blockedSellerAt', seller: 'blockedBySellerAt' } as const;

function newDeal(buyerId: number): DealState {
	return {
		buyerId,
		...NEW_DEAL,
		sales: [],
		isStored: false,
		hasBegun: { buyer: buyerId % 2 === 0, seller: buyerId % 2 === 0 },
		buyer: {
			isDeleted: false,
			bannedSince: null,
			isConfirmed: buyerId % 4 > 0,
			blockedSellerAt: null,
			blockedBySellerAt: null,
			queues: 0,
			position: null,
		},
	};
}

function newItemDeals(buyers: number, now: string): ItemDeals {
	return {
		item: {
			id: 1,
			sellerId: SELLER_ID,
			sellerName: 'Sneha',
			title: 'Lamp',
			price: PRICE,
			isPriceFixed: false,
			soldAt: null,
			isRemoved: false,
			isDeleted: false,
			bannedSince: null,
			listedAt: now,
		},
		now,
		deals: Array.from({ length: buyers }, (_, buyer) => newDeal(idOf(buyer))),
		queueLength: 0,
		newId: 0,
		timeZone: 'Asia/Kolkata',
	};
}

/** What is kept besides the deals. */
interface World {
	now: string;
	all: ItemDeals;
	lastId: number;
	steps: Step[];
	/** Of missed hand-overs, by person. */
	marks: Map<number, number>;
	/** As the item's row has it. */
	held: ReturnType<typeof heldUntil>;
}

/** The deals of one item, as the database would keep them, with a clock of their own. */
function newWorld(buyers: number): World {
	const now = '2026-11-30T04:30:00.000Z';
	return {
		now,
		all: newItemDeals(buyers, now),
		lastId: 100,
		steps: [],
		marks: new Map(),
		held: { reservedUntil: null, nextTurnUntil: null },
	};
}

function newId(world: World): number {
	world.lastId += 1;
	return world.lastId;
}

/** The places that everybody sees, in order. */
const queueOf = ({ all: { deals } }: World): DealState[] =>
	deals
		.filter(({ place }) => place?.isWithheld === false)
		.toSorted((one, other) => (one.place?.number ?? 0) - (other.place?.number ?? 0));

/** As the database would load them for a change. */
function load(world: World, isWhole: boolean, buyerId: number | null): ItemDeals {
	const { all, now } = world;
	const isAll = isWhole || all.item.soldAt !== null || !isPublic(all.item);
	const places = queueOf(world);
	const first = isAll ? places : places.slice(0, PLACES_READ);
	const deals = all.deals.filter(
		(deal) => deal.buyerId === buyerId || first.includes(deal) || isLoaded(deal),
	);
	return { ...all, now, deals, newId: newId(world), queueLength: places.length };
}

function change(
	world: World,
	work: (deals: ItemDeals, changes: Changes) => void = () => undefined,
	{ isWhole = false, buyerId = null }: { isWhole?: boolean; buyerId?: number | null } = {},
): void {
	const deals = load(world, isWhole, buyerId);
	const changes = newChanges();
	lapse(deals, changes);
	work(deals, changes);
	const later = newChanges();
	lapse(deals, later);
	if (later.steps.length > 0)
		throw new Error(`A change leaves something over: ${JSON.stringify(later.steps)}`);
	world.held = heldUntil(deals);
	world.steps.push(...changes.steps);
	if (changes.report) {
		const { kind, userId } = changes.report;
		const marks = world.marks.get(userId) ?? 0;
		world.marks.set(userId, marks + (kind === 'missed' ? 1 : -1));
	}
	for (const { sales } of deals.deals) for (const sale of sales) sale.id ??= newId(world);
	storeReview(world, changes);
}

/** Ends all that is over, as reading does. */
function settle(world: World): void {
	for (let rounds = 0; ; rounds += 1) {
		change(world);
		const due = nextDue(load(world, true, null));
		if (due === null || due > world.now) return;
		if (rounds > 20) throw new Error(`Something stays due: ${due}.`);
	}
}

function advance(world: World, ms: number): void {
	world.now = new Date(Date.parse(world.now) + Math.round(ms)).toISOString();
	const { nextTurnUntil } = world.held;
	const shown = shownUntil(world);
	settle(world);
	const until = shownUntil(world);
	// Only the turns after the next one are not known before they begin.
	const isFurther = shown === null && nextTurnUntil !== null;
	if (shown !== until && !isFurther) throw new Error(`Cards showed ${shown}, not ${until}.`);
}

const idOf = (buyer: number) => buyer + FIRST_BUYER_ID;

const isLoaded = ({ offer, hold, place, sales, buyer }: DealState): boolean =>
	offer !== null ||
	hold !== null ||
	place?.isWithheld === true ||
	sales.some(({ completedAt, endedAt }) => completedAt === null && endedAt === null) ||
	(place !== null &&
		(isGone(buyer) || buyer.blockedSellerAt !== null || buyer.blockedBySellerAt !== null));

function storeReview(world: World, { review, answer }: Changes): void {
	const { now } = world;
	const id = newId(world);
	const unanswered = { id, createdAt: now, answer: null, answeredAt: null, isHidden: false };
	for (const { id: saleId, reviews } of world.all.deals.flatMap(({ sales }) => sales)) {
		if (saleId === review?.saleId) {
			const added: Review = { ...unanswered, ...review, text: review.text ?? null };
			reviews.push(added);
		}
		const answered = reviews.find((one) => one.id === answer?.reviewId);
		if (answered && answer) Object.assign(answered, { answer: answer.text, answeredAt: now });
	}
}

/** Until when cards show the item as reserved. */
function shownUntil({ now, held }: World): number | null {
	const dateOf = (time: string | null) => (time === null ? null : new Date(time));
	const reservedUntil = dateOf(held.reservedUntil);
	const nextTurnUntil = dateOf(held.nextTurnUntil);
	return reservationEnd({ reservedUntil, nextTurnUntil }, new Date(now))?.getTime() ?? null;
}

/** The rules alone. */
export function openPureDriver(buyers: number): Driver {
	const world = newWorld(buyers);
	return { buyers, spotId: SPOT.id, ...reading(world), ...changing(world), act: actingOn(world) };
}

function reading(world: World) {
	const { all } = world;
	const { item } = all;
	return {
		now: () => Date.parse(world.now),
		clock: () => Date.parse(world.now),
		async read(buyer, role) {
			const buyerId = idOf(buyer);
			const own = dealOf(all, buyerId);
			const places = queueOf(world);
			const number = own.place?.number ?? 0;
			const ahead = places.filter(({ place }) => (place?.number ?? 0) < number).length;
			own.buyer.position = own.place ? ahead + 1 : null;
			const deals = { ...all, now: world.now, queueLength: places.length };
			const view = viewOf(deals, buyerId, role);
			const hasBegun = situationOf(view, role).hasWritten || (role === 'buyer' && !item.isRemoved);
			if (!hasBegun || !(isPublic(item) || item.isRemoved)) return null;
			const deal = presentDeal(view, role);
			// What was seen must not change with the state.
			const { handover } = deal;
			return handover ? { ...deal, handover: { ...handover, done: { ...handover.done } } } : deal;
		},
		async takeSteps() {
			advance(world, 1000);
			return world.steps
				.splice(0)
				.filter(({ isSilent }) => !isSilent)
				.map(({ buyerId, event: { type } }) => ({ buyer: buyerId - FIRST_BUYER_ID, type }));
		},
		async readQueue() {
			return queueOf(world).map(({ buyerId }) => buyerId - FIRST_BUYER_ID);
		},
		async readReservedUntil() {
			return shownUntil(world);
		},
		async readMarks() {
			const countOf = (id: number) => world.marks.get(id) ?? 0;
			return {
				buyers: all.deals.map(({ buyerId }) => countOf(buyerId)),
				seller: countOf(SELLER_ID),
			};
		},
		async readCalendars() {
			return all.deals.map(({ calendar }) => calendar);
		},
	} satisfies Partial<Driver>;
}

function changing(world: World) {
	const { all } = world;
	const { item } = all;
	const ofBuyer = (buyer: number) => dealOf(all, idOf(buyer)).buyer;
	return {
		async passTime(hours) {
			advance(world, hours * HOUR_MS);
		},
		async setBlocked(buyer, by, isBlocked) {
			ofBuyer(buyer)[BLOCKED_AT[by]] = isBlocked ? world.now : null;
			settle(world);
		},
		async setItemBanned(isBanned) {
			item.bannedSince = isBanned ? world.now : null;
			settle(world);
		},
		async banBuyer(buyer) {
			ofBuyer(buyer).bannedSince = world.now;
			settle(world);
		},
		async setPrice(price, isPriceFixed) {
			Object.assign(item, { price, isPriceFixed });
			settle(world);
		},
		async sell(buyer, price) {
			const buyerId = buyer === null ? null : idOf(buyer);
			const work = (deals: ItemDeals, changes: Changes) => sell(deals, changes, { buyerId, price });
			change(world, work, { buyerId, isWhole: true });
		},
		async setRemoved(isRemoved) {
			if (isRemoved) change(world, remove, { isWhole: true });
			item.isRemoved = isRemoved;
			settle(world);
		},
		async relist() {
			Object.assign(item, { soldAt: null, listedAt: world.now });
			settle(world);
		},
	} satisfies Partial<Driver>;
}

const actingOn =
	(world: World): Driver['act'] =>
	async (buyer, role, action, sent) => {
		const buyerId = idOf(buyer);
		const body = withoutNulls(sent) as never;
		const answer: Answer = { status: 200 };
		const work = (deals: ItemDeals, changes: Changes) => {
			const view = viewOf(deals, buyerId, role);
			Object.assign(answer, refusalOf(view, role, action, body));
			if (answer.status !== 200) return;
			const actorId = role === 'buyer' ? buyerId : SELLER_ID;
			const isBlocked = isBlockedByOther(view.deal, role);
			const spots = [SPOT];
			apply(deals, changes, { action, body, buyerId, from: role, actorId, isBlocked, spots });
		};
		change(world, work, { buyerId, isWhole: action === 'handover-done' });
		return answer;
	};

function refusalOf(
	view: DealView,
	role: DealRole,
	action: DealAction,
	body: never,
): Answer | undefined {
	const refusal = refusalOfAction(view, role, action, body);
	if (refusal) return { status: 409, code: refusal.code };
	try {
		requireWithinBounds(action, body, { view, timeZone: 'Asia/Kolkata', spots: [SPOT] });
	} catch (error) {
		if (error instanceof AppError) return { status: 400 };
		throw error;
	}
	return undefined;
}

const withoutNulls = (body: object) =>
	Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
