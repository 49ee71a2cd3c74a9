import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { wordsFor } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ChatListSkeleton } from './chat-list-skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { type ChatSide, SIDE_ROLES, useChatSide } from './chat-side.ts';
import { NoChats } from './no-chats.tsx';
import { chatKeys, chatsQuery } from './queries.ts';
import { UnreadBadge } from './unread-badge.tsx';
import { useChatNews } from './use-chat-news.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useUnsent } from './use-unsent.ts';

const TITLE = 'My Chats';

interface ChatListProps {
	/** The room that is open beside it; without one the list is the page itself. */
	current?: string | undefined;
}

/** My chats, those in which one buys and those in which one sells, live. */
export function ChatList({ current }: ChatListProps) {
	const id = useId();
	const [side, choose] = useChatSide(current);
	const { data } = useInfiniteQuery(chatsQuery(SIDE_ROLES[side]));
	const unread = data?.pages[0]?.unread;
	useChatNews(chatKeys.all);

	return (
		<section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
			<div id={id} className="px-2">
				{current === undefined ? (
					<PageHeading>{TITLE}</PageHeading>
				) : (
					<h2 className="text-2xl">{TITLE}</h2>
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
				onChange={choose}
			/>
			<Chats key={side} side={side} current={current} />
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

function Chats({ side, current }: { side: ChatSide; current: string | undefined }) {
	const listing = useInfiniteQuery(chatsQuery(SIDE_ROLES[side]));
	const chats = listing.data?.pages.flatMap((page) => page.chats);
	const failure = wordsFor(listing.error, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection);
	const unsent = useUnsent();
	const list = useKeptPlace(chats?.map(({ roomId }) => roomId).join() ?? '');

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
				ref={list}
				aria-label={side === 'buying' ? 'Chats with sellers' : 'Chats with buyers'}
				className="grid gap-0.5 [overflow-anchor:none]"
			>
				{chats.map((chat) => (
					<ChatRow
						key={chat.roomId}
						chat={chat}
						unsent={unsent[chat.roomId]}
						isCurrent={chat.roomId === current}
					/>
				))}
			</ul>
			{listing.isRefetchError && (
				<div role="status" className="grid justify-items-start gap-2 px-2 text-sm text-ink-soft">
					<p>There may be newer ones. {failure}</p>
					<Button size="small" onClick={() => void listing.refetch()}>
						Try again
					</Button>
				</div>
			)}
			{listing.hasNextPage && (
				<LoadMore
					isLoading={listing.isFetchingNextPage}
					failure={listing.isFetchNextPageError ? failure : undefined}
					onLoad={() => void listing.fetchNextPage()}
				/>
			)}
		</>
	);
}
