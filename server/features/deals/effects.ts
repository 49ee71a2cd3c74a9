import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRupees, isolated } from '#contract/core/format.ts';
import { DEAL_ROLES, type DealEventType, type DealRole } from '#contract/deals/facts.ts';
import {
	aboutItem,
	OTHER_STEP_TITLES,
	REMINDER_MESSAGES,
	STEP_NOTIFICATIONS,
	type TitleDetails,
} from '#contract/deals/server-texts.ts';
import type { Db } from '#server/db/client.ts';
import type { Moment } from '#server/db/deal-state.ts';
import { listOnScreen } from '#server/features/chat/commands.ts';
import {
	deliverSteps,
	insertStepMessages,
	type StepMessage,
	type StoredStep,
} from '#server/features/chat/messages/commands.ts';
import { chatPath } from '#server/features/chat/present.ts';
import { backOnSaleTask } from '#server/features/items/tasks.ts';
import {
	notifySale,
	notifyUsers,
	publishNotificationsChanged,
} from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import { setPageRead, type UserNotification } from '#server/features/notifications/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { ERASED_TEXT } from '#server/lib/personal-data.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { listNames } from './list-queries.ts';
import {
	type ChangedDeal,
	type Changes,
	changedDealsOf,
	type DealItem,
	firstInQueue,
	hiddenSideOf,
	type ItemDeals,
	type Reminder,
	type Step,
} from './state.ts';
import { formatMoment, stepDetails, stepText } from './step-text.ts';

/*
 * Who is told of what has happened in the deals of an item, and in which words: messages of the chats, notifications and
 * their mails, and events to the devices.
 */

type Kind = Parameters<typeof notifyUsers>[1];
type Title = (details: TitleDetails) => string;
type ToldType = keyof typeof STEP_NOTIFICATIONS;

export interface TellDeps {
	addTask: AddTask;
	realtime: Pick<RealtimeServer, 'io' | 'isOnline' | 'toUser'>;
}

interface TellInput {
	/** The deals as they were read, before anything has lapsed. */
	before: ItemDeals;
	/** The deals as they are stored now, also new ones. */
	after: ItemDeals;
	changes: Changes;
	/** The `clientId` of the request: stored with the step of its actor. */
	requestId?: string | null | undefined;
}

/** What `publish` sends after the commit. */
export interface Told {
	item: Pick<DealItem, 'id' | 'sellerId'>;
	messages: StoredStep[];
	changedDeals: ChangedDeal[];
	notifiedIds: number[];
}

/** What the texts depend on. */
interface Context {
	item: DealItem;
	now: Moment;
	timeZone: string;
}

/**
 * Stores the messages and notifications of what has happened, within the transaction that has stored the deals. Nothing
 * is notified to a person who has the chat on their screen, or who has made a step in the same deal; reminders are.
 */
export async function tell(
	tx: Db,
	{ addTask, realtime }: TellDeps,
	{ before, after, changes, requestId }: TellInput,
): Promise<Told> {
	const { item, now } = after;
	const { steps, reminders, sold, backOnSale } = changes;
	const changedDeals = changedDealsOf(steps);
	const changedBuyers = changedDeals.map(({ buyerId }) => buyerId);
	// Before the steps become messages, which nobody has read yet.
	const onScreen = await listOnScreen(realtime, tx, item.id, changedBuyers);
	const actors = steps.flatMap(({ buyerId, actorId }) =>
		actorId === undefined ? [] : [{ buyerId, userId: actorId }],
	);
	const inChat = steps.filter(({ isSilent }) => !isSilent);
	const actorStep = inChat.find(({ actorId }) => actorId !== undefined);
	const messages = await insertStepMessages(
		tx,
		inChat.map((step) => messageOf(step, step === actorStep ? requestId : null, after)),
	);
	const notifiedIds: number[] = [];
	// Whoever makes a step has seen what the deal's notifications say.
	for (const { buyerId, userId } of actors)
		if (await setPageRead(tx, userId, chatPath({ itemId: item.id, buyerId })))
			notifiedIds.push(userId);
	const ofSteps = inChat.flatMap((step, index) =>
		notificationsOfStep(step, messages[index]?.isBlockedByReceiver === true, after),
	);
	const present = [...onScreen, ...actors];
	const unseen = ofSteps.filter(
		({ buyerId, userId }) =>
			!present.some((seen) => seen.buyerId === buyerId && seen.userId === userId),
	);
	const notifications = [
		...unseen,
		...reminders.flatMap((reminder) => notificationsOfReminder(reminder, after)),
	];
	notifiedIds.push(...(await storeNotifications({ tx, addTask }, item, notifications)));
	if (sold) {
		// These people are told by the step that ended what they had open, or by the step of the sale.
		const toldIds = steps
			.filter(({ event }) => event.isSold || event.isSoldElsewhere)
			.map(({ buyerId }) => buyerId);
		const exceptIds = sold.buyerId === null ? toldIds : [...toldIds, sold.buyerId];
		notifiedIds.push(...(await notifySale({ db: tx, addTask }, item, exceptIds)));
	}
	// Not where the same change holds it again.
	if (backOnSale && !after.deals.some(({ hold }) => hold)) {
		const exceptUserId = backOnSale.exceptBuyerId;
		await addTask(tx, backOnSaleTask, { itemId: item.id, since: now, exceptUserId });
	}
	const newFirst = newFirstInQueue(before, after).filter(
		({ buyerId }) => !changedBuyers.includes(buyerId),
	);
	return { item, messages, changedDeals: [...changedDeals, ...newFirst], notifiedIds };
}

/** Sends to the devices of both sides what has changed. Call after the commit. */
export function publish(
	{ realtime }: Pick<TellDeps, 'realtime'>,
	{ item, messages, changedDeals, notifiedIds }: Told,
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

/**
 * The buyer who has become first in the queue, or whose turn has begun or ended: told at once. Others who moved up see
 * their new place at the next reading.
 */
function newFirstInQueue(before: ItemDeals, after: ItemDeals): ChangedDeal[] {
	const [then, now] = [firstInQueue(before), firstInQueue(after)];
	if (!now || (then?.buyerId === now.buyerId && then.hold?.kind === now.hold?.kind)) return [];
	return [{ buyerId: now.buyerId, sides: new Set(DEAL_ROLES) }];
}

function messageOf(
	step: Step,
	requestId: string | null | undefined,
	{ item, now, timeZone }: Context,
): StepMessage {
	const { buyerId, from, event, reason } = step;
	const words = stepText(step, now, timeZone);
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
		requestId,
	};
}

interface DealNotification extends Pick<UserNotification, 'userId' | 'message' | 'isReminder'> {
	kind: Kind;
	buyerId: number;
	reader: DealRole;
	/** Without the item. */
	title: (otherName: string) => string;
}

/** @param isBlocked the receiver of the step's message has blocked its sender, and is not told */
function notificationsOfStep(step: Step, isBlocked: boolean, context: Context): DealNotification[] {
	const readers: DealRole[] = [];
	if (!isBlocked) readers.push(step.from === 'buyer' ? 'seller' : 'buyer');
	if (step.isForSellerToo && !step.isWithheld) readers.push('seller');
	return readers.flatMap((reader) => notificationFor(reader, step, context) ?? []);
}

function notificationFor(
	reader: DealRole,
	step: Step,
	{ item, now, timeZone }: Context,
): DealNotification | undefined {
	const { buyerId, event, offered } = step;
	if (!isTold(event.type)) return undefined;
	const title = titleOf(event.type, step, reader);
	const details = {
		...stepDetails(event, now, timeZone),
		reader,
		offered: offered === undefined ? '' : formatRupees(offered),
	};
	return {
		kind: STEP_NOTIFICATIONS[event.type].kind,
		buyerId,
		reader,
		userId: reader === 'buyer' ? buyerId : item.sellerId,
		title: (name) => title({ ...details, name }),
		message: stepText(step, now, timeZone),
	};
}

const isTold = (type: DealEventType): type is ToldType => type in STEP_NOTIFICATIONS;

function titleOf(type: ToldType, { variant }: Step, reader: DealRole): Title {
	if (variant === 'bothDone') return OTHER_STEP_TITLES.bothDone;
	// `theirOffer`: the offer was the seller's.
	const isOffersMaker = (variant === 'theirOffer') === (reader === 'seller');
	return type === 'offer-lapsed' && !isOffersMaker
		? OTHER_STEP_TITLES.theirOfferLapsed
		: STEP_NOTIFICATIONS[type].title;
}

function notificationsOfReminder(
	{ buyerId, of: kind, at, spot = '' }: Reminder,
	{ item, now, timeZone }: Context,
): DealNotification[] {
	const time = formatMoment(at, now, timeZone);
	return DEAL_ROLES.map((reader) => ({
		kind,
		buyerId,
		reader,
		userId: reader === 'buyer' ? buyerId : item.sellerId,
		isReminder: true,
		...(kind === 'reservation'
			? {
					title: (name: string) => REMINDER_MESSAGES.reservation(name, reader),
					message: REMINDER_MESSAGES.reservationText(time),
				}
			: {
					title: REMINDER_MESSAGES.handover,
					message: REMINDER_MESSAGES.handoverText(spot, time),
				}),
	}));
}

const NOBODY: ReadonlyMap<number, string> = new Map();

/**
 * At most one mail about a deal is unread (`about`), so that further steps join it; reminders are mailed all the same.
 * @returns the ids of the notified people
 */
async function storeNotifications(
	{ tx, addTask }: { tx: Db; addTask: AddTask },
	item: DealItem,
	notifications: readonly DealNotification[],
): Promise<number[]> {
	if (notifications.length === 0) return [];
	const namedIds = notifications
		.filter(({ reader }) => reader === 'seller')
		.map(({ buyerId }) => buyerId);
	const buyerNames = namedIds.length === 0 ? NOBODY : await listNames(tx, namedIds);
	const userIds: number[] = [];
	for (const [kind, ofKind] of Map.groupBy(notifications, (notification) => notification.kind)) {
		const presented = ofKind.map((notification) =>
			presentNotification(notification, item, buyerNames),
		);
		userIds.push(...(await notifyUsers({ db: tx, addTask }, kind, presented)));
	}
	return userIds;
}

function presentNotification(
	{ userId, buyerId, reader, title, message, isReminder }: DealNotification,
	item: DealItem,
	buyerNames: ReadonlyMap<number, string>,
): UserNotification {
	const otherName = reader === 'buyer' ? item.sellerName : buyerNames.get(buyerId);
	const what = title(isolated(otherName ?? ''));
	const link = chatPath({ itemId: item.id, buyerId });
	return {
		userId,
		// The title of an item goes with its seller's account.
		title: item.title === ERASED_TEXT ? what : aboutItem(what, shortTitle(item.title)),
		message,
		link,
		about: link,
		...(isReminder && { isReminder }),
	};
}
