import type { NotificationKind } from '#contract/notifications/facts.ts';

/** How one is told of something. */
export interface Preference {
	inApp: boolean;
	byMail: boolean;
}

/** What holds until a person chooses otherwise. */
export const DEFAULT_PREFERENCES: Record<NotificationKind, Preference> = {
	message: { inApp: true, byMail: true },
	sale: { inApp: true, byMail: true },
	warning: { inApp: true, byMail: true },
	report: { inApp: true, byMail: true },
	announcement: { inApp: true, byMail: false },
};
