import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Auth, endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type Caller, mountAuthentication } from './authenticate.ts';
import { mountErrors } from './errors.ts';
import { route } from './route.ts';

const KINDS: Auth[] = ['none', 'on demand', 'optional', 'user', 'admin', 'super_admin'];
const toPath = (auth: string) => auth.replace(' ', '-');
const reply = z.object({ role: z.nullable(z.string()) });
const app = await openApp();

/**
 * An app with one endpoint per `auth` value. A token is the name of its caller's role; 'made-up' is an invalid token.
 */
async function openApp() {
	const opened = Fastify();
	mountErrors(opened);
	await opened.register(import('@fastify/multipart'));
	opened.decorate('photoOriginFor', () => '');
	mountAuthentication(opened, async (token) =>
		token === 'made-up' ? null : { id: 1, role: token as Caller['role'], sessionId: 'x' },
	);
	for (const auth of KINDS) {
		const summary = 'Says who calls.';
		const declared = endpoint({ method: 'GET', path: `/${toPath(auth)}`, summary, auth, reply });
		route(opened, declared, async ({ caller }) => {
			const found = typeof caller === 'function' ? await caller() : caller;
			return { role: found?.role ?? null };
		});
	}
	return opened;
}

const signIn = { success: false, ...REQUEST_ERRORS.signIn };
const tooLow = { success: false, ...REQUEST_ERRORS.superAdminOnly };

test.each([
	['none', undefined, 200, { role: null }],
	['none', 'user', 200, { role: null }],
	['on demand', undefined, 200, { role: null }],
	['on demand', 'made-up', 200, { role: null }],
	['on demand', 'user', 200, { role: 'user' }],
	['on demand', 'admin', 200, { role: null }],
	['optional', undefined, 200, { role: null }],
	['optional', 'made-up', 200, { role: null }],
	['optional', 'user', 200, { role: 'user' }],
	['user', undefined, 401, signIn],
	['user', 'made-up', 401, signIn],
	['user', 'user', 200, { role: 'user' }],
	['user', 'admin', 401, signIn],
	['user', 'super_admin', 401, signIn],
	['admin', undefined, 401, signIn],
	['admin', 'user', 401, signIn],
	['admin', 'admin', 200, { role: 'admin' }],
	['admin', 'super_admin', 200, { role: 'super_admin' }],
	['super_admin', undefined, 401, signIn],
	['super_admin', 'user', 401, signIn],
	['super_admin', 'admin', 403, tooLow],
	['super_admin', 'super_admin', 200, { role: 'super_admin' }],
])(
	'an endpoint with auth "%s", called with the token "%s", responds with status %i',
	async (auth, token, status, body) => {
		const headers = token ? { authorization: `Bearer ${token}` } : {};

		const res = await app.inject({ url: `/api/${toPath(auth)}`, headers });

		expect(res.statusCode).toBe(status);
		expect(res.json()).toEqual(body);
	},
);
