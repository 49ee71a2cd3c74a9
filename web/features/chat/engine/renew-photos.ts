import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room as Place } from '#contract/chat/room-id.ts';
import { fetchOlderMessages } from '#web/features/chat/conversation/queries.ts';
import type { RoomStore } from './room-store.ts';

/** Asks for a new address of a photo. Undefined if its address was asked about before; else resolves with the answer. */
export type RenewPhoto = (url: string) => Promise<void> | undefined;

/** Whether the address of a chat's photo has ended, by the clock of this device. */
export function hasEnded(url: string): boolean {
	const untilSeconds = /[?&]until=(\d+)/.exec(url)?.[1];
	return untilSeconds !== undefined && Number(untilSeconds) * 1000 <= Date.now();
}

/**
 * Fetches new addresses for photos. Each address is asked about once, so that a photo which cannot be loaded for
 * another reason causes no further requests.
 */
export function createPhotoRenewal(store: RoomStore, room: Place): RenewPhoto {
	const asked = new Set<string>();
	/** One request after another: the answer to the first mostly has the other photos, too. */
	let lastRequest = Promise.resolve();

	return (url) => {
		if (asked.has(url)) return undefined;
		asked.add(url);
		lastRequest = lastRequest.then(() => renew(url));
		return lastRequest;
	};

	async function renew(url: string): Promise<void> {
		try {
			await renewPhotosAround(store, room, url);
		} catch {
			// The picture is loaded again as soon as there is a connection (web/ui/picture.tsx).
			window.addEventListener('online', () => asked.delete(url), { once: true });
		}
	}
}

/** Replaces the photos of the message with this address, and of the messages before and after it. */
async function renewPhotosAround(store: RoomStore, room: Place, url: string): Promise<void> {
	const { messages } = store.current();
	const index = messages.findIndex(({ photos }) => photos?.some((photo) => photo.url === url));
	const last = messages[Math.min(index + CHAT_LIMITS.historyPage / 2, messages.length - 1)];
	if (index < 0 || !last) return;
	const page = await fetchOlderMessages(room, last.id + 1);
	const photosById = new Map(page.map(({ id, photos }) => [id, photos]));
	store.update({
		messages: store.current().messages.map((message) => {
			const photos = photosById.get(message.id);
			return photos ? { ...message, photos } : message;
		}),
	});
}
