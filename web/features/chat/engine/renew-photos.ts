import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { fetchOlderMessages } from '#web/features/chat/conversation/queries.ts';
import type { RoomStore } from './room-store.ts';

/**
 * Requests a new URL for a photo. Returns undefined if a new one was already requested for this URL. Else the promise
 * resolves when the request has ended, even if it has failed.
 */
export type RenewPhoto = (url: string) => Promise<void> | undefined;

/** Whether the signed URL of a chat photo has expired, by this device's clock. */
export function isExpired(url: string): boolean {
	const untilSeconds = /[?&]until=(\d+)/.exec(url)?.[1];
	return untilSeconds !== undefined && Number(untilSeconds) * 1000 <= Date.now();
}

/**
 * Creates the function that requests new URLs of photos. It makes one request for each URL, so that a photo that
 * cannot be loaded for another reason causes no further requests.
 */
export function createPhotoRenewal(store: RoomStore, room: Room): RenewPhoto {
	const requested = new Set<string>();
	/**
	 * The end of the last request. The next request waits for it, because its answer usually contains the other photos
	 * as well, which then need no request.
	 */
	let lastRequest = Promise.resolve();

	return (url) => {
		if (requested.has(url)) return undefined;
		requested.add(url);
		lastRequest = lastRequest.then(() => renew(url));
		return lastRequest;
	};

	async function renew(url: string): Promise<void> {
		try {
			await renewPhotosAround(store, room, url);
		} catch {
			// When the connection is back, the picture is loaded again (web/ui/picture.tsx). It may then request a new URL
			// once more.
			window.addEventListener('online', () => requested.delete(url), { once: true });
		}
	}
}

/** Fetches the message with this URL and its neighbours before and after, and replaces the photos of all of them. */
async function renewPhotosAround(store: RoomStore, room: Room, url: string): Promise<void> {
	const { messages } = store.current();
	const index = messages.findIndex(({ photos }) => photos?.some((photo) => photo.url === url));
	const newestToFetch =
		messages[Math.min(index + CHAT_LIMITS.historyPage / 2, messages.length - 1)];
	if (index < 0 || !newestToFetch) return;
	const page = await fetchOlderMessages(room, newestToFetch.id + 1);
	const photosById = new Map(page.map(({ id, photos }) => [id, photos]));
	store.update({
		messages: store.current().messages.map((message) => {
			const photos = photosById.get(message.id);
			return photos ? { ...message, photos } : message;
		}),
	});
}
