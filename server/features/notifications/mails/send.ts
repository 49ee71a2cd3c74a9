import type { Room } from '#contract/chat/room-id.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { NoticeKind } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { chatPath } from '#server/features/notifications/present.ts';
import {
	findNoticeMail,
	listUnreadMails,
} from '#server/features/notifications/unread-mail/queries.ts';
import type { UnsubscribeTokens } from '#server/features/notifications/unsubscribe-tokens.ts';
import type { TaskData } from '#server/jobs/tasks.ts';
import type { Letterhead, Unsubscribe } from '#server/mail/layout.ts';
import { type Delivering, deliver, type Letter } from '#server/mail/mail.ts';
import { noticeLetter } from './notification.ts';
import { unreadChatsLetter } from './unread-chats.ts';
import { unreadMessagesLetter } from './unread-messages.ts';

export interface NoticeOffice extends Delivering {
	db: Db;
	head: Letterhead;
	tokens: UnsubscribeTokens;
}

/**
 * Writes a mail as things are now, and sends it; nothing where its reason has gone meanwhile.
 * @throws MailFault when it was not taken; trying again writes it anew
 */
export async function sendNoticeLetter(
	office: NoticeOffice,
	task: TaskData['notice-mail'],
): Promise<void> {
	const letter = await write(office, task);
	if (letter) await deliver(office, letter, task.userId);
}

function write(office: NoticeOffice, task: TaskData['notice-mail']): Promise<Letter | undefined> {
	switch (task.letter) {
		case 'unread-messages':
			return writeOfMessages(office, task.userId, [task]);
		case 'unread-chats':
			return writeOfMessages(office, task.userId, task.chats);
		default:
			return writeOfNotice(office, task);
	}
}

async function writeOfMessages(
	office: NoticeOffice,
	userId: number,
	chats: readonly Room[],
): Promise<Letter | undefined> {
	const unread = await listUnreadMails(office.db, userId, chats);
	const [newest, ...others] = unread;
	if (!newest) return undefined;
	const { head } = office;
	const { address, name } = newest;
	const end = endOf(office, userId, 'message');
	if (others.length > 0) return unreadChatsLetter(head, { address, name }, unread, end);
	const content = { ...newest, chat: `${head.origin}${chatPath(newest)}` };
	return unreadMessagesLetter(head, { address, name }, content, end);
}

async function writeOfNotice(
	office: NoticeOffice,
	{ userId, noticeId }: { userId: number; noticeId: number },
): Promise<Letter | undefined> {
	const notice = await findNoticeMail(office.db, userId, noticeId);
	if (!notice) return undefined;
	const { address, name, ...said } = notice;
	return noticeLetter(office.head, { address, name }, said, endOf(office, userId, said.kind));
}

/** The fragment of the page's address is sent to nobody; what mail programs call by themselves can't be kept there. */
function endOf({ head, tokens }: NoticeOffice, userId: number, kind: NoticeKind): Unsubscribe {
	const token = tokens.sign({ userId, kind });
	return {
		page: `${head.origin}${PAGES.unsubscribe}#token=${token}`,
		oneClick: `${head.origin}/api/unsubscribe/${token}`,
	};
}
