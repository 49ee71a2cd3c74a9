import type { DeclaredError } from '#contract/core/errors.ts';
import type { ReadPositions, StoredMessage, UnsentMessage } from './messages.ts';

/** The state of an open chat, as displayed. */
export interface RoomView {
	/** Whether the room is joined on the current connection. */
	isJoined: boolean;
	/** Whether the chat is not on screen and is sending its unsent messages. */
	isInBackground: boolean;
	/**
	 * Whether the server has reported on the current connection that the chat is closed, so that it can only be read.
	 */
	isClosed: boolean;
	/** Whether the messages are loaded. */
	isHistoryLoaded: boolean;
	/** Why joining failed. */
	joinError: DeclaredError | undefined;
	/** Until the history is loaded, only the last message, if the list of chats contained it. */
	messages: readonly StoredMessage[];
	unsent: readonly UnsentMessage[];
	/** Whether older messages than these exist, and the state of loading them. */
	older: 'none' | 'more' | 'loading' | 'failed';
	/** The read positions of the other person. */
	readPositions: ReadPositions;
	isOtherOnline: boolean;
	/** Whether the other person is typing. */
	isTyping: boolean;
}

const EMPTY: RoomView = {
	isJoined: false,
	isInBackground: false,
	isClosed: false,
	isHistoryLoaded: false,
	joinError: undefined,
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
	/** Calls back after every change; returns a function that stops watching. */
	watch: (watcher: () => void) => () => void;
}

/** @param messages the messages known before the room is joined */
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
