import type { ChatSummary } from '#contract/chat/conversations.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatMessage, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, type ChatRole, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { parseRoomId } from '#contract/chat/room-id.ts';
import {
	connectRealtime,
	onRealtimeEvent,
	watchRealtimeStatus,
} from '#web/lib/realtime/realtime.ts';
import { claimRoom, sendInBackground } from './background-sending.ts';
import { loadOlder } from './history.ts';
import { createReadMarker } from './mark-read.ts';
import { createMessageSender, type MessageSender } from './message-sender.ts';
import { latestReadPositions, mergeMessage, withLocalPhotos } from './messages.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPhotoRenewal, type RenewPhoto } from './renew-photos.ts';
import { createRoomMembership } from './room-membership.ts';
import { createRoomStore, type RoomStore } from './room-store.ts';
import { createTypingSignal, type TypingSignal } from './typing-signal.ts';

export interface RoomDeps {
	roomId: string;
	role: ChatRole;
	/** The signed-in user. */
	userId: number;
	/** The other person. */
	otherId: number;
	/** The last message from the list of chats, shown until the room is joined. */
	lastMessage?: ChatSummary['lastMessage'] | undefined;
	/** Called when the chat's details (item, other person) may be outdated. */
	onOutdated: () => void;
}

export interface ChatRoom
	extends Pick<RoomStore, 'current' | 'watch'>,
		Pick<MessageSender, 'send' | 'resend' | 'discard' | 'restoreUnsent'>,
		Pick<TypingSignal, 'sendTyping'> {
	outbox: Outbox;
	/**
	 * Subscribes to the events and joins the room. The returned function leaves the room and sends the remaining
	 * messages in the background.
	 */
	start: () => () => void;
	/** Starts sending in the background (background-sending.ts) for a chat that was not opened. */
	sendInBackground: () => void;
	/** Loads the page before the oldest message. */
	loadOlder: () => void;
	renewPhoto: RenewPhoto;
	/** Marks all messages as read. Called when the newest message is visible in a focused window. */
	markRead: () => void;
}

/**
 * Creates one chat over the live connection. Once started, it joins its room on every connection. It keeps unsent
 * messages until they are acknowledged.
 * @throws Error when `roomId` is malformed
 */
export function createChatRoom(deps: RoomDeps): ChatRoom {
	const { roomId, role, userId, otherId, lastMessage, onOutdated } = deps;
	const room = requireRoom(roomId);
	const writerId = lastMessage?.isOwn ? userId : otherId;
	const store = createRoomStore(lastMessage && [messageFromSummary(lastMessage, writerId)]);
	const outbox = createOutbox(userId, roomId);
	const onNotJoined = () => void membership.join();
	const sender = createMessageSender({ roomId, userId, outbox, store, onNotJoined, onOutdated });
	const { flush, resetInFlight } = sender;
	const background = { roomId, userId, store, flush, resetInFlight };
	const typing = createTypingSignal(roomId, store);
	const markRead = createReadMarker(roomId, userId, store);
	const callbacks = {
		onJoinEnded: flush,
		onLeave: resetInFlight,
		replaceUnsentCopies: sender.replaceUnsentCopies,
	};
	const membership = createRoomMembership({ room, role, store, onOutdated, ...callbacks });

	function start() {
		claimRoom(roomId);
		const stops = [
			onRealtimeEvent(CHAT_EVENTS.roomJoined, membership.handleJoined),
			onRealtimeEvent(CHAT_EVENTS.roomSwitched, membership.handleJoined),
			onRealtimeEvent(CHAT_EVENTS.receiveMessage, handleMessage),
			onRealtimeEvent(CHAT_EVENTS.errorMessage, membership.handleErrorMessage),
			onRealtimeEvent(CHAT_EVENTS.error, () =>
				membership.handleJoinError(CHAT_ERRORS.connectionError),
			),
			...watchOther(deps, store, typing),
			watchRealtimeStatus(membership.syncConnection),
		];
		connectRealtime();
		membership.syncConnection();
		void sender.restoreUnsent();
		return () => {
			typing.stop();
			for (const stop of stops) stop();
			membership.stop();
			sendInBackground(background);
		};
	}

	function handleMessage(message: ReceivedMessage) {
		if (message.roomId !== roomId) return;
		const shownMessages = store.current().messages;
		const incoming = withLocalPhotos(message, store.current().unsent);
		store.update({ messages: mergeMessage(shownMessages, incoming) });
		if (message.clientId) sender.removeUnsent(message.clientId);
		if (message.userId !== userId) typing.handleTyping(false);
		// The first message changes the chat's details: from now on, the seller may write too.
		if (shownMessages.length === 0) onOutdated();
	}

	return {
		current: store.current,
		watch: store.watch,
		send: sender.send,
		resend: sender.resend,
		discard: sender.discard,
		restoreUnsent: sender.restoreUnsent,
		sendTyping: typing.sendTyping,
		outbox,
		start,
		sendInBackground: () => sendInBackground(background),
		loadOlder: () => void loadOlder(store, room),
		renewPhoto: createPhotoRenewal(store, room),
		markRead,
	};
}

/** Follows what the other person has read and received, and whether they are online and typing. */
function watchOther(
	{ roomId, userId, otherId }: RoomDeps,
	store: RoomStore,
	typing: TypingSignal,
): (() => void)[] {
	return [
		onRealtimeEvent(REALTIME_EVENTS.receipt, (event) => {
			if (event.roomId !== roomId || event.userId === userId) return;
			store.update({ readPositions: latestReadPositions(store.current().readPositions, event) });
		}),
		onRealtimeEvent(REALTIME_EVENTS.presence, (event) => {
			if (event.userId === otherId) store.update({ isOtherOnline: event.isHere });
		}),
		onRealtimeEvent(REALTIME_EVENTS.typing, (event) => {
			if (event.roomId === roomId && event.userId === otherId) typing.handleTyping(event.isTyping);
		}),
	];
}

function messageFromSummary(
	{ id, text, createdAt, isOwn: _, ...rest }: ChatSummary['lastMessage'],
	userId: number,
): ChatMessage {
	const writer = { userId, senderId: userId };
	return { id, message: text, ...rest, ...writer, timestamp: createdAt, createdAt };
}

function requireRoom(roomId: string) {
	const room = parseRoomId(roomId);
	if (!room) throw new Error(`${roomId} is no room.`);
	return room;
}
