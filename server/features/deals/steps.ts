import type { Spot } from '#contract/catalogue/schemas.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import type { TitleDetails } from '#contract/deals/server-texts.ts';
import type { Db } from '#server/db/client.ts';
import type { notifyUsers } from '#server/features/notifications/commands.ts';
import type { UserNotification } from '#server/features/notifications/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { DealItem } from './item-queries.ts';
import type { Pair } from './pair-queries.ts';

export interface DealDeps {
	db: Db;
	addTask: AddTask;
	realtime: Pick<RealtimeServer, 'io' | 'isOnline' | 'toUser'>;
	/** The college's time zone. */
	timeZone: string;
}

/**
 * The user who made a step, and the request. A step that follows from a time limit, from another step or from
 * `sellItem` has no actor.
 */
export interface StepActor {
	id: number;
	action: DealAction;
	/** The body of the request, by which a repeated request is recognized. */
	body: object;
	/** The other side has blocked this user: the step is hidden from that side, and so is what it makes. */
	isBlocked: boolean;
}

export interface NewStep {
	buyerId: number;
	/** The side that the message is from; the seller for automatic steps. */
	from: 'buyer' | 'seller';
	event: DealEvent;
	/**
	 * The row that the step is about, such as `offer 12`. The same request counts as a repetition while this is still the
	 * current row (`repetition.ts`).
	 */
	subject: string;
	actor?: StepActor;
	/** A text by the user, added after the words of the step. */
	reason?: string | undefined;
	/** False for a consequence that the message of another step already reports. */
	hasChatMessage?: boolean;
	/** For a counter-offer, the offer that it answers, in rupees. */
	offered?: number;
	/** The step is about an offer or a place that a block hides from the seller. */
	isWithheld?: boolean;
	/** Replaces the usual title of the step's notification. */
	title?: ((details: TitleDetails) => string) | undefined;
}

export interface DealNotification extends Pick<UserNotification, 'message' | 'isReminder'> {
	kind: Parameters<typeof notifyUsers>[1];
	reader: DealRole;
	buyerId: number;
	/** Without the item. */
	title: (otherName: string) => string;
}

/** One transaction on the deals of one item. The transaction has locked the item. */
export interface DealTransaction {
	tx: Db;
	addTask: AddTask;
	timeZone: string;
	/** The time of the transaction by the clock of deals. */
	now: Date;
	/** The item as it is in the transaction: a function that changes the row also changes this object. */
	item: DealItem;
	addStep: (step: NewStep) => void;
	notify: (notification: DealNotification) => void;
	/** Call for users whose notifications are stored already: their devices are informed after the commit. */
	addNotified: (userIds: readonly number[]) => void;
}

/** The input of an action's effect. The action is allowed, and the values of its body are within their limits. */
export interface ActionContext<Action extends DealAction = DealAction> {
	/** The transaction on the deals of the item. */
	transaction: DealTransaction;
	buyerId: number;
	pair: Pair;
	actor: StepActor;
	/** The side that acts. */
	from: 'buyer' | 'seller';
	body: DealBodies[Action];
	spots: readonly Spot[];
	/** Call after storing a notification for administrators: their pages are informed after the commit. */
	addAdminNotification: () => void;
}

/** The functions that carry out the actions, within the deal's transaction: each writes its rows and adds its step. */
export type Effects<Action extends DealAction> = {
	[One in Action]: (context: ActionContext<One>) => Promise<void>;
};
