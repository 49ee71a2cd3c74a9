import { formatPrice, isolated } from '#contract/core/format.ts';

/** Limits of saved items. */
export const SAVED_LIMITS = {
	/** Items that a person may save. */
	itemsMax: 500,
	/** Items that one request may name. Twice as many as can be saved, as some of them may be gone, or the caller's own. */
	sentMax: 1000,
	/** Users who saved an item are notified when its price falls by this percentage or more. */
	priceDropPercent: 5,
	/**
	 * In this time each person gets at most one notification that an item has a lower price, and one that it is on sale
	 * again.
	 */
	notificationIntervalHours: 24,
	pageDefault: 24,
	/** Items that the page of saved items loads at a time for a visitor. */
	visitorPage: 12,
} as const;

/** Texts about saved items. */
export const SAVED_MESSAGES = {
	intro: 'We tell you when one gets cheaper, or is on sale again.',
	visitorIntro: 'They are kept on this device only.',
	invitation: 'Log in to have them everywhere, and to hear when one gets cheaper.',
	empty: 'Nothing saved yet',
	emptyHint: 'Press the heart on an item, and you find it here.',
	removed: 'No longer on sale',
	unknownTitle: 'An item that is no longer there',
	priceWas: (rupees: number) => `${formatPrice(rupees)} when you saved it`,
	savedBy: (count: number) => {
		if (count === 0) return 'Nobody has saved it yet';
		return count === 1 ? 'Saved by one person' : `Saved by ${count} people`;
	},
	loadFailed: 'Your saved items could not be loaded. Please try again.',
	itemLoadFailed: 'This item could not be loaded.',
	saveFailed: 'That could not be saved. Please try again.',
	/** Titles and texts of notifications. */
	priceDrop: (title: string) => `Cheaper now: ${isolated(title)}`,
	priceDropText: (beforeRupees: number, nowRupees: number) =>
		`${formatPrice(nowRupees)} instead of ${formatPrice(beforeRupees)}.`,
	backOnSale: (title: string) => `On sale again: ${isolated(title)}`,
	backOnSaleText: (rupees: number) =>
		rupees === 0 ? 'You saved it. It is free.' : `You saved it. It costs ${formatPrice(rupees)}.`,
	severalBackOnSale: (count: number) => `${count} items that you saved are on sale again`,
	severalBackOnSaleText: 'You find them among your saved items.',
} as const;
