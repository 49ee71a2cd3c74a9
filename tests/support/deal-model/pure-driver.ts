import { reservationEnd } from '#contract/items/reservation.ts';
import { apply, remove, sell } from '#server/features/deals/apply.ts';
import { requireWithinBounds } from '#server/features/deals/bounds.ts';
import { refusalOfAction, situationOf, viewOf } from '#server/features/deals/decide.ts';
import { dealOf, heldUntil, lapse, newChanges, nextDue } from '#server/features/deals/lapse.ts';
import { presentDeal } from '#server/features/deals/present.ts';
import type { Changes, DealState, ItemDeals, Review, Step } from '#server/features/deals/state.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Answer, Driver } from './driver.ts';
import { PRICE } from './sequence.ts';

const SELLER_ID = 1;
const FIRST_BUYER_ID = 2;
/** How many places of the queue a change loads: few, so that long queues are seen. */
const PLACES_READ = 3;
const HOUR_MS = 3_600_000;
const SPOT = { id: 7, name: 'Library', hint: '', opens: '00:00', closes: '23:59' };
const BLOCKED_AT = { buyer: 'blockedSellerAt', seller: 'blockedBySellerAt' } as const;

function newDeal(buyerId: number, listedAt: string): DealState {
	return {
		buyerId,
		counts: { listedAt, attempts: {}, accepted: [] },
		hasBuyerAgreed: false,
		offer: null,
		hold: null,
		place: null,
		handover: null,
		calendar: null,
		missed: null,
		past: [],
		sale: null,
		isBegun: { buyer: false, seller: false },
		buyer: {
			isGone: false,
			isDeleted: false,
			bannedSince: null,
			isConfirmed: buyerId % 4 > 0,
			hasWritten: buyerId % 2 === 0,
			hasWrittenForBuyer: buyerId % 2 === 0,
			blockedSellerAt: null,
			blockedBySellerAt: null,
			queues: 0,
			position: null,
		},
		reviewed: null,
	};
}

/** The deals of one item, as the database would keep them, with a clock of their own. */
function openWorld(buyers: number) {
	const world = {
		now: '2026-11-30T04:30:00.000Z',
		lastId: 100,
		steps: [] as Step[],
		/** Of missed hand-overs, by person. */
		marks: new Map<number, number>(),
	};
	const { now: listedAt } = world;
	const all: ItemDeals = {
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
			isPublic: true,
			listedAt,
		},
		now: listedAt,
		deals: Array.from({ length: buyers }, (_, buyer) => newDeal(idOf(buyer), listedAt)),
		queueLength: 0,
		newId: 0,
		timeZone: 'Asia/Kolkata',
	};
	const { item } = all;
	const newId = () => {
		world.lastId += 1;
		return world.lastId;
	};

	/** The places that everybody sees, in order. */
	const queue = () =>
		all.deals
			.filter(({ place }) => place?.isWithheld === false)
			.toSorted((one, other) => (one.place?.number ?? 0) - (other.place?.number ?? 0));

	/** As the database would load them for a change. */
	function load(isWhole: boolean, buyerId: number | null): ItemDeals {
		const isAll = isWhole || item.soldAt !== null || !item.isPublic;
		const places = queue();
		const first = isAll ? places : places.slice(0, PLACES_READ);
		const deals = all.deals.filter(
			(deal) => deal.buyerId === buyerId || first.includes(deal) || isLoaded(deal),
		);
		return { ...all, item, now: world.now, deals, newId: newId(), queueLength: places.length };
	}

	function change(
		work: (deals: ItemDeals, changes: Changes) => void = () => undefined,
		{ isWhole = false, buyerId = null }: { isWhole?: boolean; buyerId?: number | null } = {},
	): void {
		const deals = load(isWhole, buyerId);
		const changes = newChanges();
		lapse(deals, changes);
		work(deals, changes);
		world.steps.push(...changes.steps);
		for (const { userId } of changes.missed) addMark(userId, 1);
		for (const { userId } of changes.contested) addMark(userId, -1);
		for (const deal of deals.deals) storeSale(deal, newId);
		storeReview(all.deals, changes, { id: newId(), now: world.now });
	}

	const addMark = (userId: number, mark: number) =>
		world.marks.set(userId, (world.marks.get(userId) ?? 0) + mark);

	/** Ends all that is over, as reading does. */
	function settle(): void {
		for (let rounds = 0; ; rounds += 1) {
			change();
			const due = nextDue(load(true, null));
			if (due === null || due > world.now) return;
			if (rounds > buyers + 2) throw new Error(`Something stays due: ${due}.`);
		}
	}

	function advance(ms: number): void {
		world.now = new Date(Date.parse(world.now) + Math.round(ms)).toISOString();
		settle();
	}

	return { world, all, item, queue, change, settle, advance };
}

const idOf = (buyer: number) => buyer + FIRST_BUYER_ID;

const isLoaded = ({ offer, hold, place, sale, buyer }: DealState): boolean =>
	offer !== null ||
	hold !== null ||
	place?.isWithheld === true ||
	(sale !== null && sale.completedAt === null && sale.endedAt === null) ||
	(place !== null &&
		(buyer.isGone || buyer.blockedSellerAt !== null || buyer.blockedBySellerAt !== null));

function storeSale(deal: DealState, newId: () => number): void {
	const { sale } = deal;
	if (!sale) return;
	sale.id ??= newId();
	if (!sale.reviewUntil || deal.reviewed?.saleId === sale.id) return;
	const { id: saleId, soldAt, reviewUntil, isConfirmed } = sale;
	deal.reviewed = { saleId, soldAt, reviewUntil, isConfirmed, reviews: [] };
}

function storeReview(
	deals: readonly DealState[],
	{ review, answer }: Changes,
	{ id, now }: { id: number; now: string },
): void {
	const unanswered = { id, createdAt: now, answer: null, answeredAt: null, isHidden: false };
	for (const { reviewed } of deals) {
		if (!reviewed) continue;
		if (reviewed.saleId === review?.saleId) {
			const added: Review = { ...unanswered, ...review, text: review.text ?? null };
			reviewed.reviews.push(added);
		}
		const answered = reviewed.reviews.find((one) => one.id === answer?.reviewId);
		if (answered && answer) Object.assign(answered, { answer: answer.text, answeredAt: now });
	}
}

type World = ReturnType<typeof openWorld>;

/** The rules alone. */
export function openPureDriver(buyers: number): Driver {
	const world = openWorld(buyers);
	return { buyers, spotId: SPOT.id, ...reading(world), ...changing(world), act: actingOn(world) };
}

function reading({ world, all, item, queue, advance }: World) {
	return {
		now: () => Date.parse(world.now),
		async read(buyer, role) {
			const buyerId = idOf(buyer);
			const own = dealOf(all, buyerId);
			const places = queue();
			const number = own.place?.number ?? 0;
			const ahead = places.filter(({ place }) => (place?.number ?? 0) < number).length;
			own.buyer.position = own.place ? ahead + 1 : null;
			const deals = { ...all, now: world.now, queueLength: places.length };
			const view = viewOf(deals, buyerId, role);
			const hasBegun = situationOf(view, role).hasWritten || (role === 'buyer' && !item.isRemoved);
			if (!hasBegun || !(item.isPublic || item.isRemoved)) return null;
			const deal = presentDeal(view, role);
			// What was seen must not change with the state.
			const { handover } = deal;
			return handover ? { ...deal, handover: { ...handover, done: { ...handover.done } } } : deal;
		},
		async takeSteps() {
			advance(1000);
			return world.steps
				.splice(0)
				.filter(({ isSilent }) => !isSilent)
				.map(({ buyerId, event: { type } }) => ({ buyer: buyerId - FIRST_BUYER_ID, type }));
		},
		async readQueue() {
			return queue().map(({ buyerId }) => buyerId - FIRST_BUYER_ID);
		},
		async readReservedUntil() {
			const held = heldUntil({ ...all, queueLength: queue().length });
			const dateOf = (time: string | null) => time && new Date(time);
			const reservedUntil = dateOf(held.reservedUntil) || null;
			const nextTurnUntil = dateOf(held.nextTurnUntil) || null;
			const end = reservationEnd({ reservedUntil, nextTurnUntil }, new Date(world.now));
			return end?.getTime() ?? null;
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

function changing({ world, all, item, change, settle, advance }: World) {
	const ofBuyer = (buyer: number) => dealOf(all, idOf(buyer)).buyer;
	const showItem = () => {
		item.isPublic = item.bannedSince === null && !item.isRemoved;
		settle();
	};
	return {
		async passTime(hours) {
			advance(hours * HOUR_MS);
		},
		async setBlocked(buyer, by, isBlocked) {
			ofBuyer(buyer)[BLOCKED_AT[by]] = isBlocked ? world.now : null;
			settle();
		},
		async setItemBanned(isBanned) {
			item.bannedSince = isBanned ? world.now : null;
			showItem();
		},
		async banBuyer(buyer) {
			Object.assign(ofBuyer(buyer), { isGone: true, bannedSince: world.now });
			settle();
		},
		async setPrice(price, isPriceFixed) {
			Object.assign(item, { price, isPriceFixed });
			settle();
		},
		async sell(buyer, price) {
			const buyerId = buyer === null ? null : idOf(buyer);
			const work = (deals: ItemDeals, changes: Changes) => sell(deals, changes, { buyerId, price });
			change(work, { buyerId, isWhole: true });
		},
		async setRemoved(isRemoved) {
			if (isRemoved) change(remove, { isWhole: true });
			item.isRemoved = isRemoved;
			showItem();
		},
		async relist() {
			Object.assign(item, { soldAt: null, listedAt: world.now });
			settle();
		},
	} satisfies Partial<Driver>;
}

const actingOn =
	({ change }: World): Driver['act'] =>
	async (buyer, role, action, sent) => {
		const buyerId = idOf(buyer);
		const body = withoutNulls(sent) as never;
		const answer: Answer = { status: 200 };
		const work = (deals: ItemDeals, changes: Changes) => {
			const { timeZone } = deals;
			const view = viewOf(deals, buyerId, role);
			const refusal = refusalOfAction(view, role, action, body);
			if (refusal) Object.assign(answer, { status: 409, code: refusal.code });
			else if (isWrong(() => requireWithinBounds(action, body, { view, timeZone, spots: [SPOT] })))
				answer.status = 400;
			else {
				const isBuyer = role === 'buyer';
				const actorId = isBuyer ? buyerId : SELLER_ID;
				const blockedAt = view.deal.buyer[BLOCKED_AT[isBuyer ? 'seller' : 'buyer']];
				const act = { action, body, buyerId, from: role, actorId, spots: [SPOT] };
				apply(deals, changes, { ...act, isBlocked: blockedAt !== null });
			}
		};
		change(work, { buyerId, isWhole: action === 'handover-done' });
		return answer;
	};

const withoutNulls = (body: object) =>
	Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

function isWrong(check: () => void): boolean {
	try {
		check();
		return false;
	} catch (error) {
		if (error instanceof AppError) return true;
		throw error;
	}
}
