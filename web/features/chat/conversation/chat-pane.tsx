import { useState } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { type FinalRefusal, isFinal } from '#web/features/chat/engine/final-refusal.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import type { Room } from '#web/features/chat/engine/room.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { useIsOnline } from '#web/ui/use-is-online.ts';
import { BlockedLine } from './blocked-notice.tsx';
import { ChatHead } from './chat-head.tsx';
import { ChatItem } from './chat-item.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyPane } from './empty-pane.tsx';
import { measureFoot } from './measure-footer.ts';
import { RefusedChat } from './refused-chat.tsx';
import { useRoom } from './use-room.ts';

interface ChatPaneProps {
	chat: KnownChat;
	/** Oneself. */
	userId: number;
	/** The two numbers of the page's address. */
	address: readonly [string, string];
	/** The server no longer opens this chat, and will not. */
	refusal: FinalRefusal | undefined;
}

/** One chat: its head, its item, what was said, and where one writes. */
export function ChatPane({ chat, userId, address, refusal }: ChatPaneProps) {
	const [room, view, refresh] = useRoom(chat, userId, address);
	const final = isFinal(view.refusal) ? { message: view.refusal } : refusal;
	const name = chat.other.userName || CHAT_MESSAGES.unnamed(chat.other.id);
	const closed = final?.message ?? chat.closed;

	if (final && !hasWords(view)) {
		return (
			<EmptyPane>
				<RefusedChat refusal={final} />
			</EmptyPane>
		);
	}
	return (
		<section
			aria-label={`Chat with ${name}`}
			className="flex min-h-0 min-w-0 flex-col overflow-y-auto"
		>
			<ChatHead chat={chat} name={name} isHere={view.isHere} onBlockChange={refresh} />
			<ChatItem item={chat.item} />
			<Conversation
				chat={chat}
				room={room}
				view={view}
				userId={userId}
				name={name}
				isOver={final !== undefined}
			/>
			{view.notice !== undefined && view.notice !== closed && (
				<p role="alert" className="px-4 pb-2 text-center text-sm text-bad">
					{view.notice}
				</p>
			)}
			<div ref={measureFoot} className="border-t border-line">
				<Foot
					chat={chat}
					name={name}
					room={room}
					view={view}
					closed={closed}
					onBlockChange={refresh}
				/>
			</div>
		</section>
	);
}

/** Some phones have a bar of their own at the edge of the screen. */
const ABOVE_EDGE = 'pb-[max(1.25rem,env(safe-area-inset-bottom))]';

interface FootProps {
	chat: KnownChat;
	name: string;
	room: Room;
	view: RoomView;
	/** Why no message can be sent; null where one can. */
	closed: string | null;
	onBlockChange: () => void;
}

/** Where one writes, or why one can't. */
function Foot({ chat, name, room, view, closed, onBlockChange }: FootProps) {
	const [isUnblocked, setIsUnblocked] = useState(false);
	const isOnline = useIsOnline();
	/** What is written before the room was joined goes out when it is. */
	const mayWait = !isOnline || view.messages.length > 0;

	function handleUnblock() {
		setIsUnblocked(true);
		onBlockChange();
	}

	if (chat.isBlocked) {
		return <BlockedLine person={{ id: chat.other.id, name }} onChange={handleUnblock} />;
	}
	if (closed !== null) {
		return <p className={`px-4 pt-5 text-center text-ink-soft ${ABOVE_EDGE}`}>{closed}</p>;
	}
	return (
		<Composer
			outbox={room.outbox}
			takesFocus={isUnblocked}
			isFirst={chat.role === 'buyer' && view.hasJoined && !hasWords(view)}
			canSend={(view.hasJoined || mayWait) && view.refusal === undefined}
			onSend={room.send}
			onTyping={room.tell}
		/>
	);
}

/** Whether anything was written, sent or not. */
function hasWords({ hasJoined, messages, unsent }: RoomView): boolean {
	return (hasJoined && messages.length > 0) || unsent.length > 0;
}
