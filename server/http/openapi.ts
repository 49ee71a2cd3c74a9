import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import { AUTH_WITHOUT_SESSION, type Endpoint } from '#contract/core/endpoint.ts';
import { errorReply } from '#contract/core/schemas.ts';
import { DOCUMENTATION_POLICY, PERMISSIONS_POLICY } from './header-values.ts';
import { describeErrors } from './openapi-errors.ts';
import { SOCKET_EVENTS_DESCRIPTION } from './openapi-events.ts';
import { parsedSchemaOf } from './parsed-schema.ts';

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
