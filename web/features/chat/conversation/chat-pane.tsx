import { useRef, useState } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isolated } from '#contract/core/format.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import {
	isPermanentError,
	type PermanentError,
} from '#web/features/chat/engine/permanent-error.ts';
import type { ChatRoom } from '#web/features/chat/engine/room.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { DealProvider, useDeal } from '#web/features/deals/deal-context.tsx';
import { meetingSuggestions } from '#web/features/deals/describe-deal.ts';
import { DealPanel } from '#web/features/deals/panel/deal-panel.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatItem } from './chat-item.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyPane } from './empty-pane.tsx';
import type { Suggestions } from './suggested-messages.tsx';
import { UnavailableChat } from './unavailable-chat.tsx';
import { useRoom } from './use-room.ts';

interface ChatPaneProps {
	chat: KnownChat;
	/** The signed-in user. */
	userId: number;
	/** The two ids in the page's address. */
	addressIds: readonly [string, string];
	/** Why the server does not open this chat; a retry would not help. */
	error: PermanentError | undefined;
}

/** One open chat: header, item, messages and composer. */
export function ChatPane({ chat, userId, addressIds, error }: ChatPaneProps) {
	const [room, view, refresh] = useRoom(chat, userId, addressIds);
	const finalError = isPermanentError(view.joinError) ? view.joinError : error;
	const name = chat.other.userName || CHAT_MESSAGES.unnamed(chat.other.id);
	const closedReason = finalError?.message ?? chat.closed;
	const footer = useRef<HTMLDivElement>(null);

	if (finalError && !hasMessages(view)) {
		return (
			<EmptyPane>
				<UnavailableChat error={finalError} />
			</EmptyPane>
		);
	}
	return (
		<section
			aria-label={`Chat with ${isolated(name)}`}
			className="relative flex min-h-0 min-w-0 flex-col overflow-y-auto"
		>
			<ChatHeader
				chat={chat}
				name={name}
				isOtherOnline={view.isOtherOnline}
				onBlockChange={refresh}
			/>
			<DealProvider
				itemId={chat.item.id}
				buyerId={chat.role === 'buyer' ? userId : chat.other.id}
				role={chat.role}
				name={name}
				isEnabled={chat.item.status !== 'banned' && !chat.isNotBegun}
			>
				<div className="mx-4 shrink-0 rounded-card border border-line bg-surface shadow-float writing-low:hidden">
					<ChatItem item={chat.item} />
					<DealPanel
						itemStatus={chat.item.status}
						onWrite={() => footer.current?.querySelector('textarea')?.focus()}
					/>
				</div>
				<Conversation
					chat={chat}
					room={room}
					view={view}
					userId={userId}
					name={name}
					isEnded={finalError !== undefined}
				/>
				<div ref={footer} className="sticky bottom-0 border-t border-line bg-paper">
					<ChatFooter
						chat={chat}
						name={name}
						room={room}
						view={view}
						closedReason={closedReason}
						onBlockChange={refresh}
					/>
				</div>
			</DealProvider>
		</section>
	);
}

/** Suggestions for a buyer who has not written yet. */
const FIRST_MESSAGES: Suggestions = {
	advice: CHAT_MESSAGES.meetSafely,
	label: CHAT_MESSAGES.conversationStartersLabel,
	messages: CHAT_MESSAGES.conversationStarters,
};

/** Leaves space for the system bar at the bottom edge of some phones. */
const FOOTER_PADDING = 'pb-[max(1.25rem,env(safe-area-inset-bottom))]';

interface ChatFooterProps {
	chat: KnownChat;
	name: string;
	room: ChatRoom;
	view: RoomView;
	/** Why no message can be sent; null if the user can write. */
	closedReason: string | null;
	onBlockChange: () => void;
}

/** The composer, or the reason why the user cannot write. */
function ChatFooter({ chat, name, room, view, closedReason, onBlockChange }: ChatFooterProps) {
	const [isUnblocked, setIsUnblocked] = useState(false);
	const isOnline = useIsOnline();
	/** Whether messages can be written before the room is joined. They are sent after joining. */
	const canQueue = !isOnline || view.messages.length > 0;
	const { deal } = useDeal();
	const isFirstMessage = chat.role === 'buyer' && view.isHistoryLoaded && !hasMessages(view);

	function handleUnblock() {
		setIsUnblocked(true);
		onBlockChange();
	}

	if (chat.isBlocked) {
		return <BlockedNotice person={{ id: chat.other.id, name }} onUnblock={handleUnblock} />;
	}
	if (closedReason !== null) {
		return (
			<p className={`px-4 pt-5 text-center text-ink-soft ${FOOTER_PADDING}`}>{closedReason}</p>
		);
	}
	return (
		<Composer
			outbox={room.outbox}
			shouldFocus={isUnblocked}
			suggestions={isFirstMessage ? FIRST_MESSAGES : meetingSuggestions(deal)}
			canSend={(view.isHistoryLoaded || canQueue) && view.joinError === undefined}
			onSend={room.send}
			onTyping={room.sendTyping}
		/>
	);
}

/** Whether the chat has unsent or loaded messages. The last message from the list of chats does not count as loaded. */
function hasMessages({ isHistoryLoaded, messages, unsent }: RoomView): boolean {
	return (isHistoryLoaded && messages.length > 0) || unsent.length > 0;
}
