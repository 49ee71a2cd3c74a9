import type { ChatMessage, JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES, type ChatRole } from '#contract/chat/facts.ts';
import { formatRoomId, type Room as Place } from '#contract/chat/room-id.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { fetchNewestMessages } from '#web/features/chat/conversation/queries.ts';
import { currentRealtimeStatus, emitRealtime } from '#web/lib/realtime/realtime.ts';
import { RETRY_DELAY_MS } from './message-sender.ts';
import { mergeAfterRejoin } from './messages.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore, RoomView } from './room-store.ts';

interface RoomMembershipDeps {
	room: Place;
	role: ChatRole;
	store: RoomStore;
	/** Called when joining has ended: the room is joined, or can never be joined. */
	onJoin: () => void;
	/** The room is left: the connection broke, or the room is being joined again. */
	onLeave: () => void;
	/** The chat's details (item, other person) may be outdated. */
	onOutdated: () => void;
}

export interface RoomMembership {
	/** Compares the connection with the last one seen and joins the room once on each new connection. */
	syncConnection: () => void;
	join: () => void;
	handleJoined: (joined: JoinedRoom) => void;
	handleError: (reason: unknown) => void;
	stop: () => void;
}

/** The server answers at once; after this time the request or answer counts as lost. */
const JOIN_TIMEOUT_MS = 10_000;

/** Errors after which a retry can succeed. */
const TEMPORARY_ERRORS: readonly string[] = [COMMON_MESSAGES.unavailable, CHAT_MESSAGES.tooFast];

/** The number of the open connection; 0 if there is none. */
function currentConnection(): number {
	const status = currentRealtimeStatus();
	return status.state === 'connected' ? status.connection : 0;
}

/** Joins a chat's room, and joins it again on every new connection. */
export function createRoomMembership(deps: RoomMembershipDeps): RoomMembership {
	const { room, role, store, onJoin, onLeave, onOutdated } = deps;
	let connection = 0;
	let answerTimer: ReturnType<typeof setTimeout> | undefined;

	function syncConnection() {
		const now = currentConnection();
		if (now === connection) return;
		connection = now;
		if (now > 0) return join();
		leave();
		// The server may have closed the connection for a reason that only an HTTP request reports.
		onOutdated();
	}

	function join() {
		onLeave();
		store.update({ isJoined: false, joinError: undefined });
		const buyerId = role === 'buyer' ? null : room.buyerId;
		emitRealtime(CHAT_EVENTS.joinRoom, { itemId: room.itemId, userType: role, buyerId });
		clearTimeout(answerTimer);
		answerTimer = setTimeout(() => handleError(CHAT_MESSAGES.connectionError), JOIN_TIMEOUT_MS);
	}

	function leave() {
		clearTimeout(answerTimer);
		onLeave();
		store.update({ isJoined: false, isClosed: false, isOtherOnline: false, isTyping: false });
	}

	function handleJoined(joined: JoinedRoom) {
		if (joined.roomId !== formatRoomId(room)) return;
		clearTimeout(answerTimer);
		if (store.current().hasHistory) onOutdated();
		applyJoined(store, joined);
		onJoin();
	}

	function handleError(reason: unknown) {
		const message = typeof reason === 'string' ? reason : CHAT_MESSAGES.connectionError;
		// Reported twice: the acknowledgement of the rejected message carries the same text, and joins the room again.
		if (message === CHAT_MESSAGES.notJoined) return;
		clearTimeout(answerTimer);
		if (store.current().isJoined) handleRoomError(message);
		else handleJoinError(message);
	}

	/** Ignores an error that is shown at its message already, and temporary ones, after which the client retries. */
	function handleRoomError(roomError: string) {
		if (isErrorOfMessage(store, roomError) || TEMPORARY_ERRORS.includes(roomError)) return;
		store.update({ roomError });
		onOutdated();
	}

	function handleJoinError(refusal: string) {
		if (refusal === CHAT_MESSAGES.closed) return void loadClosedChat();
		if (TEMPORARY_ERRORS.includes(refusal)) {
			answerTimer = setTimeout(join, RETRY_DELAY_MS);
			return;
		}
		store.update({ joinError: refusal });
		if (isPermanentError(refusal)) onJoin();
		onOutdated();
	}

	/** A person who wrote in a closed chat can still read it (decisions, "Chat"). */
	async function loadClosedChat() {
		const connectionBefore = connection;
		onOutdated();
		try {
			const newest = await fetchNewestMessages(room);
			if (connectionBefore !== connection) return;
			const page = mergeNewest(store, newest, CHAT_LIMITS.historyPage);
			store.update({ isClosed: true, hasHistory: true, joinError: undefined, ...page });
			onJoin();
		} catch {
			if (connectionBefore === connection)
				store.update({ joinError: CHAT_MESSAGES.connectionError });
		}
	}

	function stop() {
		connection = 0;
		leave();
	}

	return { syncConnection, join, handleJoined, handleError, stop };
}

function applyJoined(store: RoomStore, joined: JoinedRoom): void {
	store.update({
		isJoined: true,
		isClosed: false,
		hasHistory: true,
		joinError: undefined,
		roomError: undefined,
		...mergeNewest(store, joined.messages, CHAT_LIMITS.historyOnJoin),
		readPositions: {
			readId: joined.readId,
			deliveredId: joined.deliveredId,
			undeliveredIds: joined.undeliveredIds,
		},
		isOtherOnline: joined.isHere,
	});
}

/** @param pageSize a shorter page contains the whole chat */
function mergeNewest(
	store: RoomStore,
	newest: readonly ChatMessage[],
	pageSize: number,
): Partial<RoomView> {
	const { hasHistory, messages: shown } = store.current();
	// Until the history is loaded, the only message is the one from the list of chats; earlier ones are unknown, so it is not merged.
	const { messages, isReset } = mergeAfterRejoin(hasHistory ? shown : [], newest, pageSize);
	const older = newest.length >= pageSize ? 'more' : 'none';
	return { messages, ...(isReset && { older }) };
}

/** Whether the error is shown already, at the message it rejected. */
function isErrorOfMessage(store: RoomStore, roomError: string): boolean {
	return store.current().unsent.some(({ refusal }) => refusal === roomError);
}
