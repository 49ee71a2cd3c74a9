import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from '#web/features/notices/queries.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** How many chats have something unread. For who is signed in. */
export function ChatsBadge({ className = '' }: { className?: string }) {
	const { data: notices } = useQuery(noticesQuery());
	return <UnreadBadge count={notices?.chats ?? 0} className={className} />;
}
