import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';

/**
 * One-off work, by name, and what it has to know. People are named by number only (decisions, "Back-office"), so that
 * erasing one needs no change here.
 */
export interface TaskData {
	mail: { letter: MailName; userId: number };
	/** Apart from the others, so that nobody waits for a link to sign in behind an announcement to everyone. */
	'notice-mail': NotificationMailTask;
	announce: { announcementId: number };
	'remove-photos': Record<string, never>;
	'erase-account': { userId: number };
	'forget-title-words': Record<string, never>;
}
export type TaskName = keyof TaskData;

type NotificationMailTask =
	| { letter: 'notice'; userId: number; noticeId: number }
	/** What is unread in a chat. */
	| ({ letter: 'unread-messages'; userId: number } & Room)
	/** What is unread in several. */
	| { letter: 'unread-chats'; userId: number; chats: Room[] };

export type MailName =
	| 'reset-password'
	| 'confirm-email'
	| 'password-changed'
	| 'email-changed'
	| AccountChange;

/** What opens an account, or names it, has changed. */
export type AccountChange = 'identity-linked' | 'identity-unlinked' | 'phone-changed';

/** How each task is done; one that throws is tried again. */
export type TaskHandlers = { [Name in TaskName]: (data: TaskData[Name]) => Promise<void> };

/**
 * Adds work as part of a transaction: it is there exactly when the change is that caused it.
 * @param delaySeconds how long it waits at least; not at all unless said
 */
export type AddTask = <Name extends TaskName>(
	db: Db,
	name: Name,
	data: TaskData[Name],
	delaySeconds?: number,
) => Promise<void>;

/** Adds many tasks of one name at once, in the same way. */
export type AddTasks = <Name extends TaskName>(
	db: Db,
	name: Name,
	data: readonly TaskData[Name][],
) => Promise<void>;
