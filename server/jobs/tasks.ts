import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';

/**
 * One-off tasks by name, with their data. Users are identified by id only (decisions, "Back-office"), so that erasing
 * an account needs no change here.
 */
export interface TaskData {
	mail: { letter: MailName; userId: number };
	/** A queue of its own, so that sign-in links do not wait behind an announcement to all users. */
	'notice-mail': NotificationMailTask;
	announce: { announcementId: number };
	'remove-photos': Record<string, never>;
	'erase-account': { userId: number };
	'forget-title-words': Record<string, never>;
}
export type TaskName = keyof TaskData;

type NotificationMailTask =
	| { letter: 'notice'; userId: number; noticeId: number }
	/** Unread messages of one chat. */
	| ({ letter: 'unread-messages'; userId: number } & Room)
	/** Unread messages of several chats. */
	| { letter: 'unread-chats'; userId: number; chats: Room[] };

export type MailName =
	| 'reset-password'
	| 'confirm-email'
	| 'password-changed'
	| 'email-changed'
	| AccountChange;

/** Changes of sign-in methods or contact details that are reported to the user by mail. */
export type AccountChange = 'identity-linked' | 'identity-unlinked' | 'phone-changed';

/** Handler of each task; a task whose handler throws is retried. */
export type TaskHandlers = { [Name in TaskName]: (data: TaskData[Name]) => Promise<void> };

/**
 * Adds a task within a transaction: it exists only if the transaction commits.
 * @param delaySeconds minimum delay; none by default
 */
export type AddTask = <Name extends TaskName>(
	db: Db,
	name: Name,
	data: TaskData[Name],
	delaySeconds?: number,
) => Promise<void>;

/** Adds many tasks of one name, within a transaction as well. */
export type AddTasks = <Name extends TaskName>(
	db: Db,
	name: Name,
	data: readonly TaskData[Name][],
) => Promise<void>;
