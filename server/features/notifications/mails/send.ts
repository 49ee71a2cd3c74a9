import type { Room } from '#contract/chat/room-id.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { chatPath } from '#server/features/chat/present.ts';
import type { NotificationMail } from '#server/features/notifications/tasks.ts';
import {
	findNotificationMail,
	listUnreadMails,
} from '#server/features/notifications/unread-mail/queries.ts';
import type { UnsubscribeTokens } from '#server/features/notifications/unsubscribe-tokens.ts';
import type { MailHeader, UnsubscribeLinks } from '#server/mail/layout.ts';
import { type DeliveryDeps, deliverMail, type Mail } from '#server/mail/mail.ts';
import { notificationMail } from './notification.ts';
import { unreadChatsMail } from './unread-chats.ts';
import { unreadMessagesMail } from './unread-messages.ts';

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
