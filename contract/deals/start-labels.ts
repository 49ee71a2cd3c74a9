/** How a buyer begins on an item's page. Apart from the other labels, because that page shows them at once. */
export const DEAL_START_LABELS = {
	offer: 'Make an offer',
	'join-queue': 'Join the queue',
} as const;
