import { isolated } from '#contract/core/format.ts';
/** The kinds of notifications to users; each has its own preference. */
export const NOTIFICATION_KINDS = [
	'message',
	'sale',
	'offer',
	'reservation',
	'queue-turn',
	'handover',
	'review',
	'price-drop',
	'back-on-sale',
	'wanted-answer',
	'wanted-ending',
	'search-alert',
	'item-moderated',
	'warning',
	'report',
	'announcement',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The id that a stored notification has in the list of notifications, in which chats have entries too. */
export const noticeEntryId = (noticeId: number): string => `n${noticeId}`;

/** Types of announcements, and who gets them. */
export const NOTIFICATION_TYPES = ['info', 'warning', 'success', 'error'] as const;
export const NOTIFICATION_TARGETS = ['admins', 'all'] as const;

export const NOTIFICATION_LIMITS = {
	/** A message that stays unread for this long is reported by mail. */
	mailAfterMs: 10 * 60_000,
	/** Characters of the title of an item or a post in the title of a notification, which is the subject of its mail. */
	titleMax: 60,
	/** Badges show larger numbers as '99+'. */
	badgeMax: 99,
} as const;

/** What the notification preferences call each kind. */
export const NOTIFICATION_KIND_LABELS: Record<NotificationKind, string> = {
	message: 'New messages',
	sale: 'Sales of my items, and of items I asked about',
	offer: 'Offers, and answers to mine',
	reservation: 'Reservations',
	'queue-turn': 'My turn in a queue',
	handover: 'Hand-overs',
	review: 'Reviews',
	'price-drop': 'Saved items get cheaper',
	'back-on-sale': 'Saved items are on sale again',
	'wanted-answer': 'Answers to what I look for',
	'wanted-ending': 'My wanted posts end soon',
	'search-alert': 'New items for my saved searches',
	'item-moderated': 'What administrators change about my items',
	warning: 'Warnings from administrators',
	report: 'Updates on my reports',
	announcement: 'Announcements',
};

/** What a notification is called once the account is erased whose name or item it contained. */
export const ERASED_NOTIFICATION_TITLES: Readonly<Partial<Record<NotificationKind, string>>> = {
	sale: 'A sale of a deleted user',
	offer: 'An offer with a deleted user',
	reservation: 'A reservation with a deleted user',
	'queue-turn': 'A queue of a deleted user',
	handover: 'A hand-over with a deleted user',
	review: 'A review with a deleted user',
	'price-drop': 'A saved item of a deleted user',
	'back-on-sale': 'A saved item of a deleted user',
	'wanted-answer': 'An answer of a deleted user',
};

/** Texts of the notification centre, and of notifications themselves. */
export const NOTIFICATION_MESSAGES = {
	confirmAddress: 'Confirm your address: we wrote to',
	sendAgain: 'Send again',
	empty: 'Nothing new',
	showNew: (count: string) => `Show ${count} new`,
	markRead: 'Mark as read',
	markAllRead: 'Mark all as read',
	acknowledge: 'I understand',
	keptInNotifications: 'You can read this again in your notifications.',
	unsubscribeQuestion: 'Do you want no more emails like the one with this link?',
	emailConfirmationRequired:
		'We only email confirmed addresses. Once yours is confirmed, you can choose here.',
	emptyHint: 'Messages, answers to your reports and announcements show up here.',
	markedRead: 'Marked as read.',
	allMarkedRead: 'All notifications are read.',
	preferenceSaved: 'Your choice is saved.',
	unsubscribed: 'You will get no more emails of this kind.',
	alertEnded: 'You will get no more alerts for this search.',
	readFailed: 'That could not be marked as read. Please try again.',
	loadFailed: 'Your notifications could not be loaded. Please try again.',

	messages: (name: string, count: number, title: string) =>
		count === 1
			? `New message from ${isolated(name)}: ${isolated(title)}`
			: `${count} new messages from ${isolated(name)}: ${isolated(title)}`,
	readMessages: (name: string, title: string) =>
		`Messages from ${isolated(name)}: ${isolated(title)}`,
	sold: (title: string) => `Sold: ${isolated(title)}`,
	soldText: (name: string) =>
		`${isolated(name)} sold it. You wrote about it; similar items may still be on sale.`,
	itemDeleted: (title: string) => `An administrator deleted your item: ${isolated(title)}`,
	itemRestored: (title: string) => `Your item is back: ${isolated(title)}`,
	itemRestoredText: 'An administrator undid its deletion.',
	itemCorrected: (title: string) => `An administrator corrected your item: ${isolated(title)}`,
	titleCorrected: (title: string) => `Its title is now “${isolated(title)}”.`,
	categoryCorrected: (category: string) => `It is now in ${category}.`,
	itemBanned: (title: string) => `An administrator banned your item: ${isolated(title)}`,
	itemUnbanned: (title: string) => `Your item is no longer banned: ${isolated(title)}`,
	itemUnbannedText: 'It is as it was before the ban.',
	noReasonGiven: 'The administrators gave no reason.',
	erased: 'About a deleted user',
	erasedText: 'The account was deleted. What was still open has ended.',
	erasedItems: 'These items are no longer on sale.',
	warning: 'A warning from the administrators',
	reportResolved: 'Your report was upheld',
	reportDismissed: 'Your report was closed',
	reportReopened: 'Your report is looked at again',
	/** Neutral texts: the action taken against the other user is not disclosed. */
	reportResolvedText: (about: string) =>
		`Thank you. We looked into your report about ${isolated(about)} and agree with it.`,
	reportDismissedText: (about: string) =>
		`We looked into your report about ${isolated(about)} and found nothing against the rules.`,
	reportReopenedText: (about: string) =>
		`We look at your report about ${isolated(about)} once more, and will tell you what comes of it.`,
} as const;
