import type { Room } from '#contract/chat/room-id.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { chatPath } from '#server/features/notifications/present.ts';
import {
	findNotificationMail,
	listUnreadMails,
} from '#server/features/notifications/unread-mail/queries.ts';
import type { UnsubscribeTokens } from '#server/features/notifications/unsubscribe-tokens.ts';
import type { TaskData } from '#server/jobs/tasks.ts';
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
 * Writes a mail as things are now, and sends it; nothing where its reason has gone meanwhile.
 * @throws MailFault when it was not taken; trying again writes it anew
 */
export async function sendNotificationMail(
	deps: NotificationMailDeps,
	task: TaskData['notice-mail'],
): Promise<void> {
	const mail = await renderTaskMail(deps, task);
	if (mail) await deliverMail(deps, mail, task.userId);
}

function renderTaskMail(
	deps: NotificationMailDeps,
	task: TaskData['notice-mail'],
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
	const { address, name, ...content } = notification;
	return notificationMail(
		deps.header,
		{ address, name },
		content,
		unsubscribeLinks(deps, userId, content.kind),
	);
}

/** The fragment of the page's address is sent to nobody; what mail programs call by themselves can't be kept there. */
function unsubscribeLinks(
	{ header, tokens }: NotificationMailDeps,
	userId: number,
	kind: NotificationKind,
): UnsubscribeLinks {
	const token = tokens.sign({ userId, kind });
	return {
		page: `${header.origin}${PAGES.unsubscribe}#token=${token}`,
		oneClick: `${header.origin}/api/unsubscribe/${token}`,
	};
}
