import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS, type DealAction } from '#contract/deals/facts.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { type Deal, type DealBodies, dealBodies, stepClientId } from '#contract/deals/schemas.ts';
import { CONTESTED_ALERT, MISSED_ALERT } from '#contract/deals/server-texts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { lockText } from '#server/db/locks.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { requireEditable, requireRemovable } from '#server/features/items/commands.ts';
import { findItem, type ItemRowWithSaves } from '#server/features/items/queries.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField, invalidInput } from '#server/lib/app-error.ts';
import { coalesce } from '#server/lib/promises.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import { apply, remove, sell } from './apply.ts';
import { requireWithinBounds } from './bounds.ts';
import {
	countMissed,
	countStepsOfDay,
	type DueFilter,
	isKnownRequest,
	listDue,
	lockItem,
	lockPeopleOfNewDeal,
	lockQueuesOf,
} from './change-queries.ts';
import {
	type DealView,
	isBlockedByOther,
	refusalOfAction,
	requireBegun,
	requireSide,
	viewOf,
} from './decide.ts';
import { publish, type TellDeps, tell } from './effects.ts';
import { lapse, nextDue } from './lapse.ts';
import { type LoadedDeals, loadItemDeals } from './load-queries.ts';
import { presentDeal } from './present.ts';
import { saveDeals, saveDueAt } from './save-queries.ts';
import { type Changes, dealOf, type ItemDeals, isPublic, newChanges } from './state.ts';

export interface DealDeps extends TellDeps {
	db: Db;
	addTask: AddTask;
	/** The college's time zone. */
	timeZone: string;
}

export interface ActDeps extends DealDeps {
	catalogue: Pick<Catalogue, 'current'>;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

interface ChangeOptions {
	/** The buyer whose deal the change may begin. */
	buyerId?: number | undefined;
	/** Loads the whole queue, which the change ends. */
	isWhole?: boolean;
	/** Takes further locks, after those of people and before that of the item. */
	lock?: (tx: Db) => Promise<void>;
	requestId?: string | null | undefined;
}

interface Change {
	tx: Db;
	/** To be changed in place. What has ended by time is ended already. */
	deals: ItemDeals;
	changes: Changes;
}

interface Changed<Result> {
	result: Result;
	/** The deals as they are stored after the change, if there is a buyer whose deal it is about. */
	deals: LoadedDeals;
	/** The administrators have a new notification. */
	isAlert: boolean;
}

/**
 * Changes the deals of one item in one transaction: locks the item, reads its deals, ends what has ended by time or by
 * another change, runs the work, and stores and tells what has changed.
 * @returns undefined for an unknown item
 */
async function changeDeals<Result>(
	deps: DealDeps,
	itemId: number,
	options: ChangeOptions,
	work: (change: Change) => Result | Promise<Result>,
): Promise<Changed<Result> | undefined> {
	const { buyerId, requestId } = options;
	const committed = await inTurn(itemId, () =>
		deps.db.transaction(async (tx) => {
			const before = await lockAndLoad({ ...deps, db: tx }, itemId, options);
			if (!before) return undefined;
			const deals = structuredClone(before);
			const changes = newChanges();
			lapse(deals, changes);
			const result = await work({ tx, deals, changes });
			await saveDeals(tx, before, deals, changes);
			const isAlert = await alertOfMissed(tx, deps, deals, changes);
			const told = await tell(tx, deps, { before, after: deals, changes, requestId });
			await saveDueAt(tx, itemId, before.stored.dueAt, nextDue(deals));
			const buyerIds = buyerId === undefined ? [] : [buyerId];
			const after =
				buyerIds.length > 0 && (await loadItemDeals({ ...deps, db: tx }, itemId, { buyerIds }));
			return { told, changed: { result, deals: after || before, isAlert } };
		}),
	);
	if (committed) publish(deps, committed.told);
	return committed?.changed;
}

async function lockAndLoad(
	deps: Pick<DealDeps, 'db' | 'timeZone'>,
	itemId: number,
	{ buyerId, isWhole = false, lock }: ChangeOptions,
): Promise<LoadedDeals | undefined> {
	if (buyerId !== undefined) await lockPeopleOfNewDeal(deps.db, { itemId, buyerId });
	await lock?.(deps.db);
	if (!(await lockItem(deps.db, itemId))) return undefined;
	const buyerIds = buyerId === undefined ? [] : [buyerId];
	return loadItemDeals(deps, itemId, { buyerIds, forChange: true, isWhole });
}

/** The last change of each item that runs or waits in this process. */
const lastChanges = new Map<number, Promise<unknown>>();

/**
 * Runs the changes of one item one after another, before each takes a connection: those that wait for the lock of a
 * popular item would take all connections.
 */
function inTurn<T>(itemId: number, work: () => Promise<T>): Promise<T> {
	const change = (lastChanges.get(itemId) ?? Promise.resolve()).then(work);
	const ended = change.then(
		() => undefined,
		() => undefined,
	);
	lastChanges.set(itemId, ended);
	void ended.then(() => lastChanges.get(itemId) === ended && lastChanges.delete(itemId));
	return change;
}

interface StepRequest extends Room {
	action: DealAction;
	callerId: number;
	/** The request body, not parsed yet. */
	sent: unknown;
}

/**
 * Performs one step of a deal. A request with a `clientId` that was used before changes nothing and gets the current deal.
 * @throws AppError not_found for an item that is not public, and for a buyer that does not exist; forbidden for other users; invalid for a body that cannot be parsed, or a value outside the limits;
 * conflict, with the current deal, for a step that is not possible now; too_many for a step that the two have made too
 * often
 */
export async function act(
	deps: ActDeps,
	{ itemId, buyerId, action, callerId, sent }: StepRequest,
): Promise<{ deal: Deal; message: string }> {
	const { body, clientId } = readBody(action, sent);
	const options: ChangeOptions = {
		buyerId,
		// The seller's 'Done' sells the item.
		isWhole: action === 'handover-done' && callerId !== buyerId,
		requestId: clientId,
		async lock(tx) {
			if (clientId) await lockText(tx, `request ${clientId.toLowerCase()} of ${callerId}`);
			if (action === 'join-queue') await lockQueuesOf(tx, buyerId);
		},
	};
	const changed = await changeDeals(deps, itemId, options, async ({ tx, deals, changes }) => {
		const role = requireSide(deals.item, buyerId, callerId);
		const view = viewOf(deals, buyerId, role);
		// For somebody who has not written, the seller's actions are not available.
		if (role === 'buyer' || view.deal.buyer.isDeleted) requireBegun(view, role);
		if (clientId && (await isKnownRequest(tx, callerId, clientId))) return { role };
		const refusal = refusalOfAction(view, role, action, body);
		if (refusal) return { role, refusal };
		// Returned and not thrown, so that what has ended by time is stored.
		const error = await errorOf(tx, deps, view, action, body);
		if (error) return { role, error };
		const { spots } = deps.catalogue.current();
		const isBlocked = isBlockedByOther(view.deal, role);
		apply(deals, changes, {
			action,
			body,
			buyerId,
			from: role,
			actorId: callerId,
			isBlocked,
			spots,
		});
		return { role };
	});
	if (!changed) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { role, refusal, error } = changed.result;
	if (changed.isAlert) deps.adminChannel.publish({ what: 'notifications' });
	if (error) throw error;
	const deal = presentDeal(viewOf(changed.deals, buyerId, role), role);
	if (refusal) throw new AppError('conflict', refusal, undefined, { deal });
	return { deal, message: DEAL_ACTION_REPLIES[action] };
}

/** @throws AppError invalid with an issue for each field that cannot be read */
function readBody<Action extends DealAction>(
	action: Action,
	sent: unknown,
): { body: DealBodies[Action]; clientId: string | null | undefined } {
	const parsed = z.safeParse(dealBodies[action], sent);
	const id = z.safeParse(stepClientId, sent);
	if (parsed.success && id.success)
		return { body: parsed.data as DealBodies[Action], clientId: id.data.clientId };
	throw invalidInput([...(parsed.error?.issues ?? []), ...(id.error?.issues ?? [])]);
}

/** Why a possible step is not made after all: too many of them, or a value outside the limits. */
async function errorOf(
	tx: Db,
	{ timeZone, catalogue }: ActDeps,
	view: DealView,
	action: DealAction,
	body: DealBodies[DealAction],
): Promise<AppError | undefined> {
	if (action === 'reserve' || action === 'propose-handover') {
		// Somebody could repeat these without end, each with a notification of the other.
		const people = [view.item.sellerId, view.deal.buyerId] as const;
		const count = await countStepsOfDay(tx, people, action, view.now);
		if (count >= DEAL_LIMITS.repeatedStepsPerDay)
			return new AppError('too_many', DEAL_ERRORS.tooMany);
	}
	try {
		requireWithinBounds(action, body, { view, timeZone, spots: catalogue.current().spots });
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
	return undefined;
}

/** Whom the administrators are told of. */
const REPORT_ALERTS = {
	missed: { ...MISSED_ALERT, about: 'userId' },
	contested: { ...CONTESTED_ALERT, about: 'reportedBy' },
} as const;

/**
 * Notifies the administrators once of somebody who does not come to hand-overs, as several people report, or who reports
 * several people who say that they were there.
 */
async function alertOfMissed(
	tx: Db,
	{ addTask }: Pick<DealDeps, 'addTask'>,
	{ now }: ItemDeals,
	{ report }: Changes,
): Promise<boolean> {
	if (!report) return false;
	const { count, before } = await countMissed(tx, report, now);
	const from = DEAL_LIMITS.missedAlertFrom;
	if (count < from || before >= from) return false;
	const { title, text, about } = REPORT_ALERTS[report.kind];
	const link = `${ADMIN_PAGES.users}?user=${report[about]}`;
	await announce(
		{ db: tx, addTask },
		{ title, message: text(report[about]), type: 'warning', target: 'admins', link },
	);
	return true;
}

interface Buyer {
	/** A user who has written about the item or made a step of a deal; missing if somebody else bought the item. */
	buyerId?: number | null | undefined;
	/**
	 * Rupees. If the price is missing, the amount agreed with the buyer or the asking price; without a buyer, the price
	 * stays unknown.
	 */
	price?: number | null | undefined;
}

/**
 * Marks an item as sold. Asks the named buyer to confirm the receipt, unless the buyer has done so. Notifies the other
 * users who wrote about the item, or who have an open offer, the reservation or a place in the queue. Only an
 * administrator can reverse a sale.
 * @throws AppError not_found; forbidden when the caller is not the owner; conflict when the item is sold or banned
 * already; invalid for a buyer who has neither written nor made a step of a deal
 */
export async function sellItem(
	deps: DealDeps,
	itemId: number,
	callerId: number,
	{ buyerId, price }: Buyer,
): Promise<ItemRowWithSaves> {
	await requireEditable(deps.db, itemId, callerId);
	const options = { buyerId: buyerId ?? undefined, isWhole: true };
	await changeDeals(deps, itemId, options, ({ deals, changes }) => {
		const { item } = deals;
		if (item.soldAt) throw new AppError('conflict', ITEM_ERRORS.alreadySold);
		if (!isPublic(item)) throw new AppError('conflict', ITEM_ERRORS.notEditable);
		if (buyerId && !isKnownBuyer(deals, buyerId))
			throw invalidField('buyerId', DEAL_INPUT_ERRORS.badBuyer);
		sell(deals, changes, { buyerId: buyerId ?? null, price });
	});
	const sold = await findItem(deps.db, itemId);
	if (!sold) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return sold;
}

function isKnownBuyer(deals: ItemDeals, buyerId: number): boolean {
	if (buyerId === deals.item.sellerId) return false;
	return dealOf(deals, buyerId).hasBegun.seller;
}

/**
 * Takes the caller's item off the market, and ends everything that is open in its deals. Its chats and its sale go on.
 * Does nothing if the item is removed already.
 * @throws AppError not_found, forbidden, or conflict when the item is banned
 */
export async function removeOwnItem(
	deps: DealDeps,
	itemId: number,
	callerId: number,
): Promise<ItemRowWithSaves> {
	await requireRemovable(deps.db, itemId, callerId);
	await changeDeals(deps, itemId, { isWhole: true }, ({ deals, changes }) => {
		if (isPublic(deals.item)) remove(deals, changes);
	});
	return requireRemovable(deps.db, itemId, callerId);
}

/** Items per query. Each item is settled in its own transaction. */
const BATCH_SIZE = 200;
/** Items that are settled at the same time. */
const CONCURRENCY = 8;

/**
 * Settles these items if they are due: ends what has ended by time or by a change elsewhere, so that later reads see the
 * current state.
 */
export async function settleIfDue(deps: DealDeps, filter: DueFilter): Promise<void> {
	for (const itemId of await listDue(deps.db, filter)) await settleItem(deps, itemId);
}

/** Settles all items that are due. Reads each item once: during maintenance, items stay due even after they are settled. */
export async function settleAllDue(deps: DealDeps): Promise<void> {
	for (let afterId = 0; ; ) {
		const itemIds = await listDue(deps.db, { afterId, limit: BATCH_SIZE });
		const waiting = itemIds.values();
		const worker = async () => {
			for (const itemId of waiting) await settleItem(deps, itemId);
		};
		await Promise.all(Array.from({ length: CONCURRENCY }, worker));
		if (itemIds.length < BATCH_SIZE) return;
		afterId = itemIds.at(-1) ?? afterId;
	}
}

/** `changeDeals` itself ends what is due. */
async function settleItem(deps: DealDeps, itemId: number): Promise<void> {
	await changeDeals(deps, itemId, {}, () => undefined);
}

/**
 * Settles due items as soon as a change of an item, a user or a block makes them due. The job that runs each minute
 * covers missed events.
 * @returns a function that ends the subscription
 */
export function settleOnChanges(
	events: Pick<DatabaseEvents, 'subscribe'>,
	{ log, ...deps }: DealDeps & { log: FastifyBaseLogger },
): () => void {
	const settleAll = coalesce(() => settleAllDue(deps));
	return events.subscribe('settleDeals', () => {
		settleAll().catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error) }, 'deals were not settled');
			else log.error({ err: error }, 'deals could not be settled');
		});
	});
}
