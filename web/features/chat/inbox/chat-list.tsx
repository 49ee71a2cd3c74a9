import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId } from 'react';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { OutdatedNote } from '#web/ui/outdated-note.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ChatListSkeleton } from './chat-list-skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { type ChatSelection, SIDE_ROLES, useChatSide } from './chat-side.ts';
import type { ChatSide } from './initial-side.ts';
import { NoChats } from './no-chats.tsx';
import { chatsQuery } from './queries.ts';
import { UnreadBadge } from './unread-badge.tsx';
import { useRefetchOnChatChange } from './use-refetch-on-chat-change.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { useToday } from './use-today.ts';
import { useUnsentMessages } from './use-unsent-messages.ts';
import { withOpenChat } from './with-open-chat.ts';

interface ChatListProps {
	/** The chat that is open beside the list; undefined where the list is the whole page. */
	selection?: ChatSelection;
}

/** The user's chats as buyer or as seller, updated live. */
export function ChatList({ selection }: ChatListProps) {
	const id = useId();
	const [side, setSide] = useChatSide(selection);
	// Each of the two lists contains the unread counts of both.
	const { data } = useInfiniteQuery(chatsQuery(SIDE_ROLES[side ?? 'buying']));
	const unread = data?.pages[0]?.unread;
	useRefetchOnChatChange(['chats']);

	return (
		<section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
			<div id={id} className="px-2">
				{selection === undefined ? (
					<PageHeading>{PAGE_TABLE.chats.label}</PageHeading>
				) : (
					<h2 className="text-2xl tablet:text-3xl">{PAGE_TABLE.chats.label}</h2>
				)}
			</div>
			<SegmentedControl
				label="Which chats"
				className="flex-wrap"
				segments={[
					{ value: 'buying', label: sideLabel('Buying', unread?.buyer) },
					{ value: 'selling', label: sideLabel('Selling', unread?.seller) },
				]}
				value={side}
				onChange={setSide}
			/>
			{side ? <Chats key={side} side={side} openChat={selection?.chat} /> : <ChatListSkeleton />}
		</section>
	);
}

function sideLabel(name: string, unread = 0) {
	return (
		<>
			{name} <UnreadBadge count={unread} />
		</>
	);
}

function Chats({ side, openChat }: { side: ChatSide; openChat: KnownChat | undefined }) {
	const listing = useInfiniteQuery(chatsQuery(SIDE_ROLES[side]));
	const loaded = listing.data?.pages.flatMap((page) => page.chats);
	// The open chat is added to the list if the list lacks it. Until all pages are loaded, it may be on a later page.
	const chatToAdd = listing.hasNextPage ? undefined : openChat;
	const chats = loaded && withOpenChat(loaded, chatToAdd, SIDE_ROLES[side]);
	const failure = errorMessageFor(listing.error, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection);
	const unsent = useUnsentMessages();
	const today = useToday();
	const listRef = useScrollPosition(chats?.map(({ roomId }) => roomId).join() ?? '');
	useOpenChatInSight(listRef, openChat?.roomId, chats !== undefined);

	if (!chats) {
		return listing.isError ? (
			<ErrorState error={listing.error} message={failure} onRetry={() => void listing.refetch()} />
		) : (
			<ChatListSkeleton />
		);
	}
	if (chats.length === 0) return <NoChats side={side} />;
	return (
		<>
			<ul
				ref={listRef}
				aria-label={side === 'buying' ? 'Chats with sellers' : 'Chats with buyers'}
				className="grid gap-0.5 [overflow-anchor:none]"
			>
				{chats.map((chat) => (
					<ChatRow
						key={chat.roomId}
						chat={chat}
						unsent={unsent[chat.roomId]}
						isCurrent={chat.roomId === openChat?.roomId}
						today={today}
					/>
				))}
			</ul>
			{listing.isRefetchError && (
				<OutdatedNote
					message={`There may be newer ones. ${failure}`}
					onRetry={() => void listing.refetch()}
				/>
			)}
			{listing.hasNextPage && <LoadMore list={listing} failure={failure} />}
		</>
	);
}

/** Scrolls the list to the row of the open chat, which may be far down. */
function useOpenChatInSight(
	list: RefObject<HTMLUListElement | null>,
	roomId: string | undefined,
	hasRows: boolean,
): void {
	useEffect(() => {
		if (roomId === undefined || !hasRows) return;
		list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
	}, [list, roomId, hasRows]);
}
