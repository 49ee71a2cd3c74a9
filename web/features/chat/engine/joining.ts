import type { ChatMessage, JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES, type ChatRole } from '#contract/chat/facts.ts';
import { type Room as Place, roomIdOf } from '#contract/chat/room-id.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { fetchNewest } from '#web/features/chat/conversation/queries.ts';
import { currentLiveStatus, emitLive } from '#web/lib/realtime/realtime.ts';
import { isFinal } from './final-refusal.ts';
import { rejoined } from './messages.ts';
import type { RoomStore, RoomView } from './room-store.ts';
import { AGAIN_AFTER_MS } from './sending.ts';

interface JoiningDeps {
	place: Place;
	role: ChatRole;
	store: RoomStore;
	/** We are in the room, or know that nobody is let in any more. */
	onJoin: () => void;
	/** We are no longer in the room: the line broke, or it is joined anew. */
	onLeave: () => void;
	/** What stands above the chat may no longer be true. */
	onNews: () => void;
}

export interface Joining {
	/** Looks how the connection stands: on each one, the room is joined once. */
	follow: () => void;
	join: () => void;
	hearJoined: (joined: JoinedRoom) => void;
	hearRefusal: (said: unknown) => void;
	stop: () => void;
}

/** The server answers at once; by then something has gone wrong on the way. */
const ANSWERED_WITHIN_MS = 10_000;

/** Refusals of what can be done a moment later. */
const PASSING: readonly string[] = [COMMON_MESSAGES.unavailable, CHAT_MESSAGES.tooFast];

/** Being in a chat's room, anew on each connection. */
export function openJoining(deps: JoiningDeps): Joining {
	const { place, role, store, onJoin, onLeave, onNews } = deps;
	let connection = 0;
	let answering: ReturnType<typeof setTimeout> | undefined;

	function follow() {
		const status = currentLiveStatus();
		const now = status.is === 'connected' ? status.connection : 0;
		if (now === connection) return;
		connection = now;
		if (now > 0) return join();
		leave();
		// The server may have ended it for a reason that it tells to a call.
		onNews();
	}

	function join() {
		onLeave();
		store.change({ isJoined: false, refusal: undefined });
		const buyerId = role === 'buyer' ? null : place.buyerId;
		emitLive(CHAT_EVENTS.joinRoom, { itemId: place.itemId, userType: role, buyerId });
		clearTimeout(answering);
		answering = setTimeout(() => hearRefusal(CHAT_MESSAGES.connectionError), ANSWERED_WITHIN_MS);
	}

	function leave() {
		clearTimeout(answering);
		onLeave();
		store.change({ isJoined: false, isClosed: false, isHere: false, isTyping: false });
	}

	function hearJoined(joined: JoinedRoom) {
		if (joined.roomId !== roomIdOf(place)) return;
		clearTimeout(answering);
		if (store.current().hasJoined) onNews();
		showJoined(store, joined);
		onJoin();
	}

	function hearRefusal(said: unknown) {
		const message = typeof said === 'string' ? said : CHAT_MESSAGES.connectionError;
		// What it is said of is acknowledged with it as well, and then we join anew.
		if (message === CHAT_MESSAGES.notJoined) return;
		clearTimeout(answering);
		if (store.current().isJoined) hearNotice(message);
		else hearNoEntry(message);
	}

	/** Said in passing of a message, where it stands already, or of a mark, which is made again. */
	function hearNotice(notice: string) {
		if (isOfMessage(store, notice) || PASSING.includes(notice)) return;
		store.change({ notice });
		onNews();
	}

	function hearNoEntry(refusal: string) {
		if (refusal === CHAT_MESSAGES.closed) return void showClosed();
		if (PASSING.includes(refusal)) {
			answering = setTimeout(join, AGAIN_AFTER_MS);
			return;
		}
		store.change({ refusal });
		if (isFinal(refusal)) onJoin();
		onNews();
	}

	/** Whoever has talked in it still reads it (decisions, "Chat"). */
	async function showClosed() {
		const here = connection;
		onNews();
		try {
			const newest = await fetchNewest(place);
			if (here !== connection) return;
			const page = withNewest(store, newest, CHAT_LIMITS.historyPage);
			store.change({ isClosed: true, hasJoined: true, refusal: undefined, ...page });
			onJoin();
		} catch {
			if (here === connection) store.change({ refusal: CHAT_MESSAGES.connectionError });
		}
	}

	function stop() {
		connection = 0;
		leave();
	}

	return { follow, join, hearJoined, hearRefusal, stop };
}

function showJoined(store: RoomStore, joined: JoinedRoom): void {
	store.change({
		isJoined: true,
		isClosed: false,
		hasJoined: true,
		refusal: undefined,
		notice: undefined,
		...withNewest(store, joined.messages, CHAT_LIMITS.historyOnJoin),
		standing: {
			readId: joined.readId,
			deliveredId: joined.deliveredId,
			undeliveredIds: joined.undeliveredIds,
		},
		isHere: joined.isHere,
	});
}

/** @param pageSize a page of fewer messages is the whole chat */
function withNewest(
	store: RoomStore,
	newest: readonly ChatMessage[],
	pageSize: number,
): Partial<RoomView> {
	const { hasJoined, messages: shown } = store.current();
	// What came from the list of chats says nothing of what was before it.
	const { messages, isAnew } = rejoined(hasJoined ? shown : [], newest, pageSize);
	const older = newest.length >= pageSize ? 'more' : 'none';
	return { messages, ...(isAnew && { older }) };
}

/** Whether a message was refused with it: it stands there. */
function isOfMessage(store: RoomStore, notice: string): boolean {
	return store.current().unsent.some(({ refusal }) => refusal === notice);
}
