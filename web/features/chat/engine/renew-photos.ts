import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { fetchOlderMessages } from '#web/features/chat/conversation/queries.ts';
import type { RoomStore } from './room-store.ts';

/** Requests a new URL of a photo. Undefined if this was done for the same URL before; else resolves with the answer. */
export type RenewPhoto = (url: string) => Promise<void> | undefined;

/** Whether the signed URL of a chat's photo has expired, by the clock of this device. */
export function isExpired(url: string): boolean {
	const untilSeconds = /[?&]until=(\d+)/.exec(url)?.[1];
	return untilSeconds !== undefined && Number(untilSeconds) * 1000 <= Date.now();
}

/**
 * Requests new URLs of photos, once for each expired one, so that a photo which cannot be loaded for another reason
 * causes no further requests.
 */
export function createPhotoRenewal(store: RoomStore, room: Room): RenewPhoto {
	const requested = new Set<string>();
	/** One request after another: the answer to the first mostly has the other photos, too. */
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
			// The picture is loaded again as soon as there is a connection (web/ui/picture.tsx).
			window.addEventListener('online', () => requested.delete(url), { once: true });
		}
	}
}

/** Replaces the photos of the message that has this URL, and of the messages before and after it. */
async function renewPhotosAround(store: RoomStore, room: Room, url: string): Promise<void> {
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
