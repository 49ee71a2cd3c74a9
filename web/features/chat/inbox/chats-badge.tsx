import { useUnread } from '#web/features/notifications/unread.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** How many chats have something unread. For who is signed in. */
export function ChatsBadge({ className = '' }: { className?: string }) {
	return <UnreadBadge count={useUnread()?.chats ?? 0} className={className} />;
}
