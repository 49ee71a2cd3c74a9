import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { Endpoint, Parsed } from '#contract/core/endpoint.ts';
import type { MadeOf } from '#server/cache/public-cache.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { admit, type CallerOf, findCaller } from './authenticate.ts';
import { isAnybody, readyAnswer, sendReady } from './response-cache/response-cache.ts';
import { writeReply, writerOf } from './serializer.ts';
import { dropUpload, readUpload, type Upload, type UploadedFile } from './uploads/multipart.ts';

/** What decides about a call before its body is looked at: ownership, for example. */
interface Approach<E extends Endpoint> {
	params: Parsed<E['params']>;
	query: Parsed<E['query']>;
	caller: CallerOf<E['auth']>;
	log: FastifyRequest['log'];
	request: FastifyRequest;
	reply: FastifyReply;
}

interface Call<E extends Endpoint> extends Approach<E> {
	body: Parsed<E['body']>;
	/** The files sent under the endpoint's file field, each cut at one byte above the largest limit. */
	files: readonly UploadedFile[];
}

/** What a handler answers with: a file comes in pieces. */
type Answer<E extends Endpoint> = E extends { download: object }
	? AsyncIterable<string>
	: z.input<E['reply']>;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

interface Options<E extends Endpoint> {
	/** Runs when the caller is admitted and params and query are parsed, before the body is read or judged. */
	before?: (approach: Approach<E>) => Promise<void>;
	/**
	 * What the answer to anybody is made of, where it depends on nothing else but the address: it is then made once, and sent
	 * to everyone until that changes. Whoever brings a token is always answered anew.
	 */
	madeOf?: (approach: Pick<Approach<E>, 'params' | 'query'>) => MadeOf;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Mounts one endpoint of the contract below `/api`. In order: admits by `auth` before a body is read, parses params and
 * query, runs `before`, reads and parses the body, and serializes what the handler returns through the reply's schema,
 * which drops every undeclared column. Two calls, because TypeScript widens literals of the answer with one.
 */
export function route<const E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
): (handle: Handler<E>, options?: Options<E>) => void {
	return (handle, { before, madeOf } = {}) => {
		// What no answer can be written by shows at the start.
		if (!isSentOtherwise(endpoint)) writerOf(endpoint.reply);
		app.route({
			method: endpoint.method,
			url: `/api${endpoint.path}`,
			config: { endpoint },
			onRequest: (request) => admit(endpoint, request),
			...(needsNoBody(endpoint) && { preParsing: forgetTypeOfNothing }),
			handler: async (request, reply) => {
				const approach = {
					params: parse(endpoint.params, request.params),
					query: parse(endpoint.query, request.query),
					caller: endpoint.auth === 'on demand' ? () => findCaller(request) : request.caller,
					log: request.log,
					request,
					reply,
				} as Approach<E>;
				await before?.(approach);
				if (!madeOf || !isAnybody(request)) {
					return send(endpoint, reply, await answerCaller(endpoint, handle, approach));
				}
				const work = async () => {
					const answer = await answerCaller(endpoint, handle, approach);
					return readyAnswer(writeReply(endpoint.reply, answer), JSON_TYPE);
				};
				const { params, query } = approach;
				const key = `${endpoint.path} ${JSON.stringify([params, query])}`;
				const answer = await app.readyAnswers.make(key, madeOf(approach), work);
				const sent = sendReady(request, reply, answer);
				if (answer.head) app.readyAnswers.note(request.url, key);
				return sent;
			},
		});
	};
}

/** Whether a body may be missing (wire contract); to GET none belongs. */
function needsNoBody({ method, body }: Endpoint): boolean {
	return method !== 'GET' && (!body || z.safeParse(body, {}).success);
}

/** Many clients name a type on every call: where they send nothing it is of no type, and no broken JSON. */
const forgetTypeOfNothing: preParsingHookHandler = ({ headers }, _reply, payload, done) => {
	const isSent = headers['transfer-encoding'] ?? Number(headers['content-length'] ?? 0) > 0;
	if (!isSent) delete headers['content-type'];
	done(null, payload);
};

/** Before anybody hears that something was written, nobody is answered any more as if it had not been. */
async function answerCaller<E extends Endpoint>(
	endpoint: E,
	handle: Handler<E>,
	approach: Approach<E>,
): Promise<Answer<E>> {
	const { request, reply } = approach;
	try {
		const upload = await bodyOf(endpoint, request, reply);
		const body = parse(endpoint.body, upload.fields) as Parsed<E['body']>;
		return await handle({ ...approach, body, files: upload.files });
	} finally {
		await dropUpload(request);
		if (endpoint.method !== 'GET' && !endpoint.isPrivate)
			await request.server.readyAnswers.settle();
	}
}

async function bodyOf(
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Upload> {
	if (request.isMultipart()) {
		if (!endpoint.files) throw new Refusal('wrong_type', COMMON_MESSAGES.wrongType);
		return readUpload(request, reply, endpoint.files);
	}
	return { fields: request.body ?? {}, files: [] };
}

/** @throws Refusal invalid, naming each field at fault; the first in the schema's order is the message */
function parse(schema: z.core.$ZodType | undefined, sent: unknown): unknown {
	if (!schema) return undefined;
	const parsed = z.safeParse(schema, sent);
	if (parsed.success) return parsed.data;
	const issues = inOrder(schema, parsed.error.issues).map(({ path, message }) => ({
		path: path.join('.'),
		message: path.length === 0 ? COMMON_MESSAGES.badRequest : message,
	}));
	throw new Refusal('invalid', issues[0]?.message ?? COMMON_MESSAGES.badRequest, issues);
}

/** What several fields together are found to lack comes last, but belongs to the first of them. */
function inOrder(schema: z.core.$ZodType, issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
	if (!(schema instanceof z.core.$ZodObject)) return issues;
	const fields = Object.keys(schema._zod.def.shape);
	const placeOf = ({ path }: z.core.$ZodIssue) => fields.indexOf(String(path[0]));
	return issues.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
	if (endpoint.download) return sendFile(endpoint.download, reply, answer as AsyncIterable<string>);
	if (endpoint.status === 302)
		return reply.redirect(z.parse(endpoint.reply as z.ZodMiniString, answer), 302);
	return reply
		.code(endpoint.status ?? 200)
		.type(JSON_TYPE)
		.send(writeReply(endpoint.reply, answer));
}

/** As a file, or as an address to go to. */
function isSentOtherwise({ download, status }: Endpoint): boolean {
	return download !== undefined || status === 302;
}

function sendFile(
	{ type, name }: NonNullable<Endpoint['download']>,
	reply: FastifyReply,
	pieces: AsyncIterable<string>,
): FastifyReply {
	return reply
		.code(200)
		.type(`${type}; charset=utf-8`)
		.header('content-disposition', `attachment; filename="${name}"`)
		.header('cache-control', 'no-store')
		.send(Readable.from(pieces));
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Set on every route of the contract; the documentation is made from it. */
		endpoint?: Endpoint;
	}
}
