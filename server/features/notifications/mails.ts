import type { Room } from '#contract/chat/room-id.ts';
import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { NOTIFICATION_MESSAGES, type NotificationKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { chatPath } from '#server/features/chat/present.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type AddTask, handleTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	type MailHeader,
	type Recipient,
	renderMail,
	splitLines,
	toSingleLine,
	type UnsubscribeLinks,
} from '#server/mail/layout.ts';
import { type DeliveryDeps, deliverMail, type Mail } from '#server/mail/mail.ts';
import { type AnnouncementDeps, deliverAnnouncement } from './announcements/moderation.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from './commands.ts';
import { shortTitle, truncate } from './present.ts';
import { announcementTask, type NotificationMail, notificationMailTask } from './tasks.ts';
import {
	type ChatSide,
	claimUnmailed,
	findNotificationMail,
	listUnreadMails,
	type MailPass,
} from './unread-mail-queries.ts';

export interface NotificationMailDeps extends DeliveryDeps {
	db: Db;
	header: MailHeader;
	tokens: UnsubscribeTokens;
}

/**
 * Renders a mail from the current data and sends it; sends nothing if there is no longer a reason for the mail.
 * @throws MailError when the mail server rejects the mail; a retry renders the mail again
 */
export async function sendNotificationMail(
	deps: NotificationMailDeps,
	task: NotificationMail,
): Promise<void> {
	const mail = await renderTaskMail(deps, task);
	if (mail) await deliverMail(deps, mail, task.userId);
}

function renderTaskMail(
	deps: NotificationMailDeps,
	task: NotificationMail,
): Promise<Mail | undefined> {
	switch (task.letter) {
		case 'unread-messages':
			return renderUnreadMail(deps, task.userId, [task]);
		case 'unread-chats':
			return renderUnreadMail(deps, task.userId, task.chats);
		default:
			return renderNotificationMail(deps, task);
	}
}

async function renderUnreadMail(
	deps: NotificationMailDeps,
	userId: number,
	chats: readonly Room[],
): Promise<Mail | undefined> {
	const unread = await listUnreadMails(deps.db, userId, chats);
	const [newest, ...others] = unread;
	if (!newest) return undefined;
	const { header } = deps;
	const { address, name } = newest;
	const unsubscribe = unsubscribeLinks(deps, userId, 'message');
	if (others.length > 0) return unreadChatsMail(header, { address, name }, unread, unsubscribe);
	const content = { ...newest, chatUrl: `${header.origin}${chatPath(newest)}` };
	return unreadMessagesMail(header, { address, name }, content, unsubscribe);
}

async function renderNotificationMail(
	deps: NotificationMailDeps,
	{ userId, noticeId }: { userId: number; noticeId: number },
): Promise<Mail | undefined> {
	const notification = await findNotificationMail(deps.db, userId, noticeId);
	if (!notification) return undefined;
	const { address, name, searchId, ...content } = notification;
	const unsubscribe = unsubscribeLinks(deps, userId, content.kind, searchId ?? undefined);
	return notificationMail(deps.header, { address, name }, content, unsubscribe);
}

/**
 * In the link to the page, the token is in the fragment, which browsers do not send. Mail programs call the one-click
 * URL themselves, so its token must be in the path. A mail program that only opens the URL is redirected to the
 * page.
 */
function unsubscribeLinks(
	{ header, tokens }: NotificationMailDeps,
	userId: number,
	kind: NotificationKind,
	searchId?: number,
): UnsubscribeLinks {
	const token = tokens.sign({ userId, kind, searchId });
	return {
		...(searchId !== undefined && { label: 'End this alert' }),
		page: `${header.origin}${PAGES.unsubscribe}#token=${token}`,
		oneClick: `${header.origin}/api/unsubscribe/${token}`,
	};
}

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
function mailReason(kind: NotificationKind, { siteName }: MailHeader): string {
	return `You get this because your account at ${siteName} is set to send mails about ${TOPICS[kind]}.`;
}

/** The mail lists this many chats and counts the others. */
const CHATS_LISTED = 10;

interface UnreadChat {
	senderName: string;
	itemTitle: string;
	count: number;
}

/** The mail about unread messages in several chats: one line per chat, without message text. */
export function unreadChatsMail(
	header: MailHeader,
	to: Recipient,
	chats: readonly UnreadChat[],
	unsubscribe: UnsubscribeLinks,
): Mail {
	const omittedCount = chats.length - CHATS_LISTED;
	return renderMail(header, to, {
		subject: `New messages in ${chats.length} chats`,
		beforeLink: [
			`There is something new for you in ${chats.length} chats at ${header.siteName}:`,
			...chats.slice(0, CHATS_LISTED).map(describeChat),
			...(omittedCount > 0 ? [`And ${omittedCount} more.`] : []),
		],
		link: { label: 'See your chats', address: `${header.origin}${PAGES.chats}` },
		afterLink: ['Please answer in the chats: a reply to this mail reaches nobody there.'],
		reason: mailReason('message', header),
		unsubscribe,
	});
}

function describeChat({ senderName, itemTitle, count }: UnreadChat): string {
	const about = `about “${isolated(toSingleLine(itemTitle))}”`;
	const sender = isolated(toSingleLine(senderName));
	return count === 1
		? `${sender} wrote to you ${about}.`
		: `${sender} sent you ${count} messages ${about}.`;
}

/** The mail quotes at most this many characters of a message. */
const EXCERPT_CHARS = 200;

interface UnreadMessages {
	senderName: string;
	itemTitle: string;
	count: number;
	/** Text of the last message. */
	words: string;
	/** URL of the chat. */
	chatUrl: string;
}

/**
 * The mail about unread messages in one chat. Quotes the texts of other users on one line, so that they cannot
 * imitate our own text.
 */
export function unreadMessagesMail(
	header: MailHeader,
	to: Recipient,
	{ senderName, itemTitle, count, words, chatUrl }: UnreadMessages,
	unsubscribe: UnsubscribeLinks,
): Mail {
	const sender = toSingleLine(senderName);
	const about = `about “${isolated(toSingleLine(itemTitle))}” at ${header.siteName}`;
	const introduction =
		count === 1
			? `${isolated(sender)} wrote to you ${about}:`
			: `${isolated(sender)} sent you ${count} messages ${about}. The last one:`;
	return renderMail(header, to, {
		subject: NOTIFICATION_MESSAGES.messages(sender, count, shortTitle(itemTitle)),
		beforeLink: [introduction, `“${isolated(truncate(toSingleLine(words), EXCERPT_CHARS))}”`],
		link: { label: 'Open the chat', address: chatUrl },
		afterLink: ['Please answer in the chat: a reply to this mail reaches nobody there.'],
		reason: mailReason('message', header),
		unsubscribe,
	});
}

interface NotificationJobDeps extends AnnouncementDeps, Omit<NotificationMailDeps, 'tokens'> {
	secrets: Secrets;
}

/** The job that mails unread messages, and the handlers of two queued tasks: sending a mail, delivering an announcement. */
export function notificationJobs({ secrets, ...deps }: NotificationJobDeps): Job[] {
	const mailDeps = { ...deps, tokens: createUnsubscribeTokens(secrets) };
	return [
		{ name: 'mail-unread', schedule: '* * * * *', run: () => mailUnread(deps) },
		handleTask(notificationMailTask, (mail) => sendNotificationMail(mailDeps, mail)),
		handleTask(announcementTask, ({ announcementId }) => deliverAnnouncement(deps, announcementId)),
	];
}

interface UnreadMailDeps {
	db: Db;
	addTask: AddTask;
}

/** Messages checked in one transaction. */
const BATCH_SIZE = 5000;

/**
 * Queues mails to users who have left a message unread for ten minutes. While a chat stays unread, the next mail
 * about it follows after a day at the earliest, and only for a newer message. Unread messages of several chats share
 * one mail.
 */
export async function mailUnread(deps: UnreadMailDeps): Promise<void> {
	while (await mailBatch(deps, 'first'));
	while (await mailBatch(deps, 'a day later'));
}

/**
 * Marks a batch of chats as mailed and queues their mails, in one transaction.
 * @returns whether more messages may be due
 */
function mailBatch({ db, addTask }: UnreadMailDeps, pass: MailPass): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { sides, isMore } = await claimUnmailed(tx, pass, BATCH_SIZE);
		const byUser = Map.groupBy(
			sides.filter(({ isMailed }) => isMailed),
			({ userId }) => userId,
		);
		await addTask(tx, notificationMailTask, [...byUser].map(toMailTask));
		return isMore;
	});
}

function toMailTask([userId, sides]: [userId: number, sides: ChatSide[]]): NotificationMail {
	const chats = sides.map(({ itemId, buyerId }) => ({ itemId, buyerId }));
	const [chat, ...others] = chats;
	return chat && others.length === 0
		? { letter: 'unread-messages', userId, ...chat }
		: { letter: 'unread-chats', userId, chats };
}
