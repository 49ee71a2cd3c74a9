import { PAGES } from '#contract/core/pages.ts';
import type { NoticeKind } from '#contract/notifications/facts.ts';
import {
	type Letterhead,
	layOut,
	linesOf,
	type Recipient,
	type Unsubscribe,
} from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';
import { whyNotice } from './reason.ts';

interface Notice {
	kind: Exclude<NoticeKind, 'message'>;
	title: string;
	message: string;
}

/** What stands around a notice's own words. */
interface Frame {
	before: readonly string[];
	link: { label: string; page: string };
	after: readonly string[];
}

/** An entry of somebody's notification centre, by mail. */
export function noticeLetter(
	head: Letterhead,
	to: Recipient,
	{ kind, title, message }: Notice,
	unsubscribe: Unsubscribe,
): Letter {
	const { before, link, after } = FRAMES[kind](head);
	return layOut(head, to, {
		subject: title,
		before: [...before, ...linesOf(message)],
		link: { label: link.label, address: `${head.origin}${link.page}` },
		after,
		why: whyNotice(kind, head),
		unsubscribe,
	});
}

const FRAMES: Record<Notice['kind'], (head: Letterhead) => Frame> = {
	announcement: () => ({
		before: [],
		link: { label: 'See your notifications', page: PAGES.notifications },
		after: [],
	}),
	report: () => ({
		before: [],
		link: { label: 'See your reports', page: PAGES.myReports },
		after: [],
	}),
	sale: () => ({
		before: [],
		link: { label: 'See your notifications', page: PAGES.notifications },
		after: [],
	}),
	warning: ({ siteName, supportEmail }) => ({
		before: [`A message from the administrators of ${siteName}:`],
		link: { label: 'Read the rules', page: PAGES.rules },
		after: [`If you think that this is a mistake, write to ${supportEmail}.`],
	}),
};
