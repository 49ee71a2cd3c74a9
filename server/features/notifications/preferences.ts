import type { NotificationKind } from '#contract/notifications/facts.ts';

/** Where a user gets notifications of one kind. */
export interface Preference {
	inApp: boolean;
	byMail: boolean;
}

/** Used until the user changes a preference. */
export const DEFAULT_PREFERENCES: Record<NotificationKind, Preference> = {
	message: { inApp: true, byMail: true },
	sale: { inApp: true, byMail: true },
	offer: { inApp: true, byMail: true },
	reservation: { inApp: true, byMail: true },
	'queue-turn': { inApp: true, byMail: true },
	handover: { inApp: true, byMail: true },
	review: { inApp: true, byMail: true },
	'price-drop': { inApp: true, byMail: true },
	'back-on-sale': { inApp: true, byMail: true },
	'wanted-answer': { inApp: true, byMail: true },
	'wanted-ending': { inApp: true, byMail: true },
	'search-alert': { inApp: true, byMail: true },
	'item-moderated': { inApp: true, byMail: true },
	warning: { inApp: true, byMail: true },
	report: { inApp: true, byMail: true },
	announcement: { inApp: true, byMail: false },
};
