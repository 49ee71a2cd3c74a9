import type { FastifyInstance, FastifyReply } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { Read } from '#server/db/client.ts';
import {
	isKnown,
	type ReadyAnswer,
	sendReady,
} from '#server/http/response-cache/response-cache.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	hashOfFileName,
	isLargest,
	isSignedFor,
	type PhotoSignature,
} from '#server/storage/photo-urls.ts';
import { findShown, type Shown } from './queries.ts';

interface Deps {
	read: Read;
	store: PhotoStore;
	/** Signs the addresses of photos that the public does not see. */
	secrets: Secrets;
	now?: () => Date;
}

/** A name stands for its content, so what has been fetched once stays good for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPE = 'image/webp';

/** The photos, at the root of the origin and not below `/api`: nothing here is JSON but the refusals. */
export function photoRoutes(
	app: FastifyInstance,
	{ read, store, secrets, now = () => new Date() }: Deps,
): void {
	/** @throws Refusal not_found for a photo that the public does not see */
	async function requireShown(hash: string): Promise<Shown> {
		return requirePhoto(await read((db) => findShown(db, hash)));
	}

	/** The sizes of lists and pages, which a crowd asks for: a few kilobytes, made ready like any answer to anybody. */
	async function sendKept(url: string, name: string, hash: string, reply: FastifyReply) {
		const key = `photo ${name}`;
		const answer = await app.readyAnswers.make(key, { of: 'items' }, () => makeReady(name, hash));
		const sent = sendReady(reply.request, describe(reply, name, FOR_EVER), answer);
		if (answer.head) app.readyAnswers.note(url, key);
		return sent;
	}

	async function makeReady(name: string, hash: string): Promise<ReadyAnswer> {
		const { itemId } = await requireShown(hash);
		const bytes = requirePhoto(await store.readWhole(name));
		return {
			...{ etag: etagOf(name), type: TYPE, isPacked: true },
			bytes: new Map([['identity', bytes]]),
			itemId: itemId ?? undefined,
			// Which picture a person has is told to nobody.
			isPoor: itemId === null,
		};
	}

	app.route<{ Params: { name: string }; Querystring: PhotoSignature }>({
		method: ['GET', 'HEAD'],
		url: '/photos/:name',
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const { name } = request.params;
			const hash = requirePhoto(hashOfFileName(name));
			const signed = isSignedFor(hash, request.query, { secrets, now: now() });
			const isHead = request.method === 'HEAD';
			if (!signed && !isHead && !isLargest(name)) {
				return sendKept(request.url, name, hash, reply);
			}
			if (!signed) await requireShown(hash);
			const keeping = signed ? 'private, no-store' : FOR_EVER;
			if (isKnown(request.headers['if-none-match'], etagOf(name))) {
				return describe(reply, name, keeping).code(304).send();
			}
			if (isHead) {
				const { size } = requirePhoto(await store.find(name));
				return describe(reply, name, keeping).header('content-length', size).send();
			}
			const { size, content } = requirePhoto(await store.read(name));
			return describe(reply, name, keeping).header('content-length', size).send(content);
		},
	});
}

/** @throws Refusal not_found, the same for what is hidden and what never was */
function requirePhoto<T>(found: T | undefined): T {
	if (found === undefined) throw new Refusal('not_found', COMMON_MESSAGES.notFound);
	return found;
}

/** Called once the photo is at hand: a refusal must not be kept for ever. */
function describe(reply: FastifyReply, name: string, keeping: string): FastifyReply {
	return (
		reply
			.type(TYPE)
			.header('cache-control', keeping)
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
