import type { NoticeKind } from '#contract/notifications/facts.ts';
import type { Letterhead } from '#server/mail/layout.ts';

const ABOUT: Record<NoticeKind, string> = {
	message: 'new messages',
	sale: 'items that you asked about',
	warning: 'warnings from the administrators',
	report: 'your reports',
	announcement: 'announcements',
};

/** Why somebody gets a mail that can be chosen, and so ended. */
export function whyNotice(kind: NoticeKind, { siteName }: Letterhead): string {
	return `You get this because your account at ${siteName} is set to send mails about ${ABOUT[kind]}.`;
}
