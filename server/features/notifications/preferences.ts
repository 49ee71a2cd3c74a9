import type { NoticeKind } from '#contract/notifications/facts.ts';

/** How one is told of something. */
export interface Choice {
	inApp: boolean;
	byMail: boolean;
}

/** What holds until a person chooses otherwise. */
export const CHOICES_FROM_THE_START: Record<NoticeKind, Choice> = {
	message: { inApp: true, byMail: true },
	sale: { inApp: true, byMail: true },
	warning: { inApp: true, byMail: true },
	report: { inApp: true, byMail: true },
	announcement: { inApp: true, byMail: false },
};
