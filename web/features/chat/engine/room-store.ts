import type { ReadPositions, StoredMessage, UnsentMessage } from './messages.ts';

/** A chat as it stands on the screen. */
export interface RoomView {
	/** Whether the server has let us in, on the connection there is. */
	isJoined: boolean;
	/** Whether the server has said, on that connection, that nobody is let in any more: the chat can only be read. */
	isClosed: boolean;
	/** Whether what was said is known: then there is something to read, and to write into. */
	hasHistory: boolean;
	/** Why it did not let us in. */
	joinError: string | undefined;
	/** What the server said besides, once we were in. */
	roomError: string | undefined;
	/** Before that, the last message where the list of chats told it. */
	messages: readonly StoredMessage[];
	unsent: readonly UnsentMessage[];
	/** Whether there are older messages than these. */
	older: 'none' | 'more' | 'loading' | 'failed';
	/** Of the other side. */
	readPositions: ReadPositions;
	isOtherOnline: boolean;
	isTyping: boolean;
}

const EMPTY: RoomView = {
	isJoined: false,
	isClosed: false,
	hasHistory: false,
	joinError: undefined,
	roomError: undefined,
	messages: [],
	unsent: [],
	older: 'none',
	readPositions: { readId: 0, deliveredId: 0 },
	isOtherOnline: false,
	isTyping: false,
};

export interface RoomStore {
	current: () => RoomView;
	update: (changes: Partial<RoomView>) => void;
	/** Calls back after every change; returns how to stop. */
	watch: (watcher: () => void) => () => void;
}

/** @param messages what is known before the room is joined */
export function createRoomStore(messages: readonly StoredMessage[] = []): RoomStore {
	const watchers = new Set<() => void>();
	let view: RoomView = { ...EMPTY, messages };

	return {
		current: () => view,
		update: (changes) => {
			view = { ...view, ...changes };
			for (const watcher of watchers) watcher();
		},
		watch: (watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}
