import type { Spot } from '#contract/catalogue/schemas.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
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
	realtime: Pick<RealtimeServer, 'io' | 'bus' | 'toUser'>;
	/** Of the college. */
	timeZone: string;
}

/** Who asked for a step, and with which request; a step that follows from time or from another step has none. */
export interface Actor {
	id: number;
	action: DealAction;
	/** As it was sent, so that a repeated request is recognized. */
	body: object;
}

export interface NewStep {
	buyerId: number;
	/** Who the message is from; the seller for steps by time. */
	from: 'buyer' | 'seller';
	event: DealEvent;
	/**
	 * The row that it is about, such as `offer 12`: the same request counts as a repetition while this is still the current
	 * row (`repetition.ts`).
	 */
	subject: string;
	actor?: Actor;
	/** Words after the step's own. */
	reason?: string | undefined;
	/** False for a consequence that the message of another step tells already. */
	hasChatMessage?: boolean;
	/** Replaces the usual title of its notification. */
	title?: string | undefined;
}

export type DealNotification = UserNotification & { kind: Parameters<typeof notifyUsers>[1] };

/** One transaction on the deals of one item, which it has locked. */
export interface DealTransaction {
	tx: Db;
	addTask: AddTask;
	timeZone: string;
	/** The moment of the transaction. */
	now: Date;
	/** As it is in the transaction: changes are written here as well. */
	item: DealItem;
	addStep: (step: NewStep) => void;
	notify: (notification: DealNotification) => void;
	/** The notifications of these users are stored already; their devices are told after the commit. */
	addNotified: (userIds: readonly number[]) => void;
}

/** What the effect of an action gets: the action is allowed, and its body is within its bounds. */
export interface ActionContext<Action extends DealAction = DealAction> {
	deal: DealTransaction;
	buyerId: number;
	pair: Pair;
	actor: Actor;
	/** The side that acts. */
	from: 'buyer' | 'seller';
	body: DealBodies[Action];
	spots: readonly Spot[];
	/** The administrators have a new notification: their pages are told after the commit. */
	addAdminNotification: () => void;
}

/** For each action, the function that carries it out in the deal's transaction: it writes its rows and adds its step. */
export type Effects<Action extends DealAction> = {
	[One in Action]: (context: ActionContext<One>) => Promise<void>;
};
