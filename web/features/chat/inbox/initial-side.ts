import type { ChatRole } from '#contract/chat/facts.ts';

export type ChatSide = 'buying' | 'selling';

/** What is known of somebody's chats when they open the list. */
interface InboxState {
	/** Chats with something unread. */
	unread: Record<ChatRole, number>;
	/** The id of the newest message on each side; 0 where there are no chats. */
	newest: Record<ChatRole, number>;
	/** The side that was shown last on this visit of the market. */
	last: ChatSide | undefined;
}

/**
 * The side on which the list of chats opens: the one with something unread. If both or neither have, the one that was used
 * last; on the first look the one with the newest message, so that nobody with chats meets an empty list.
 */
export function chooseInitialSide({ unread, newest, last }: InboxState): ChatSide {
	if (unread.buyer > 0 && unread.seller === 0) return 'buying';
	if (unread.seller > 0 && unread.buyer === 0) return 'selling';
	return last ?? (newest.seller > newest.buyer ? 'selling' : 'buying');
}
