import { isolated } from '#contract/core/format.ts';
/** Texts about blocking a user. */
export const BLOCK_MESSAGES = {
	blocked: (name: string) =>
		`${isolated(name)} is blocked. Neither of you gets the other’s messages.`,
	unblocked: (name: string) => `${isolated(name)} is no longer blocked.`,
	/** Shown on the seller's items, beside 'Unblock'. */
	youBlocked: 'You have blocked this person',
	/** Shown before blocking: explains the effect. */
	confirm: (name: string) =>
		`You and ${isolated(name)} no longer get each other’s messages, about any item, and no longer see when the other is here. What they write meanwhile never reaches you. Open offers, reservations with their hand-overs, turns and places in a queue between you end. They are not told, and you can unblock them at any time.`,
	block: (name: string) => `Block ${isolated(name)}`,
	unblock: (name: string) => `Unblock ${isolated(name)}`,
} as const;
