import { ArrowDown } from 'lucide-react';
import { Fragment, type RefObject, useLayoutEffect, useMemo } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { latestReadPositions, type ReadPositions } from '#web/features/chat/engine/messages.ts';
import type { ChatRoom } from '#web/features/chat/engine/room.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { useToday } from '#web/features/chat/inbox/use-today.ts';
import { Button } from '#web/ui/button.tsx';
import { MessageRow } from './message-row.tsx';
import { OlderMessages } from './older-messages.tsx';
import { buildRows } from './rows.ts';
import { TypingIndicator } from './typing-indicator.tsx';
import { useScrollFollow } from './use-scroll-follow.ts';

interface MessageListProps {
	/** Whether the focus was in the list that this list replaces. Each list sets it when it is removed. */
	hadFocus: RefObject<boolean>;
	view: RoomView;
	room: ChatRoom;
	/**
	 * The other person's read positions when the chat was opened. Used until the room is joined; a closed chat is never
	 * joined.
	 */
	initialReadPositions: ReadPositions;
	/** The signed-in user. */
	userId: number;
	otherId: number;
	/** The other person's name. */
	name: string;
}

/** The messages of a chat, the newest at the bottom. */
export function MessageList(props: MessageListProps) {
	const { hadFocus, view, room, initialReadPositions, userId, otherId, name } = props;
	const { messages, unsent, isJoined } = view;
	const readPositions = isJoined
		? view.readPositions
		: latestReadPositions(view.readPositions, initialReadPositions);
	const { readId, deliveredId, undeliveredIds } = readPositions;
	const today = useToday();
	const rows = useMemo(
		() =>
			buildRows(
				{ messages, unsent, readPositions: { readId, deliveredId, undeliveredIds } },
				userId,
				today,
			),
		[messages, unsent, readId, deliveredId, undeliveredIds, userId, today],
	);
	const containsNewestMessage = view.isJoined || view.isClosed;
	const scrollFollow = useScrollFollow(
		rows,
		{ isTyping: view.isTyping, containsNewestMessage },
		room.markRead,
	);

	useKeptFocus(scrollFollow.container, hadFocus);

	return (
		<div className="relative min-h-32 flex-1">
			<div
				ref={scrollFollow.container}
				role="log"
				aria-label={`Messages with ${isolated(name)}`}
				// A reader further up is informed by the 'New messages' button. Older messages are not announced when they
				// load.
				aria-live={scrollFollow.isAtEnd ? 'polite' : 'off'}
				aria-relevant="additions"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable with the keyboard (axe, scrollable-region-focusable)
				tabIndex={0}
				className="h-full overflow-x-hidden overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2 [overflow-anchor:none]"
			>
				{/* If there are few messages, they are aligned to the bottom, next to the message field. */}
				<div className="flex min-h-full flex-col justify-end">
					<OlderMessages
						older={view.older}
						container={scrollFollow.container}
						onLoad={room.loadOlder}
					/>
					{rows.length === 0 && view.isHistoryLoaded && (
						<p className="mx-auto max-w-sm py-2 text-center text-balance text-ink-soft wrap-anywhere">
							{CHAT_MESSAGES.emptyConversation(name)}
						</p>
					)}
					<ol className="grid">
						{rows.map((row) => (
							<Fragment key={row.key}>
								{row.day !== undefined && (
									<li className="mt-3 mb-1 justify-self-center rounded-full bg-sunken px-3 py-0.5 text-xs font-semibold text-ink-soft">
										{row.day}
									</li>
								)}
								<MessageRow
									row={row}
									name={row.userId === otherId ? name : CHAT_MESSAGES.unnamed(row.userId)}
									isJoined={view.isJoined}
									onResend={room.resend}
									onDiscard={room.discard}
									onRenewPhoto={room.renewPhoto}
								/>
							</Fragment>
						))}
					</ol>
					{view.isTyping && <TypingIndicator name={name} />}
				</div>
			</div>
			<div
				role="status"
				className="absolute inset-x-0 bottom-2 grid justify-items-center empty:hidden"
			>
				{scrollFollow.hasNewMessages && (
					<Button size="small" onClick={scrollFollow.scrollToEnd} className="shadow-float">
						<ArrowDown aria-hidden="true" className="size-4" />
						{CHAT_MESSAGES.newMessages}
					</Button>
				)}
			</div>
		</div>
	);
}

/** Moves the focus to this list if the list that it replaces had the focus. */
function useKeptFocus(
	container: RefObject<HTMLElement | null>,
	hadFocus: RefObject<boolean>,
): void {
	useLayoutEffect(() => {
		const list = container.current;
		if (hadFocus.current) list?.focus({ preventScroll: true });
		return () => {
			hadFocus.current = list?.contains(document.activeElement) ?? false;
		};
	}, [container, hadFocus]);
}
