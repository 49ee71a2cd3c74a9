export const NOTICE_KINDS = ['message', 'sale', 'warning', 'report', 'announcement'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_LIMITS = {
	/** A message that nobody has read for so long is told of by mail. */
	mailAfterMs: 10 * 60_000,
	/** A larger number on a badge reads '99+'. */
	badgeMost: 99,
} as const;

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
	message: 'New messages',
	sale: 'Items I asked about are sold',
	warning: 'Warnings from administrators',
	report: 'Updates on my reports',
	announcement: 'Announcements',
};

export const NOTICE_MESSAGES = {
	heading: 'Notifications',
	confirmAddress: 'Confirm your address: we wrote to',
	sendAgain: 'Send again',
	none: 'Nothing new',
	showNew: (count: string) => `Show ${count} new`,
	markRead: 'Mark as read',
	markAllRead: 'Mark all as read',
	understood: 'I understand',
	stays: 'You can read this again in your notifications.',
	unsubscribing: 'Unsubscribing…',
	noMail: 'We only email confirmed addresses. Once yours is confirmed, you can choose here.',
	noneHint: 'Messages, answers to your reports and announcements show up here.',
	read: 'Marked as read.',
	allRead: 'All notifications are read.',
	notFound: 'That notification is no longer there.',
	badKind: 'Please choose a kind from the list.',
	badChoice: 'Please say yes or no.',
	alwaysWarned: 'You always see warnings here.',
	chosen: 'Your choice is saved.',
	unsubscribed: 'You will get no more emails of this kind.',
	linkOver: 'That link is no longer valid.',
	readFailed: 'That could not be marked as read. Please try again.',
	loadFailed: 'Your notifications could not be loaded. Please try again.',

	messages: (name: string, count: number) =>
		count === 1 ? `New message from ${name}` : `${count} new messages from ${name}`,
	readMessages: (name: string) => `Messages from ${name}`,
	sold: (title: string) => `Sold: ${title}`,
	soldText: 'You wrote to the seller about it. Similar items may still be on sale.',
	warning: 'A warning from the administrators',
	reportResolved: 'Your report was upheld',
	reportDismissed: 'Your report was closed',
	/** Neutral words: what was done to the other person, if anything, is theirs. */
	reportResolvedText: (about: string) =>
		`Thank you. We looked into your report about ${about} and agree with it.`,
	reportDismissedText: (about: string) =>
		`We looked into your report about ${about} and found nothing against the rules.`,
} as const;
