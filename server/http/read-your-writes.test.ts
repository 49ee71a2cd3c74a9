import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { finishThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { mountReadYourWrites } from './read-your-writes.ts';

/**
 * The sign-in provider redirects a browser to this address. The browser's GET creates or changes a
 * user.
 */
const CALLBACK = `/api${finishThirdPartySignIn.path}`;
const ROUTES = [
	{ url: '/api/items' },
	{ url: CALLBACK, config: { endpoint: finishThirdPartySignIn } },
];

test.each([
	['GET', '/api/items', 200, 0],
	['POST', '/api/items', 200, 1],
	['POST', '/api/items', 409, 0],
	['GET', `${CALLBACK}?code=x`, 302, 1],
] as const)(
	'the response to %s %s with status %i records the position of %i writes',
	async (method, url, status, writes) => {
		const afterWrite = vi.fn(async () => undefined);
		const app = Fastify();
		mountReadYourWrites(app, { afterWrite });
		for (const mounted of ROUTES) {
			app.route({
				...mounted,
				method: ['GET', 'POST'],
				handler: (_request, reply) => reply.code(status).send(),
			});
		}

		await app.inject({ method, url });

		expect(afterWrite).toHaveBeenCalledTimes(writes);
	},
);
