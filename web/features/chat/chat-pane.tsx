import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import { useLiveStatus } from '#web/lib/live.ts';
import { BlockedLine } from './blocked-line.tsx';
import { ChatHead } from './chat-head.tsx';
import { ChatItem } from './chat-item.tsx';
import { Composer } from './composer.tsx';
import { Connecting } from './connecting.tsx';
import { ConnectionError } from './connection-error.tsx';
import { ConnectionLine } from './connection-line.tsx';
import type { KnownChat } from './known-chat.ts';
import { MessageList } from './message-list.tsx';
import { openChatQuery } from './queries.ts';
import { openRoom, type Room } from './room.ts';
import type { RoomView } from './room-view.ts';

interface ChatPaneProps {
	chat: KnownChat;
	/** Oneself. */
	userId: number;
	/** The two numbers of the page's address. */
	address: readonly [string, string];
}

/** One chat: its head, its item, what was said, and where one writes. */
export function ChatPane({ chat, userId, address }: ChatPaneProps) {
	const [room, view, refresh] = useRoom(chat, userId, address);
	const status = useLiveStatus();
	const failure = view.refusal ?? (status.is === 'failed' ? status.message : undefined);
	const attempts = status.is === 'failed' || status.is === 'reconnecting' ? status.count : 0;
	const name = chat.other.userName || CHAT_MESSAGES.unnamed(chat.other.id);

	return (
		<section
			aria-label={`Chat with ${name}`}
			className="flex min-h-0 min-w-0 flex-col overflow-y-auto"
		>
			<ChatHead chat={chat} name={name} isHere={view.isHere} onBlockChange={refresh} />
			<ChatItem item={chat.item} />
			{view.hasJoined ? (
				<MessageList
					view={view}
					room={room}
					standingBefore={chat}
					userId={userId}
					otherId={chat.other.id}
					name={name}
				/>
			) : (
				<div className="grid min-h-0 flex-1 content-center overflow-y-auto p-4">
					{failure === undefined ? (
						<Connecting attempts={attempts} />
					) : (
						<ConnectionError message={failure} attempts={attempts} />
					)}
				</div>
			)}
			{view.hasJoined && failure !== undefined && (
				<div className="px-3 pb-2">
					<ConnectionError isBelow message={failure} attempts={attempts} />
				</div>
			)}
			{view.hasJoined && failure === undefined && !view.isJoined && !view.isClosed && (
				<ConnectionLine attempts={attempts} />
			)}
			{view.notice !== undefined && (
				<p role="alert" className="px-4 pb-2 text-center text-sm text-bad">
					{view.notice}
				</p>
			)}
			<Foot chat={chat} name={name} room={room} view={view} onBlockChange={refresh} />
		</section>
	);
}

interface FootProps {
	chat: KnownChat;
	name: string;
	room: Room;
	view: RoomView;
	onBlockChange: () => void;
}

/** Where one writes, or why one can't. */
function Foot({ chat, name, room, view, onBlockChange }: FootProps) {
	const [isUnblocked, setIsUnblocked] = useState(false);

	function handleUnblock() {
		setIsUnblocked(true);
		onBlockChange();
	}

	if (chat.isBlocked) {
		return <BlockedLine person={{ id: chat.other.id, name }} onChange={handleUnblock} />;
	}
	if (chat.closed !== null) {
		return (
			<p className="border-t border-line px-4 py-5 text-center text-ink-soft">{chat.closed}</p>
		);
	}
	return (
		<Composer
			outbox={room.outbox}
			takesFocus={isUnblocked}
			canSend={view.hasJoined && view.refusal === undefined}
			onSend={room.send}
			onTyping={room.tell}
		/>
	);
}

/** The room of a chat for as long as it is on the screen, and how to ask anew what stands above it. */
function useRoom(
	{ roomId, role, other }: KnownChat,
	userId: number,
	[first, second]: readonly [string, string],
): [Room, RoomView, () => void] {
	const client = useQueryClient();
	const [room] = useState(() =>
		openRoom({ roomId, role, userId, otherId: other.id, onNews: refresh }),
	);
	useEffect(() => {
		const stop = room.start();
		return () => void stop();
	}, [room]);
	return [room, useSyncExternalStore(room.watch, room.current), refresh];

	function refresh(): void {
		void client.invalidateQueries({ queryKey: openChatQuery(first, second).queryKey });
	}
}
