import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatRole } from '#contract/chat/facts.ts';
import { notificationSummaryQuery } from '#web/features/notifications/queries.ts';
import { type ChatSide, chooseInitialSide } from './initial-side.ts';
import { chatsQuery } from './queries.ts';

const NOTHING_UNREAD = { buyer: 0, seller: 0 };

/**
 * The side on which the list of chats opens. Decided only once while `isNeeded` is true, so that later messages do not
 * switch the list.
 * @param isNeeded true if neither the URL nor an open chat nor a return to the list decides the side
 * @param last the side shown last
 * @returns undefined until the unread counts are known
 */
export function useInitialSide(
	isNeeded: boolean,
	last: ChatSide | undefined,
): ChatSide | undefined {
	const [decided, setDecided] = useState<ChatSide>();
	const isUndecided = isNeeded && decided === undefined;
	const buying = useSideSummary('buyer', isUndecided);
	const selling = useSideSummary('seller', isUndecided);

	if (isUndecided && buying.isKnown && selling.isKnown) {
		const unread = buying.unread ?? selling.unread ?? NOTHING_UNREAD;
		const newest = { buyer: buying.newest, seller: selling.newest };
		setDecided(chooseInitialSide({ unread, newest, last }));
	}
	if (!isNeeded && decided !== undefined) setDecided(undefined);
	return decided;
}

/**
 * Reads from the list of chats of one side: the id of its newest message, and the unread counts of both sides, which
 * each list contains. `isKnown` is true once the list has loaded after the page was opened. A cached list suffices if
 * its counts add up to the unread count in the header, or if loading has failed.
 */
function useSideSummary(role: ChatRole, enabled: boolean) {
	const chats = useInfiniteQuery({ ...chatsQuery(role), enabled });
	const { data: summary } = useQuery({ ...notificationSummaryQuery(), enabled });
	const page = chats.data?.pages[0];
	const unread = page?.unread;
	const isCurrent = unread !== undefined && unread.buyer + unread.seller === summary?.chats;
	const isCachedOnly = unread !== undefined && chats.failureCount > 0;
	return {
		unread,
		newest: page?.chats[0]?.lastMessage.id ?? 0,
		isKnown: chats.isFetchedAfterMount || isCurrent || isCachedOnly,
	};
}
