import type { NotificationKind } from '#contract/notifications/facts.ts';
import type { MailHeader } from '#server/mail/layout.ts';

/** What the mails of each kind are about, as the end of the sentence that `mailReason` returns. */
const TOPICS: Record<NotificationKind, string> = {
	message: 'new messages',
	sale: 'sales of your items, and of items that you asked about',
	offer: 'offers',
	reservation: 'reservations',
	'queue-turn': 'your turn in a queue',
	handover: 'hand-overs',
	review: 'reviews',
	'price-drop': 'lower prices of items that you saved',
	'back-on-sale': 'saved items that are on sale again',
	'wanted-answer': 'answers to what you look for',
	'wanted-ending': 'wanted posts of yours that end soon',
	'search-alert': 'new items for your saved searches',
	'item-moderated': 'what administrators change about your items',
	warning: 'warnings from the administrators',
	report: 'your reports',
	announcement: 'announcements',
};

/** The sentence at the end of a mail that says why the user gets it; for mails that users can turn off. */
export function mailReason(kind: NotificationKind, { siteName }: MailHeader): string {
	return `You get this because your account at ${siteName} is set to send mails about ${TOPICS[kind]}.`;
}
