import { isDeepStrictEqual } from 'node:util';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { DEAL_ROLES, type DealRole } from '#contract/deals/facts.ts';
import type { StoredReservation } from '#contract/items/reservation.ts';
import type { Db } from '#server/db/client.ts';
import { listOnScreen } from '#server/features/chat/commands.ts';
import {
	deliverSteps,
	insertStepMessages,
	type StepMessage,
	type StoredStep,
} from '#server/features/chat/messages/commands.ts';
import { chatPath } from '#server/features/chat/present.ts';
import {
	notifyUsers,
	publishNotificationsChanged,
} from '#server/features/notifications/commands.ts';
import { setPageRead } from '#server/features/notifications/queries.ts';
import {
	type DealItem,
	findDealItem,
	listNames,
	lockDealItem,
	lockPeopleOfNewDeal,
	setReservation,
} from './item-queries.ts';
import { settle } from './settle.ts';
import { notificationOfStep, presentNotification } from './step-notification.ts';
import {
	type ChangedDeal,
	findNextEnds,
	insertDealIfMissing,
	insertSteps,
	readTransactionStart,
	setDueAt,
	type TransactionStart,
	touchDeals,
} from './step-queries.ts';
import { stepText } from './step-text.ts';
import type { DealDeps, DealNotification, DealTransaction, NewStep } from './steps.ts';

/**
 * Runs `work` on the deals of an item in one transaction. Locks the item, settles it if it is due (settle.ts), runs the
 * work, and stores the steps with their messages and notifications. After the commit, notifies both sides of each
 * changed deal.
 * @param buyerId the buyer whose deal the work may open
 * @returns undefined for an unknown item
 */
export async function changeDeals<Result>(
	deps: DealDeps,
	{ itemId, buyerId }: { itemId: number; buyerId?: number | undefined },
	work: (transaction: DealTransaction) => Promise<Result>,
): Promise<Result | undefined> {
	const committed = await deps.db.transaction(async (tx) => {
		if (buyerId !== undefined) await lockPeopleOfNewDeal(tx, { itemId, buyerId });
		if (!(await lockDealItem(tx, itemId))) return undefined;
		const item = await findDealItem(tx, itemId);
		if (!item) return undefined;
		const start = await readTransactionStart(tx, itemId);
		const { transaction, store } = collectSteps(deps, tx, item, start);
		if (start.deadline.isOver) await settle(transaction);
		const result = await work(transaction);
		return { result, changes: await store() };
	});
	if (!committed) return undefined;
	publish(deps, committed.changes);
	return committed.result;
}

interface StoredChanges {
	item: Pick<DealItem, 'id' | 'sellerId'>;
	messages: StoredStep[];
	changedDeals: ChangedDeal[];
	notifiedIds: number[];
}

/** Returns the transaction for the work, and a function that stores the steps and notifications that the work adds. */
function collectSteps(
	{ addTask, realtime, timeZone }: DealDeps,
	tx: Db,
	item: DealItem,
	{ now, deadline, firstInQueue: firstBefore }: TransactionStart,
) {
	const steps: NewStep[] = [];
	const notifications: DealNotification[] = [];
	const notifiedIds: number[] = [];
	const transaction: DealTransaction = {
		tx,
		addTask,
		timeZone,
		now,
		item,
		addStep: (step) => void steps.push(step),
		notify: (notification) => void notifications.push(notification),
		addNotified: (userIds) => void notifiedIds.push(...userIds),
	};

	async function store(): Promise<StoredChanges> {
		const hidden = steps.map((step) => ({
			...step,
			isWithheld: step.isWithheld === true || step.actor?.isBlocked === true,
		}));
		const changed = changedDealsOf(hidden);
		await touchDeals(tx, item.id, changed, now);
		await insertSteps(tx, item.id, hidden, now);
		const inChat = hidden.filter(({ hasChatMessage }) => hasChatMessage !== false);
		// Before the steps become messages, which nobody has read yet.
		const changedBuyers = changed.map(({ buyerId }) => buyerId);
		const onScreen = await listOnScreen(realtime, tx, item.id, changedBuyers);
		const messages = await insertStepMessages(
			tx,
			inChat.map((step) => messageOf(step, transaction)),
		);
		// Whoever has blocked the other has ended what was open between them.
		const notifying = inChat.filter((_, index) => !messages[index]?.isBlockedByReceiver);
		const ofSteps = notifying.flatMap((step) => notificationOfStep(step, transaction) ?? []);
		notifiedIds.push(...(await readByActors(transaction, steps)));
		const stored = await storeNotifications(transaction, [...ofSteps, ...notifications], onScreen);
		notifiedIds.push(...stored);
		const { reservation, dueAt, firstInQueue } = await findNextEnds(tx, item.id);
		// A buyer who became first in the queue, or whose turn ended, is notified at once. Other buyers who moved up see
		// their new place at the next read.
		if (firstInQueue && !isDeepStrictEqual(firstInQueue, firstBefore))
			changed.push({ buyerId: firstInQueue.buyerId, sides: new Set(DEAL_ROLES) });
		await storeReservation(transaction, reservation);
		await setDueAt(tx, item.id, deadline, dueAt);
		return { item, messages, changedDeals: changed, notifiedIds };
	}

	return { transaction, store };
}

type HidableStep = NewStep & { isWithheld: boolean };

/** The side from which a block hides a step. */
function hiddenSideOf({ isWithheld, actor, from }: HidableStep): DealRole | null {
	if (!isWithheld) return null;
	return actor && from === 'seller' ? 'buyer' : 'seller';
}

/** The deals in which a step was made, each once. */
function changedDealsOf(steps: readonly HidableStep[]): ChangedDeal[] {
	const sides = new Map<number, Set<DealRole>>();
	for (const step of steps) {
		const ofBuyer = sides.get(step.buyerId) ?? new Set();
		sides.set(step.buyerId, ofBuyer);
		for (const role of DEAL_ROLES) if (role !== hiddenSideOf(step)) ofBuyer.add(role);
	}
	return Array.from(sides, ([buyerId, ofBuyer]) => ({ buyerId, sides: ofBuyer }));
}

function messageOf(
	step: HidableStep,
	{ item, now, timeZone }: Pick<DealTransaction, 'item' | 'now' | 'timeZone'>,
): StepMessage {
	const { buyerId, from, event, reason } = step;
	const words = stepText({ event, from }, now, timeZone);
	const hiddenSide = hiddenSideOf(step);
	const [senderId, receiverId] =
		from === 'buyer' ? [buyerId, item.sellerId] : [item.sellerId, buyerId];
	return {
		room: { itemId: item.id, buyerId },
		senderId,
		receiverId,
		event,
		body: reason ? `${words} ${reason}` : words,
		hiddenFrom: hiddenSide && (hiddenSide === from ? 'sender' : 'receiver'),
	};
}

/** Whoever makes a step has seen what the deal's notifications say. */
async function readByActors(
	{ tx, item }: DealTransaction,
	steps: readonly NewStep[],
): Promise<number[]> {
	const userIds: number[] = [];
	for (const { buyerId, actor } of steps)
		if (actor && (await setPageRead(tx, actor.id, chatPath({ itemId: item.id, buyerId }))))
			userIds.push(actor.id);
	return userIds;
}

/** @param onScreen who sees the steps already; reminders are no steps */
async function storeNotifications(
	{ tx, addTask, item }: DealTransaction,
	notifications: readonly DealNotification[],
	onScreen: Awaited<ReturnType<typeof listOnScreen>>,
): Promise<number[]> {
	const unseen = notifications.filter(
		({ reader, buyerId, isReminder }) =>
			isReminder ||
			!onScreen.some(
				(seen) =>
					seen.buyerId === buyerId &&
					seen.userId === (reader === 'buyer' ? buyerId : item.sellerId),
			),
	);
	if (unseen.length === 0) return [];
	const people = [item.sellerId, ...unseen.map(({ buyerId }) => buyerId)];
	const names = await listNames(tx, people);
	const presented = unseen.map((notification) => presentNotification(notification, item, names));
	const userIds: number[] = [];
	for (const [kind, ofKind] of Map.groupBy(presented, (notification) => notification.kind))
		userIds.push(...(await notifyUsers({ db: tx, addTask }, kind, ofKind)));
	return userIds;
}

/**
 * Copies the end of the reservation and the number of waiting buyers to the item's row, if either has changed: cards
 * and listings read them there.
 */
async function storeReservation(
	{ tx, item }: DealTransaction,
	current: StoredReservation,
): Promise<void> {
	const isSame =
		current.reservedUntil?.getTime() === item.reservedUntil?.getTime() &&
		current.waitingCount === item.waitingCount;
	if (!isSame) await setReservation(tx, item.id, current);
}

function publish(
	{ realtime }: DealDeps,
	{ item, messages, changedDeals, notifiedIds }: StoredChanges,
): void {
	deliverSteps(realtime, messages);
	for (const { buyerId, sides } of changedDeals)
		for (const side of sides)
			realtime.toUser(side === 'buyer' ? buyerId : item.sellerId, REALTIME_EVENTS.dealChanged, {
				itemId: item.id,
				buyerId,
			});
	publishNotificationsChanged(realtime, new Set(notifiedIds));
}

/** Creates the deal of a buyer, unless the deal exists. */
export function openDeal({ tx, item, now }: DealTransaction, buyerId: number): Promise<void> {
	return insertDealIfMissing(tx, { itemId: item.id, buyerId, sellerId: item.sellerId }, now);
}
