import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatMessage, JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, type ChatRole } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { fetchNewestMessages } from '#web/features/chat/conversation/queries.ts';
import {
	currentRealtimeStatus,
	type EventAnswer,
	requestRealtime,
} from '#web/lib/realtime/realtime.ts';
import { RETRY_DELAY_MS } from './message-sender.ts';
import { mergeAfterRejoin, type StoredMessage } from './messages.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore, RoomView } from './room-store.ts';

interface RoomMembershipDeps {
	room: Room;
	role: ChatRole;
	store: RoomStore;
	/** Called when joining has ended: the room is joined, can only be read, or can never be joined. */
	onJoinEnded: () => void;
	/** Called when the room is left: the connection is lost, or the room is being joined again. */
	onLeave: () => void;
	/** Called when the chat's details (item, other person) may be outdated. */
	onOutdated: () => void;
	/** Called with the newest messages; returns them as they are displayed (`MessageSender`). */
	replaceUnsentCopies: (messages: readonly ChatMessage[]) => readonly StoredMessage[];
}

export interface RoomMembership {
	/**
	 * Compares the connection with the last one seen: joins the room once on each new connection, and leaves the room
	 * when the connection is lost.
	 */
	syncConnection: () => void;
	join: () => Promise<void>;
	handleJoined: (joined: JoinedRoom) => void;
	/** Handles an `error-message`. The event does not say to which chat or request it belongs. */
	handleErrorMessage: (error: DeclaredError) => void;
	/** Handles a failure to join the room. */
	handleJoinError: (error: DeclaredError) => void;
	stop: () => void;
}

/** Errors after which a retry can succeed. */
const TEMPORARY_CODES: readonly string[] = [
	REQUEST_ERRORS.unavailable.code,
	CHAT_ERRORS.tooFast.code,
];

/** The number of the open connection; 0 if there is none. */
function currentConnection(): number {
	const status = currentRealtimeStatus();
	return status.state === 'connected' ? status.connection : 0;
}

/** Joins a chat's room, and joins it again on every new connection. */
export function createRoomMembership(deps: RoomMembershipDeps): RoomMembership {
	const { room, role, store, onJoinEnded, onLeave, onOutdated, replaceUnsentCopies } = deps;
	let connection = 0;
	/** Counts the attempts to join, so that the answer to an earlier attempt is ignored. */
	let attempt = 0;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;

	function syncConnection() {
		const current = currentConnection();
		if (current === connection) return;
		connection = current;
		if (current > 0) return void join();
		leave();
		// The server may have closed the connection for a reason that only an HTTP request reports.
		onOutdated();
	}

	async function join(): Promise<void> {
		// `connection` is 0 also after `stop`. A room that was left must not be joined again: the server would then take
		// the user out of the open chat.
		if (connection === 0) return;
		leave();
		store.update({ joinError: undefined });
		const ownAttempt = attempt;
		const answer = await requestJoin(room, role);
		if (!answer.success && ownAttempt === attempt) handleJoinError(answer);
	}

	function leave() {
		onLeave();
		reset();
	}

	function reset() {
		attempt += 1;
		clearTimeout(retryTimer);
		store.update({ isJoined: false, isClosed: false, isOtherOnline: false, isTyping: false });
	}

	function handleJoined(joined: JoinedRoom) {
		if (joined.roomId !== formatRoomId(room)) return;
		clearTimeout(retryTimer);
		if (store.current().isHistoryLoaded) onOutdated();
		applyJoined(store, joined, replaceUnsentCopies(joined.messages));
		onJoinEnded();
	}

	/**
	 * Only the closing of a chat is handled here: refusals of the user's own requests are also in their
	 * acknowledgements.
	 */
	function handleErrorMessage({ code }: DeclaredError) {
		// Another chat may be meant. The answer to joining tells whether this chat is closed.
		if (code === CHAT_ERRORS.closed.code && store.current().isJoined) void join();
	}

	function handleJoinError(joinError: DeclaredError) {
		if (joinError.code === CHAT_ERRORS.closed.code) return void loadClosedChat();
		// Something failed after the room was joined.
		if (store.current().isJoined) return;
		if (TEMPORARY_CODES.includes(joinError.code)) {
			retryTimer = setTimeout(join, RETRY_DELAY_MS);
			return;
		}
		store.update({ joinError });
		if (isPermanentError(joinError)) onJoinEnded();
		onOutdated();
	}

	/** Loads the messages of a closed chat: its participants can still read it. */
	async function loadClosedChat() {
		leave();
		const ownAttempt = attempt;
		onOutdated();
		try {
			const newest = await fetchNewestMessages(room);
			if (ownAttempt !== attempt) return;
			applyClosed(store, replaceUnsentCopies(newest));
			onJoinEnded();
		} catch {
			if (ownAttempt === attempt) store.update({ joinError: CHAT_ERRORS.connectionError });
		}
	}

	/** Does not close the connection: messages in flight are still acknowledged. */
	function stop() {
		connection = 0;
		reset();
	}

	return { syncConnection, join, handleJoined, handleErrorMessage, handleJoinError, stop };
}

/** Joins the room; its messages come with the event `room-joined` or `room-switched`. */
function requestJoin(room: Room, role: ChatRole): Promise<EventAnswer> {
	const buyerId = role === 'buyer' ? null : room.buyerId;
	const request = { itemId: room.itemId, userType: role, buyerId };
	return requestRealtime<EventAnswer>(CHAT_EVENTS.joinRoom, request).catch(() => ({
		success: false,
		...CHAT_ERRORS.connectionError,
	}));
}

function applyClosed(store: RoomStore, newest: readonly StoredMessage[]): void {
	const page = mergeNewest(store, newest, CHAT_LIMITS.historyPage);
	store.update({ isClosed: true, isHistoryLoaded: true, joinError: undefined, ...page });
}

function applyJoined(
	store: RoomStore,
	joined: JoinedRoom,
	messages: readonly StoredMessage[],
): void {
	store.update({
		isJoined: true,
		isClosed: false,
		isHistoryLoaded: true,
		joinError: undefined,
		...mergeNewest(store, messages, CHAT_LIMITS.historyOnJoin),
		readPositions: {
			readId: joined.readId,
			deliveredId: joined.deliveredId,
			undeliveredIds: joined.undeliveredIds,
		},
		isOtherOnline: joined.isHere,
	});
}

/**
 * Merges the newest page into the shown messages.
 * @param pageSize the number of messages in a full page; a shorter page contains the whole chat
 */
function mergeNewest(
	store: RoomStore,
	newest: readonly StoredMessage[],
	pageSize: number,
): Partial<RoomView> {
	const { isHistoryLoaded, messages: shown } = store.current();
	// Before the history is loaded, the store has only the last message, from the list of chats. It is not merged,
	// because the messages before it are missing.
	const { messages, isReset } = mergeAfterRejoin(isHistoryLoaded ? shown : [], newest, pageSize);
	const older = newest.length >= pageSize ? 'more' : 'none';
	return { messages, ...(isReset && { older }) };
}
