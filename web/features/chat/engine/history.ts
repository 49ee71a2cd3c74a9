import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room as Place } from '#contract/chat/room-id.ts';
import { fetchOlder } from '#web/features/chat/conversation/queries.ts';
import { withPage } from './messages.ts';
import type { RoomStore } from './room-store.ts';

/** Brings the page before the oldest message that is shown. */
export async function loadOlder(store: RoomStore, place: Place): Promise<void> {
	const { older, messages } = store.current();
	const before = messages.at(0)?.id;
	if ((older !== 'more' && older !== 'failed') || before === undefined) return;
	store.change({ older: 'loading' });
	try {
		const page = await fetchOlder(place, before);
		const known = store.current().messages;
		// Meanwhile the chat may have begun anew: then the page is not the one before.
		const isNext = known.at(0)?.id === before;
		const isLast = isNext && page.length < CHAT_LIMITS.historyPage;
		store.change({
			messages: isNext ? withPage(known, page) : known,
			older: isLast ? 'none' : 'more',
		});
	} catch {
		store.change({ older: 'failed' });
	}
}
