import { useUnread } from '#web/features/notifications/unread.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** The number of chats with unread messages. Only for signed-in users. */
export function ChatsBadge({ className = '' }: { className?: string }) {
	return <UnreadBadge count={useUnread()?.chats ?? 0} className={className} />;
}
