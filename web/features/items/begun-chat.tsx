import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chatBegunQuery } from '#web/features/chats/queries.ts';

interface BegunChatProps {
	itemId: number;
	/** Who is signed in. */
	userId: number;
	/** The way to the chat. */
	children: ReactNode;
}

/** A sold item's conversation stays open to who has one (decisions, "Chat"). */
export function BegunChat({ itemId, userId, children }: BegunChatProps) {
	const { data: isBegun } = useQuery(chatBegunQuery(itemId, userId));
	return isBegun ? children : null;
}
