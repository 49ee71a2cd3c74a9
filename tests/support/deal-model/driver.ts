import type { DealAction, DealEventType, DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';

/** The answer to an action. */
export interface Answer {
	status: number;
	code?: string | undefined;
}

/** A step as it was told; a buyer is the number of one, from 0. */
export interface ToldStep {
	buyer: number;
	type: DealEventType;
}

/** Until when the calendars of the two have a hand-over; null if none was ever agreed. */
export interface Calendar {
	sequence: number;
	isCancelled: boolean;
}

/**
 * One item with its seller and some buyers, on which random sequences run (sequence.ts), and that is looked at after each
 * step (checker.ts): the rules alone (pure-driver.ts), or a server (http-driver.ts).
 */
export interface Driver {
	buyers: number;
	/** The catalogue's spot, which is always open. */
	spotId: number;
	/** Milliseconds since 1970. */
	now: () => number;
	/** The same, and the time that was let pass by moving what is stored into the past. */
	clock: () => number;
	/** The deal as this side reads it; null where there is none to be seen. */
	read: (buyer: number, role: DealRole) => Promise<Deal | null>;
	act: (buyer: number, role: DealRole, action: DealAction, body: object) => Promise<Answer>;
	/** The steps since it was called last. */
	takeSteps: () => Promise<ToldStep[]>;
	/** The buyers in the queue, in order, as the seller sees it. */
	readQueue: () => Promise<number[]>;
	/** Until when cards show the item as reserved. */
	readReservedUntil: () => Promise<number | null>;
	/** Marks for hand-overs to which somebody did not come, but contested ones: how many each buyer, and the seller, has. */
	readMarks: () => Promise<{ buyers: number[]; seller: number }>;
	/** By buyer. */
	readCalendars: () => Promise<(Calendar | null)[]>;
	passTime: (hours: number) => Promise<void>;
	setBlocked: (buyer: number, by: DealRole, isBlocked: boolean) => Promise<void>;
	setItemBanned: (isBanned: boolean) => Promise<void>;
	banBuyer: (buyer: number) => Promise<void>;
	setPrice: (price: number, isPriceFixed: boolean) => Promise<void>;
	sell: (buyer: number | null, price: number | undefined) => Promise<void>;
	setRemoved: (isRemoved: boolean) => Promise<void>;
	/** Puts a sold item on sale again. */
	relist: () => Promise<void>;
}
