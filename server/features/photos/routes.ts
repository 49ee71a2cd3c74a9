import type { FastifyInstance, FastifyReply } from 'fastify';
import {
	listPendingPhotos as listPendingPhotosEndpoint,
	uploadPhoto,
} from '#contract/photos/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { type Answer, matchesEtag, sendAnswer } from '#server/http/memo.ts';
import { route } from '#server/http/route.ts';
import { createConcurrencyLimit } from '#server/lib/promises.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	hashOfFileName,
	hashOfJpegName,
	isLargest,
	isSignedFor,
	JPEG_WIDTH,
	type PhotoSignature,
	type PhotoUrls,
	photoFileName,
} from '#server/storage/photo-urls.ts';
import { requirePendingCapacity, storePendingPhoto } from './commands.ts';
import {
	PHOTO_TYPE,
	presentPhoto,
	requireFound,
	sendPhotoFile,
	setPhotoHeaders,
} from './present.ts';
import { findPublicUse, listPendingPhotos, type PendingPhoto, type PublicUse } from './queries.ts';

interface Deps {
	db: Db;
	store: PhotoStore;
	/** Keys that verify the signed URLs of photos that are not public. */
	secrets: Secrets;
	now?: () => Date;
}

/** The file name depends on the content, so a fetched photo can be cached for ever. */
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';

/** Each conversion takes some hundredths of a second of a core. */
const jpegLimit = createConcurrencyLimit({ maxRunning: 1, waiting: 50 });

/** Converts a photo that this server has made. The library is loaded only once a link is previewed. */
async function toJpeg(photo: Buffer): Promise<Buffer> {
	const { default: sharp } = await import('sharp');
	return sharp(photo).jpeg().toBuffer();
}

/** Photo files, at the root of the origin instead of below `/api`: only error responses are JSON. */
export function photoRoutes(
	app: FastifyInstance,
	{ db, store, secrets, now = () => new Date() }: Deps,
): void {
	/** @throws AppError not_found for a photo that is not public */
	async function requirePublic(hash: string): Promise<PublicUse> {
		return requireFound(await findPublicUse(db, hash));
	}

	/** Shares the small sizes: they have a few kilobytes and are requested often. */
	async function sendSharedPhoto(name: string, hash: string, reply: FastifyReply) {
		const { request } = reply;
		// The key leaves out the query string, so that one photo cannot fill the memo under many addresses.
		const answer = await app.memo.findOrCreate(`/photos/${name}`, () => createAnswer(name, hash));
		return sendAnswer(request, setPhotoHeaders(reply, headersOf(name, CACHE_IMMUTABLE)), answer);
	}

	async function createAnswer(name: string, hash: string): Promise<Answer> {
		const { itemId } = await requirePublic(hash);
		const isJpeg = hashOfJpegName(name) !== undefined;
		const fileName = isJpeg ? photoFileName(hash, JPEG_WIDTH) : name;
		const stored = requireFound(await store.readBuffer(fileName));
		const bytes = isJpeg ? await jpegLimit.run(() => toJpeg(stored)) : stored;
		return {
			etag: etagOf(name),
			type: isJpeg ? 'image/jpeg' : PHOTO_TYPE,
			isPrecompressed: true,
			bodies: new Map([['identity', bytes]]),
			// Profile pictures are not kept: the database does not report a change of them.
			isIncomplete: itemId === null,
		};
	}

	app.route<{ Params: { name: string }; Querystring: PhotoSignature }>({
		method: ['GET', 'HEAD'],
		url: '/photos/:name',
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const { name } = request.params;
			const jpegHash = hashOfJpegName(name);
			if (jpegHash !== undefined) return sendSharedPhoto(name, jpegHash, reply);
			const hash = requireFound(hashOfFileName(name));
			const signed = isSignedFor(hash, request.query, { secrets, now: now() });
			const isHead = request.method === 'HEAD';
			if (!signed && !isHead && !isLargest(name)) return sendSharedPhoto(name, hash, reply);
			if (!signed) await requirePublic(hash);
			const headers = headersOf(name, signed ? 'private, no-store' : CACHE_IMMUTABLE);
			if (matchesEtag(request.headers['if-none-match'], etagOf(name))) {
				return setPhotoHeaders(reply, headers).code(304).send();
			}
			return sendPhotoFile(reply, store, name, headers);
		},
	});
}

function headersOf(name: string, cacheControl: string) {
	return {
		'cache-control': cacheControl,
		etag: etagOf(name),
		// Our own file name, not the sender's.
		'content-disposition': `inline; filename="${name}"`,
	};
}

function etagOf(name: string): string {
	return `"${name}"`;
}

interface PendingPhotoDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
}

/** Routes for photos that are uploaded before their item is posted; only the uploader sees them. */
export function pendingPhotoRoutes(
	app: FastifyInstance,
	{ db, store, photoUrls }: PendingPhotoDeps,
): void {
	const present = (photo: PendingPhoto) => presentPhoto(photo, (hash) => photoUrls.signed(hash));

	route(
		app,
		uploadPhoto,
		async ({ caller, files }) => {
			const photo = await storePendingPhoto({ db, store }, caller.id, files);
			return { photo: present(photo) };
		},
		{ before: ({ caller }) => requirePendingCapacity(db, caller.id) },
	);

	route(app, listPendingPhotosEndpoint, async ({ caller }) => {
		return { photos: (await listPendingPhotos(db, caller.id)).map(present) };
	});
}
