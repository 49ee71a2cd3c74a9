import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatRole } from '#contract/chat/facts.ts';
import { noticesQuery } from '#web/features/notifications/queries.ts';
import { type ChatSide, firstSide } from './first-side.ts';
import { chatsQuery } from './queries.ts';

const NOTHING_UNREAD = { buyer: 0, seller: 0 };

/**
 * The side on which the list of chats opens. It is decided once: what comes later moves nobody to the other list.
 * @param isAsked whether nothing else decides it
 * @param last the side that was shown last
 * @returns undefined until it is known what is unread
 */
export function useFirstSide(isAsked: boolean, last: ChatSide | undefined): ChatSide | undefined {
	const [decided, setDecided] = useState<ChatSide>();
	const isOpen = isAsked && decided === undefined;
	const buying = useSide('buyer', isOpen);
	const selling = useSide('seller', isOpen);

	if (isOpen && buying.isKnown && selling.isKnown) {
		const unread = buying.unread ?? selling.unread ?? NOTHING_UNREAD;
		const newest = { buyer: buying.newest, seller: selling.newest };
		setDecided(firstSide({ unread, newest, last }));
	}
	if (!isAsked && decided !== undefined) setDecided(undefined);
	return decided;
}

/** One side's chats: as asked for now, or as cached where they still agree with the badge or nothing newer can be had. */
function useSide(role: ChatRole, enabled: boolean) {
	const chats = useInfiniteQuery({ ...chatsQuery(role), enabled });
	const { data: notices } = useQuery({ ...noticesQuery(), enabled });
	const page = chats.data?.pages[0];
	const unread = page?.unread;
	const isCurrent = unread !== undefined && unread.buyer + unread.seller === notices?.chats;
	const isCachedOnly = unread !== undefined && chats.failureCount > 0;
	return {
		unread,
		newest: page?.chats[0]?.lastMessage.id ?? 0,
		isKnown: chats.isFetchedAfterMount || isCurrent || isCachedOnly,
	};
}
