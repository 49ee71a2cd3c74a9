import type { NoticeKind } from '#contract/notice-facts.ts';
import { PAGES } from '#contract/pages.ts';
import type { Db } from '#server/db/client.ts';
import type { TaskData } from '#server/jobs/tasks.ts';
import type { Letterhead, Unsubscribe } from '#server/mail/layout.ts';
import { noticeLetter } from '#server/mail/letters/notice.ts';
import { unreadMessagesLetter } from '#server/mail/letters/unread-messages.ts';
import { type Delivering, deliver, type Letter } from '#server/mail/mail.ts';
import { findNoticeMail, findUnreadMail, type Side } from './mail-queries.ts';
import { chatPath } from './present.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

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
	const letter =
		task.letter === 'unread-messages'
			? await writeOfMessages(office, task)
			: await writeOfNotice(office, task);
	if (letter) await deliver(office, letter, task.userId);
}

async function writeOfMessages(office: NoticeOffice, side: Side): Promise<Letter | undefined> {
	const unread = await findUnreadMail(office.db, side);
	if (!unread) return undefined;
	const { address, name, ...said } = unread;
	const content = { ...said, chat: `${office.head.origin}${chatPath(side)}` };
	const end = endOf(office, side.userId, 'message');
	return unreadMessagesLetter(office.head, { address, name }, content, end);
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
