import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, isWrite, type Parsed } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError, invalidInput } from '#server/lib/app-error.ts';
import { authorize, type CallerOf, findUser } from './authenticate.ts';
import { createAnswer, isAnonymous, sendAnswer } from './memo.ts';
import { serializeReply, serializerFor } from './serializer.ts';
import { deleteUpload, readUpload, type Upload, type UploadedFile } from './uploads/multipart.ts';

/** What is known about a call before its body is validated, for example to check ownership. */
interface RequestContext<E extends Endpoint> {
	params: Parsed<E['params']>;
	query: Parsed<E['query']>;
	caller: CallerOf<E['auth']>;
	log: FastifyRequest['log'];
	request: FastifyRequest;
	reply: FastifyReply;
}

interface Call<E extends Endpoint> extends RequestContext<E> {
	body: Parsed<E['body']>;
	/** Files of the endpoint's file field, each truncated at one byte above the largest limit. */
	files: readonly UploadedFile[];
}

/** What a handler returns: the reply without `success`, which `route` adds. A download is streamed in chunks. */
type HandlerResult<E extends Endpoint> = E extends { download: object }
	? AsyncIterable<string>
	: WithoutSuccess<z.input<E['reply']>>;
type WithoutSuccess<Reply> = Reply extends { success: true }
	? { [Name in keyof Reply as Exclude<Name, 'success'>]: Reply[Name] }
	: Reply;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult<E>>;

interface Options<E extends Endpoint> {
	/** Runs after authorization and parsing of params and query, before files are read and the body is validated. */
	before?: (context: RequestContext<E>) => Promise<void>;
	/**
	 * Set only if the answer to an anonymous request depends on nothing but public rows and the URL. It is then shared for
	 * two seconds (`Memo`). Requests with a token never get a shared answer.
	 */
	isShared?: boolean;
}

const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Mounts one endpoint of the contract below `/api`. A request is handled in this order:
 * authorization by `auth` (no byte of the body is read before), parsing of params and query,
 * `before`, reading of uploaded files and parsing of the body, the handler. Its result is
 * serialized by the reply schema, which drops every undeclared field.
 */
export function route<const E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handle: Handler<E>,
	{ before, isShared }: Options<E> = {},
): void {
	// Unsupported reply schemas fail at startup.
	if (!isFileOrRedirect(endpoint)) serializerFor(endpoint.reply);
	app.route({
		method: endpoint.method,
		url: `/api${endpoint.path}`,
		config: { endpoint },
		...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
		onRequest: (request) => authorize(endpoint, request),
		...(isBodyOptional(endpoint) && { preParsing: dropContentTypeOfEmptyBody }),
		handler: async (request, reply) => {
			const context = {
				params: parse(endpoint.params, request.params),
				query: parse(endpoint.query, request.query),
				caller:
					endpoint.auth === 'on demand'
						? (userId?: number) => findUser(request, userId)
						: request.caller,
				log: request.log,
				request,
				reply,
			} as RequestContext<E>;
			await before?.(context);
			if (!isShared || !isAnonymous(request)) {
				return send(endpoint, reply, await runHandler(endpoint, handle, context));
			}
			const photoOrigin = app.photoOriginFor(request);
			const shared = await app.memo.findOrCreate(photoOrigin + request.url, async () => {
				const result = await runHandler(endpoint, handle, context);
				const bytes = serializeReply(endpoint.reply, result, photoOrigin);
				return createAnswer(bytes, JSON_CONTENT_TYPE);
			});
			return sendAnswer(request, reply, shared);
		},
	});
}

/** A route whose answer to an anonymous request depends on nothing but public rows and the URL (`Options.isShared`). */
export function sharedRoute<const E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handle: Handler<E>,
): void {
	route(app, endpoint, handle, { isShared: true });
}

/** Whether a request that can have a body may come without one. */
function isBodyOptional({ method, body }: Endpoint): boolean {
	return method !== 'GET' && (!body || z.safeParse(body, {}).success);
}

/** Many clients send a Content-Type without a body; Fastify would reject the empty body as invalid JSON. */
const dropContentTypeOfEmptyBody: preParsingHookHandler = ({ headers }, _reply, payload, done) => {
	const hasBody = headers['transfer-encoding'] ?? Number(headers['content-length'] ?? 0) > 0;
	if (!hasBody) delete headers['content-type'];
	done(null, payload);
};

/** Runs the handler. After a write, the answers kept for everybody are dropped before the client learns of it. */
async function runHandler<E extends Endpoint>(
	endpoint: E,
	handle: Handler<E>,
	context: RequestContext<E>,
): Promise<unknown> {
	const { request, reply } = context;
	let mayHaveWritten = false;
	try {
		const upload = await readBody(endpoint, request, reply);
		const body = parse(endpoint.body, upload.fields) as Parsed<E['body']>;
		mayHaveWritten = isWrite(endpoint) && !endpoint.skipsInvalidation;
		return withSuccess(await handle({ ...context, body, files: upload.files }));
	} finally {
		await deleteUpload(request);
		if (mayHaveWritten) request.server.memo.clear();
	}
}

/** Adds `success` to a reply that is an object; the serializer drops it from replies that do not declare it. */
function withSuccess(result: unknown): unknown {
	const isObject = typeof result === 'object' && result !== null;
	if (
		result !== undefined &&
		(!isObject || Array.isArray(result) || Symbol.asyncIterator in result)
	)
		return result;
	return { success: true, ...(result as object | undefined) };
}

async function readBody(
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Upload> {
	if (request.isMultipart()) {
		if (!endpoint.files) throw new AppError('wrong_type', REQUEST_ERRORS.wrongType);
		return readUpload(request, reply, endpoint.files);
	}
	return { fields: request.body ?? {}, files: [] };
}

/** @throws AppError invalid with one issue per invalid field, and with code and message of the first in schema order */
function parse(schema: z.core.$ZodType | undefined, sent: unknown): unknown {
	if (!schema) return undefined;
	const parsed = z.safeParse(schema, sent);
	if (parsed.success) return parsed.data;
	throw invalidInput(sortIssues(schema, parsed.error.issues));
}

/**
 * Sorts issues by the field order of the schema. Zod reports rules about several fields last; such an issue belongs to
 * the first of its fields.
 */
function sortIssues(schema: z.core.$ZodType, issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
	const body = parsedSchemaOf(schema);
	if (!(body instanceof z.core.$ZodObject)) return issues;
	const fields = Object.keys(body._zod.def.shape);
	const fieldIndexOf = ({ path }: z.core.$ZodIssue) => fields.indexOf(String(path[0]));
	return issues.toSorted((one, other) => fieldIndexOf(one) - fieldIndexOf(other));
}

/**
 * Returns the schema of a request's fields. A schema may be a pipe: first a transform that prepares the fields, then
 * the schema that parses them, which is returned.
 */
export function parsedSchemaOf(schema: z.core.$ZodType): z.core.$ZodType {
	const isPrepared =
		schema instanceof z.core.$ZodPipe && schema._zod.def.in instanceof z.core.$ZodTransform;
	return isPrepared ? schema._zod.def.out : schema;
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
	if (endpoint.download) return sendFile(endpoint.download, reply, answer as AsyncIterable<string>);
	if (endpoint.status === 302)
		return reply.redirect(z.parse(endpoint.reply as z.ZodMiniString, answer), 302);
	return reply
		.code(successStatus(endpoint, answer))
		.type(JSON_CONTENT_TYPE)
		.send(serializeReply(endpoint.reply, answer, reply.server.photoOriginFor(reply.request)));
}

function successStatus({ status = 200, statusUnlessNew }: Endpoint, answer: unknown): number {
	if (statusUnlessNew === undefined) return status;
	return (answer as { isNew?: unknown }).isNew === false ? statusUnlessNew : status;
}

/** Whether the response is a download or a redirect. */
function isFileOrRedirect({ download, status }: Endpoint): boolean {
	return download !== undefined || status === 302;
}

function sendFile(
	{ type, name }: NonNullable<Endpoint['download']>,
	reply: FastifyReply,
	chunks: AsyncIterable<string>,
): FastifyReply {
	return reply
		.code(200)
		.type(`${type}; charset=utf-8`)
		.header('content-disposition', `attachment; filename="${name}"`)
		.header('cache-control', 'no-store')
		.send(Readable.from(chunks));
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Set on every route of the contract; the API documentation is generated from it. */
		endpoint?: Endpoint;
	}
}
