import fc from 'fast-check';
import { DEAL_ACTIONS, DEAL_ROLES } from '#contract/deals/facts.ts';

/** The number of buyers in a run. */
export const BUYERS = 3;

const buyer = fc.nat(BUYERS - 1);
const role = fc.constantFrom(...DEAL_ROLES);
/** Chooses what is sent: amounts, hours, ids. */
const pick = fc.nat(59);

/** The kinds of commands in a run. */
const COMMANDS = {
	/** One of the actions that are possible now, or the time of the hand-over comes: `choice` selects it. */
	step: fc.record({ kind: fc.constant('step'), choice: fc.noBias(fc.nat(997)), pick }),
	/** Any action, possible or not. */
	attempt: fc.record({
		kind: fc.constant('attempt'),
		role,
		buyer,
		pick,
		action: fc.constantFrom(...DEAL_ACTIONS),
	}),
	/** Sends an earlier request again: `back` is 0 for the last one. */
	repeat: fc.record({ kind: fc.constant('repeat'), back: fc.nat(5) }),
	wait: fc.record({
		kind: fc.constant('wait'),
		hours: fc.constantFrom(1, 2, 5, 6, 7, 13, 23, 24, 27, 48, 120, 168, 336),
	}),
	price: fc.record({
		kind: fc.constant('price'),
		price: fc.constantFrom(450, 450, 500, 99.99, 1, 0.8, 0),
		isPriceFixed: fc.constantFrom(false, false, false, true),
	}),
	/** Blocks the other side, or unblocks them. */
	block: fc.record({ kind: fc.constant('block'), by: role, buyer }),
	sale: fc.record({
		kind: fc.constant('sale'),
		buyer: fc.option(buyer),
		price: fc.constantFrom(undefined, undefined, 0, 123.45),
	}),
	/** Bans the item, or unbans it. */
	itemBan: fc.record({ kind: fc.constant('itemBan') }),
	relist: fc.record({ kind: fc.constant('relist') }),
	buyerBan: fc.record({ kind: fc.constant('buyerBan'), buyer }),
};

/** Generates the commands of one run: fifteen to thirty. */
export const commands = fc.array(
	fc.oneof(
		{ weight: 40, arbitrary: COMMANDS.step },
		{ weight: 10, arbitrary: COMMANDS.attempt },
		{ weight: 6, arbitrary: COMMANDS.repeat },
		{ weight: 6, arbitrary: COMMANDS.wait },
		{ weight: 2, arbitrary: COMMANDS.price },
		{ weight: 2, arbitrary: COMMANDS.block },
		{ weight: 2, arbitrary: COMMANDS.sale },
		{ weight: 2, arbitrary: COMMANDS.itemBan },
		{ weight: 2, arbitrary: COMMANDS.relist },
		{ weight: 1, arbitrary: COMMANDS.buyerBan },
	),
	{ minLength: 15, maxLength: 30, size: 'max' },
);

type Commands = typeof COMMANDS;
type CommandOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Command = {
	[Kind in keyof Commands]: CommandOf<Commands[Kind]> & { kind: Kind };
}[keyof Commands];
