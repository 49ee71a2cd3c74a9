import type { ChatPhoto, UploadedChatPhoto } from '#contract/chat/photos.ts';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { deleteUnsent } from '#server/features/chat/photos/commands.ts';
import { insertChatPhotos } from '#server/features/chat/photos/queries.ts';
import { sweepPhotos } from '#server/features/photos/jobs.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { App } from './app.ts';
import type { Student } from './factories.ts';
import { sendMessage, type TestConnection } from './sockets.ts';
import type { TestImage } from './test-images.ts';

/** For tests of chat photos: uploads or inserts them, and reads what users get. */
export function openChatPhotos(t: App) {
	/** Uploads files as a page does. */
	const upload = (who: Student | null, ...files: TestImage[]) =>
		t.as(who).form(
			'POST',
			'/chat/photos',
			{},
			files.map((file) => ({ field: 'images', ...file })),
		);

	/** Inserts photos that this person may send; their files contain no real pictures. @returns their ids */
	async function insertPhotos(who: { id: number }, count = 1): Promise<number[]> {
		const hashes = await Promise.all(Array.from({ length: count }, t.photo));
		return insertChatPhotos(t.db, who.id, hashes);
	}

	/** The messages of a chat as the API returns them to this person. */
	async function readMessages(who: Student, { itemId, buyerId }: Room): Promise<ReadMessage[]> {
		return (await t.as(who).get(`/chat/conversation/${itemId}/${buyerId}`)).json();
	}

	/** The response status for a photo's address, requested without a session. */
	async function statusOf({ url }: Pick<UploadedChatPhoto, 'url'>): Promise<number> {
		return (await t.app.inject(url)).statusCode;
	}

	return { upload, insertPhotos, readMessages, statusOf };
}

interface ReadMessage {
	id: number;
	message: string;
	photos: ChatPhoto[];
	isWithoutWords?: true;
}

/** Runs the jobs that remove photos which nothing shows, as if it were `now`. */
export async function cleanUpPhotos(
	{ db, store }: { db: Db; store: PhotoStore },
	now: Date,
): Promise<void> {
	await deleteUnsent({ db, addTask: async () => undefined }, now);
	const log = { info: () => undefined, warn: () => undefined };
	await sweepPhotos({ db, store, log, now });
}

/** Sends a chat message with the photos of these ids. */
export function sendPhotos(
	connection: TestConnection,
	room: Room,
	photoIds: unknown,
	more: { message?: string; clientId?: string } = {},
) {
	const { message = '', ...fields } = more;
	return sendMessage(connection, room, message, { photoIds, ...fields });
}
