/**
 * The buttons with which a buyer starts a deal on an item's page. In a file of their own, because the page shows them
 * at once, and loads the other labels of deals later.
 */
export const DEAL_START_LABELS = {
	offer: 'Make an offer',
	'join-queue': 'Join the queue',
} as const;
