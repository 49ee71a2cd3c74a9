import type { ChatRole } from '#contract/chat/facts.ts';

export type ChatSide = 'buying' | 'selling';

/** A user's unread chats and newest messages when the list opens. */
interface InboxState {
	/** Number of chats with unread messages. */
	unread: Record<ChatRole, number>;
	/** The id of the newest message on each side; 0 if there are no chats. */
	newest: Record<ChatRole, number>;
	/** The side shown last since the page was loaded. */
	last: ChatSide | undefined;
}

/**
 * The side on which the list of chats opens: the side with unread messages. If both or neither have unread messages,
 * the side used last. On the first visit, the side with the newest message, so that a user with chats never sees an
 * empty list.
 */
export function chooseInitialSide({ unread, newest, last }: InboxState): ChatSide {
	if (unread.buyer > 0 && unread.seller === 0) return 'buying';
	if (unread.seller > 0 && unread.buyer === 0) return 'selling';
	return last ?? (newest.seller > newest.buyer ? 'selling' : 'buying');
}
