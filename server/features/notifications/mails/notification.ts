import { PAGES } from '#contract/core/pages.ts';
import type { NotificationKind } from '#contract/notifications/facts.ts';
import {
	type MailHeader,
	type Recipient,
	renderMail,
	splitLines,
	type UnsubscribeLinks,
} from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';
import { mailReason } from './reason.ts';

interface NotificationContent {
	kind: Exclude<NotificationKind, 'message'>;
	title: string;
	message: string;
	/** The page that the notification is about. */
	link: string | null;
	/** What else has happened until the mail is sent. */
	laterTitles?: readonly string[];
}

/** The text around a notification's own text. */
interface MailTemplate {
	beforeLink: readonly string[];
	/** Without `page`, the link leads to the notification's own page. */
	link: { label: string; page?: string };
	afterLink: readonly string[];
}

const CHAT_PREFIX = PAGES.chat.slice(0, PAGES.chat.indexOf(':'));

/** The mail with one notification. */
export function notificationMail(
	header: MailHeader,
	to: Recipient,
	{ kind, title, message, link: ownPage, laterTitles = [] }: NotificationContent,
	unsubscribe: UnsubscribeLinks,
): Mail {
	const { beforeLink, link, afterLink } = TEMPLATES[kind](header, ownPage);
	return renderMail(header, to, {
		subject: title,
		beforeLink: [...beforeLink, ...[message, ...laterTitles].flatMap(splitLines)],
		link: {
			label: link.label,
			address: `${header.origin}${link.page ?? ownPage ?? PAGES.notifications}`,
		},
		afterLink,
		reason: mailReason(kind, header),
		unsubscribe,
	});
}

type RenderTemplate = (header: MailHeader, ownPage: string | null) => MailTemplate;

const TEMPLATES: Record<NotificationContent['kind'], RenderTemplate> = {
	announcement: () => ({
		beforeLink: [],
		link: { label: 'See your notifications', page: PAGES.notifications },
		afterLink: [],
	}),
	report: () => ({
		beforeLink: [],
		link: { label: 'See your reports', page: PAGES.myReports },
		afterLink: [],
	}),
	// The buyer and the seller get a link to their chat, other users who asked about the item a link to its page.
	sale: (_, ownPage) => ({
		beforeLink: [],
		link: { label: ownPage?.startsWith(CHAT_PREFIX) ? 'Open the chat' : 'See the item' },
		afterLink: [],
	}),
	offer: aboutPage('Open the chat'),
	reservation: aboutPage('Open the chat'),
	'queue-turn': aboutPage('Open the chat'),
	handover: aboutPage('Open the chat'),
	review: aboutPage('Open the chat'),
	'price-drop': aboutPage('See the item'),
	'back-on-sale': (_, ownPage) => ({
		beforeLink: [],
		link: { label: ownPage === PAGES.saved ? 'See your saved items' : 'See the item' },
		afterLink: [],
	}),
	'wanted-answer': aboutPage('See the item'),
	'wanted-ending': aboutPage('See your post'),
	'search-alert': aboutPage('See the new items'),
	'item-moderated': ({ supportEmail }, ownPage) => ({
		beforeLink: [],
		link: { label: ownPage === PAGES.rules ? 'Read the rules' : 'See your item' },
		afterLink: [`If you think that this is a mistake, write to ${supportEmail}.`],
	}),
	warning: ({ siteName, supportEmail }) => ({
		beforeLink: [`A message from the administrators of ${siteName}:`],
		link: { label: 'Read the rules', page: PAGES.rules },
		afterLink: [`If you think that this is a mistake, write to ${supportEmail}.`],
	}),
};

/** The template of a mail that links to the page of its notification. */
function aboutPage(label: string): RenderTemplate {
	return () => ({ beforeLink: [], link: { label }, afterLink: [] });
}
