import { useRef } from 'react';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import type { ChatRoom } from '#web/features/chat/engine/room.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { useRealtimeStatus } from '#web/lib/realtime/realtime.ts';
import type { RealtimeStatus } from '#web/lib/realtime/socket.ts';
import { useIsOnline } from '#web/ui/use-is-online.ts';
import { Connecting } from './connecting.tsx';
import { ConnectionError } from './connection-error.tsx';
import { MessageList } from './message-list.tsx';
import { OfflineNotice } from './offline-notice.tsx';

interface ConversationProps {
	chat: KnownChat;
	room: ChatRoom;
	view: RoomView;
	/** The signed-in user. */
	userId: number;
	/** The other person's name. */
	name: string;
	/** The chat cannot be joined any more, so the connection status is not shown. */
	isEnded: boolean;
}

/** The list of messages, or the connection status while there is nothing to list yet. */
export function Conversation({ chat, room, view, userId, name, isEnded }: ConversationProps) {
	const status = useRealtimeStatus();
	const isOnline = useIsOnline();
	/** Carries the focus from one message list to the list that replaces it. */
	const hadFocus = useRef(false);
	const failure = isEnded ? undefined : connectionErrorMessage(view, status);
	const attempts =
		status.state === 'failed' || status.state === 'reconnecting' ? status.attempts : 0;

	// Once the history is shown, the connection status below it is enough.
	const showsOfflineNotice = !isOnline && !view.isHistoryLoaded && !isEnded;

	if (isEmptyUntilLoaded(view) && !isEnded && !showsOfflineNotice) {
		return (
			<div className="grid min-h-0 flex-1 content-center overflow-y-auto p-4">
				{failure === undefined ? (
					<Connecting attempts={attempts} />
				) : (
					<ConnectionError message={failure} attempts={attempts} />
				)}
			</div>
		);
	}
	const isConnecting = failure === undefined && !view.isJoined && !view.isClosed && !isEnded;
	return (
		<>
			<MessageList
				// Mounts a new list when the history has loaded: in the same element, a screen reader would announce the whole
				// history as new messages.
				key={String(view.isHistoryLoaded)}
				hadFocus={hadFocus}
				view={view}
				room={room}
				initialReadPositions={chat}
				userId={userId}
				otherId={chat.other.id}
				name={name}
			/>
			{showsOfflineNotice && <OfflineNotice />}
			{failure !== undefined && !showsOfflineNotice && (
				<div className="px-3 pb-2">
					<ConnectionError isCompact message={failure} attempts={attempts} />
				</div>
			)}
			{isConnecting && !showsOfflineNotice && (
				<Connecting isCompact attempts={attempts} isReconnecting={view.isHistoryLoaded} />
			)}
		</>
	);
}

/** Whether there is nothing to list before the history has loaded. */
function isEmptyUntilLoaded({ isHistoryLoaded, messages, unsent }: RoomView): boolean {
	return !isHistoryLoaded && messages.length === 0 && unsent.length === 0;
}

/** Why the chat is not connected; undefined while the chat is connected or connecting. */
function connectionErrorMessage(view: RoomView, status: RealtimeStatus): string | undefined {
	return view.joinError?.message ?? (status.state === 'failed' ? status.message : undefined);
}
