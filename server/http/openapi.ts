import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { AUTH_WITHOUT_SESSION, type Endpoint } from '#contract/core/endpoint.ts';
import { declaredErrors } from '#contract/core/errors.ts';
import { errorReply } from '#contract/core/schemas.ts';
import { WATCHING_LIMITS } from '#contract/items/watching-facts.ts';
import { parsedSchemaOf } from './route.ts';
import { DOCUMENTATION_POLICY, PERMISSIONS_POLICY } from './security-headers.ts';

type JsonSchema = Record<string, unknown>;

/** Serves the OpenAPI document at `/api/docs/json` and its page at `/api/docs`, both generated from the contract. */
export async function mountDocumentation(app: FastifyInstance, siteName: string): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: `${siteName} API`,
				version: '1',
				description: `${SOCKET_EVENTS_DESCRIPTION}\n${describeErrors()}`,
			},
			components: {
				securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
			},
		},
		transform: ({ schema, url, route }) => {
			const endpoint = route.config?.endpoint;
			if (!endpoint) return { schema: { ...schema, hide: true }, url };
			return { schema: describe(endpoint) as FastifySchema, url };
		},
	});
	await app.register(swaggerUi, {
		routePrefix: '/api/docs',
		staticCSP: DOCUMENTATION_POLICY,
		uiHooks: {
			// Unlike the responses of other addresses below /api, the page is a document.
			onRequest(_request, reply, done) {
				reply.header('permissions-policy', PERMISSIONS_POLICY);
				done();
			},
		},
		uiConfig: { persistAuthorization: false },
	});
}

function describe(endpoint: Endpoint): JsonSchema {
	const { status = 200, statusUnlessNew } = endpoint;
	const success =
		status === 302
			? { description: 'Location: where to go', type: 'null' }
			: { description: 'Success', ...jsonSchema(endpoint.reply, 'output') };
	return {
		summary: endpoint.summary,
		...(endpoint.description && { description: endpoint.description }),
		tags: [endpoint.path.split('/')[1]],
		...(!AUTH_WITHOUT_SESSION.includes(endpoint.auth) && { security: [{ bearer: [] }] }),
		...(endpoint.params && { params: jsonSchema(endpoint.params, 'input') }),
		...(endpoint.query && { querystring: jsonSchema(endpoint.query, 'input') }),
		...((endpoint.body || endpoint.files) && bodyOf(endpoint)),
		response: {
			[status]: success,
			...(statusUnlessNew && {
				[statusUnlessNew]: { ...success, description: 'It was there already' },
			}),
			'4XX': { description: 'Refusal', ...jsonSchema(errorReply, 'output') },
		},
	};
}

function bodyOf(endpoint: Endpoint): JsonSchema {
	const fields = endpoint.body ? jsonSchema(endpoint.body, 'input') : { type: 'object' };
	if (!endpoint.files) return { body: fields };
	const files = { type: 'array', items: { type: 'string', format: 'binary' } };
	const properties = { ...(fields.properties as JsonSchema), [endpoint.files]: files };
	return { consumes: ['multipart/form-data'], body: { ...fields, type: 'object', properties } };
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _dialect, ...described } = z.toJSONSchema(parsedSchemaOf(schema), {
		io,
		unrepresentable: 'any',
	});
	return described;
}

/** Markdown for the OpenAPI document: every error code with its message. */
function describeErrors(): string {
	const rows = declaredErrors
		.toSorted((one, other) => (one.code < other.code ? -1 : 1))
		.map(
			({ code, message = 'The sentence names what was refused.' }) =>
				`| \`${code}\` | ${message} |`,
		);
	return `
## Refusals

Every refusal has a \`code\`, which never changes, and a \`message\` for people. Programs go by the code; codes are only ever
added. An invalid field has a code of its own in \`issues\`.

| Code | Message |
| --- | --- |
${rows.join('\n')}
`;
}

/** Markdown for the OpenAPI document: the realtime events, which OpenAPI can't describe. */
const SOCKET_EVENTS_DESCRIPTION = `
## Realtime connection

Socket.IO 4 at the default path, with \`auth: { token }\`. Without a session the connection is refused. Every event a client
sends may request an acknowledgement: \`{ success: true, … }\` or \`{ success: false, code, message }\`; refusals are also sent as \`error-message\`
events, except for messages sent \`withoutJoining\`. A \`roomId\` is \`{itemId}-{buyerId}\`.

| Client sends | Payload | Answer |
|---|---|---|
| \`join room\` | \`{ itemId, userType, buyerId? }\` | \`room-joined\`, or \`room-switched\` from another room; \`userType\` is \`buyer\` or \`seller\` |
| \`send-message\` | \`{ roomId, message, photoIds?, clientId?, withoutJoining? }\`; the ids are those of \`POST chat/photos\`, and \`message\` may then be empty; \`withoutJoining: true\` sends into a chat that the connection has not joined | acknowledged with \`id\`; \`receive-message\` to the room |
| \`typing\` | \`{ roomId, isTyping }\` | \`typing\` to the other side |
| \`mark-read\`, \`mark-delivered\` | \`{ roomId, messageId }\` | \`receipt\` to the other side |
| \`watch-items\` | \`{ itemIds }\`, the items on the page, at most ${WATCHING_LIMITS.itemsMax}; replaces the previous list | acknowledged with the current \`items\`, without those hidden from the public; then \`item-changed\` |

| Server sends | Payload | To |
|---|---|---|
| \`room-joined\`, \`room-switched\` | \`{ roomId, messages, readId, deliveredId, undeliveredIds?, isHere }\`, the newest ${CHAT_LIMITS.historyOnJoin}, oldest first | the joining client |
| \`auto-connected\` | \`{ buyerId }\` | a seller who named no buyer |
| \`receive-message\` | \`{ id, roomId, message, userId, senderId, timestamp, createdAt, clientId, photos, isWithoutWords?, event? }\`; \`event\` is the step of a deal that the words tell of | the room |
| \`receipt\` | \`{ roomId, userId, readId, deliveredId, undeliveredIds? }\`: the other side's position, and which of one's own messages up to there never reach it | the other side, in the room |
| \`typing\` | \`{ roomId, userId, isTyping }\` | the other side, in the room |
| \`presence\` | \`{ userId, isHere }\` | people with an open chat with the user |
| \`chat-changed\` | \`{ roomId, messageId }\` | all devices of both sides |
| \`notices-changed\` | \`{}\` | all devices of a person |
| \`deal-changed\` | \`{ itemId, buyerId }\` | all devices of buyer and seller |
| \`item-changed\` | \`{ itemId, price, reservedUntil, status }\`; \`banned\` means hidden from the public | people who watch the item or have a chat about it open |
| \`market-closed\` | the body of a 503 response during maintenance | everyone |
| \`error-message\` | a message, then its code | people who are refused or whose session ends: 'Please log in again.' or 'This account has been suspended. Contact support.' |
`.trim();
