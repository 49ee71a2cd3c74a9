import type { FastifyInstance, FastifyReply } from 'fastify';
import { COMMON_MESSAGES } from '#contract/common.ts';
import type { Read } from '#server/db/client.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	hashOfFileName,
	isSignedFor,
	type PhotoSignature,
} from '#server/storage/photo-addresses.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { isPhotoPublic } from './queries.ts';

interface Deps {
	read: Read;
	store: PhotoStore;
	/** Signs the addresses of photos that the public does not see. */
	secrets: Secrets;
	now?: () => Date;
}

/** A name stands for its content, so what has been fetched once stays good for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The photos, at the root of the origin and not below `/api`: nothing here is JSON but the refusals. */
export function photoRoutes(
	app: FastifyInstance,
	{ read, store, secrets, now = () => new Date() }: Deps,
): void {
	app.route<{ Params: { name: string }; Querystring: PhotoSignature }>({
		method: ['GET', 'HEAD'],
		url: '/photos/:name',
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const { name } = request.params;
			const hash = requirePhoto(hashOfFileName(name));
			const signed = isSignedFor(hash, request.query, { secrets, now: now() });
			requirePhoto(signed || (await read((db) => isPhotoPublic(db, hash))));
			if (request.headers['if-none-match']?.includes(etagOf(name))) {
				return describe(reply, name, signed).code(304).send();
			}
			if (request.method === 'HEAD') {
				const { size } = requirePhoto(await store.find(name));
				return describe(reply, name, signed).header('content-length', size).send();
			}
			const { size, content } = requirePhoto(await store.read(name));
			return describe(reply, name, signed).header('content-length', size).send(content);
		},
	});
}

/** @throws Refusal not_found, the same for what is hidden and what never was */
function requirePhoto<T>(found: T | undefined | false): T {
	if (found === undefined || found === false) {
		throw new Refusal('not_found', COMMON_MESSAGES.notFound);
	}
	return found;
}

/** Called once the photo is at hand: a refusal must not be kept for ever. */
function describe(reply: FastifyReply, name: string, signed: boolean): FastifyReply {
	return (
		reply
			.type('image/webp')
			.header('cache-control', signed ? 'private, no-store' : FOR_EVER)
			.header('etag', etagOf(name))
			// As it is called by us, whatever its sender called it.
			.header('content-disposition', `inline; filename="${name}"`)
			.header('cross-origin-resource-policy', 'cross-origin')
			.header('x-content-type-options', 'nosniff')
	);
}

function etagOf(name: string): string {
	return `"${name}"`;
}
