import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { fetchOlderMessages } from '#web/features/chat/conversation/queries.ts';
import { mergePage } from './messages.ts';
import type { RoomStore } from './room-store.ts';

/** Loads the page before the oldest message shown. */
export async function loadOlder(store: RoomStore, room: Room): Promise<void> {
	const { older, messages } = store.current();
	const oldestId = messages.at(0)?.id;
	if ((older !== 'more' && older !== 'failed') || oldestId === undefined) return;
	store.update({ older: 'loading' });
	try {
		const page = await fetchOlderMessages(room, oldestId);
		const shownMessages = store.current().messages;
		// The list may have been replaced during the request. Then this page no longer directly precedes the list.
		const isNext = shownMessages.at(0)?.id === oldestId;
		const isLast = isNext && page.length < CHAT_LIMITS.historyPage;
		store.update({
			messages: isNext ? mergePage(shownMessages, page) : shownMessages,
			older: isLast ? 'none' : 'more',
		});
	} catch {
		store.update({ older: 'failed' });
	}
}
