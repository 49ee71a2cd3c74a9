import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { ChatMessage, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, type ChatRole, LIVE_EVENTS } from '#contract/chat/facts.ts';
import { type Room as Place, readRoomId } from '#contract/chat/room-id.ts';
import { connectLive, onLive, watchLiveStatus } from '#web/lib/realtime/realtime.ts';
import { loadOlder } from './history.ts';
import { openJoining } from './joining.ts';
import { leaveWhenSent, takePlace } from './leave-when-sent.ts';
import { openReadMark } from './mark-read.ts';
import { farther, withMessage } from './messages.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { openRoomStore, type RoomStore } from './room-store.ts';
import { openSending, type Sending } from './sending.ts';
import { openTyping, type Typing } from './typing.ts';

export interface RoomDeps {
	roomId: string;
	role: ChatRole;
	/** Oneself, and the other side. */
	userId: number;
	otherId: number;
	/** What the list of chats tells of the messages: it is shown until the room is joined. */
	lastMessage?: ChatSummary['lastMessage'] | undefined;
	/** What stands above the chat may no longer be true. */
	onNews: () => void;
}

export interface Room
	extends Pick<RoomStore, 'current' | 'watch'>,
		Pick<Sending, 'send' | 'sendAgain' | 'discard' | 'readKept'>,
		Pick<Typing, 'tell'> {
	outbox: Outbox;
	/** Listens and joins; returns how to stop, which is done when all that was written is sent, or another room is joined. */
	start: () => () => Promise<void>;
	/** Brings the page before the oldest message. */
	loadOlder: () => void;
	/** All that has come is on the screen, and somebody looks at it. */
	markRead: () => void;
}

/**
 * One chat over the live connection: joins it anew on each connection, and lets nothing that was written be lost.
 * @throws Error when `roomId` names no room
 */
export function openRoom(deps: RoomDeps): Room {
	const { roomId, role, userId, otherId, lastMessage, onNews } = deps;
	const place = requirePlace(roomId);
	const writerId = lastMessage?.isOwn ? userId : otherId;
	const store = openRoomStore(lastMessage && [fromList(lastMessage, writerId)]);
	const outbox = openOutbox(userId, roomId);
	const sending = openSending({ roomId, userId, outbox, store, onLeft: () => joining.join() });
	const typing = openTyping(roomId, store);
	const markRead = openReadMark(roomId, userId, store);
	const joining = openJoining({
		place,
		role,
		store,
		onNews,
		onJoin: sending.flush,
		onLeave: sending.startOver,
	});

	function start() {
		takePlace();
		const stops = [
			onLive(CHAT_EVENTS.roomJoined, joining.hearJoined),
			onLive(CHAT_EVENTS.roomSwitched, joining.hearJoined),
			onLive(CHAT_EVENTS.receiveMessage, hearMessage),
			onLive(CHAT_EVENTS.errorMessage, joining.hearRefusal),
			onLive(CHAT_EVENTS.error, () => joining.hearRefusal(CHAT_MESSAGES.connectionError)),
			onLive(LIVE_EVENTS.receipt, (told) => {
				if (told.roomId !== roomId || told.userId === userId) return;
				store.change({ standing: farther(store.current().standing, told) });
			}),
			onLive(LIVE_EVENTS.presence, (told) => {
				if (told.userId === otherId) store.change({ isHere: told.isHere });
			}),
			onLive(LIVE_EVENTS.typing, (told) => {
				if (told.roomId === roomId && told.userId === otherId) typing.hear(told.isTyping);
			}),
			watchLiveStatus(joining.follow),
		];
		connectLive();
		joining.follow();
		void sending.readKept();
		const leave = () => {
			for (const stop of stops) stop();
			joining.stop();
		};
		return () => {
			typing.stop();
			return leaveWhenSent(store, leave);
		};
	}

	function hearMessage(message: ReceivedMessage) {
		if (message.roomId !== roomId) return;
		const known = store.current().messages;
		store.change({ messages: withMessage(known, message) });
		if (message.clientId) sending.settle(message.clientId);
		if (message.userId !== userId) typing.hear(false);
		// The seller may answer from here on.
		if (known.length === 0) onNews();
	}

	return {
		current: store.current,
		watch: store.watch,
		send: sending.send,
		sendAgain: sending.sendAgain,
		discard: sending.discard,
		readKept: sending.readKept,
		tell: typing.tell,
		outbox,
		start,
		loadOlder: () => void loadOlder(store, place),
		markRead,
	};
}

function fromList(
	{ id, text, createdAt }: ChatSummary['lastMessage'],
	userId: number,
): ChatMessage {
	return { id, message: text, userId, senderId: userId, timestamp: createdAt, createdAt };
}

function requirePlace(roomId: string): Place {
	const place = readRoomId(roomId);
	if (!place) throw new Error(`${roomId} is no room.`);
	return place;
}
