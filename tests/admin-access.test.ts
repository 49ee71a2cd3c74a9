import { subscribe } from 'node:diagnostics_channel';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { adminSessions } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { insertOneOfEach } from './support/admin-fixtures.ts';

/** Every route of the server. */
const routes: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onRoute', (route) => void routes.push(route));
});
const t = await openApp();

interface MountedRoute {
	method: HTTPMethods;
	url: string;
	endpoint: Endpoint;
}

const isAdminRoute = ({ url }: { url: string }) => /^\/api\/admin(\/|$)/.test(url);
/** Back-office routes that need no session. */
const PUBLIC_ROUTES = ['/api/admin/login', '/api/admin/choose-password', '/api/admin/maintenance'];

const mounted = routes.flatMap(({ method, url, config }): MountedRoute[] => {
	const endpoint = config?.endpoint;
	if (!endpoint) return [];
	return [method].flat().map((each) => ({ method: each as HTTPMethods, url, endpoint }));
});
const adminRoutes = mounted.filter(
	(route) => isAdminRoute(route) && !PUBLIC_ROUTES.includes(route.url),
);
const superOnly = adminRoutes.filter(({ endpoint }) => endpoint.auth === 'super_admin');

/** Ids of existing entries, by the part of the URL before `:id`, such as `users`. */
const ids = await insertFixtures();
/** An id that does not exist. */
const MISSING_ID = 2_147_483_647;

/**
 * Inserts one entry of every kind that the back-office changes.
 * @returns their ids, by the part of the URL before `:id`
 */
async function insertFixtures(): Promise<Record<string, number>> {
	const [announcement] = await t.db
		.insert(announcements)
		.values({ title: 'Exams', message: 'Quiet hours.', type: 'info', target: 'all' })
		.returning();
	return {
		...(await insertOneOfEach(t)),
		notifications: announcement?.id ?? 0,
		admins: (await t.admin()).id,
	};
}

/**
 * A body that is valid for every endpoint of the back-office: each endpoint ignores the fields that it does not
 * have.
 */
const bodyFor = (url: string) => ({
	action: url.endsWith('/bulk') ? 'ban' : 'none',
	isVerified: true,
	reason: 'Spam.',
	notes: 'Seen.',
	title: 'Fair',
	message: 'On Sunday.',
	target: 'all',
	userIds: [ids.users],
	itemIds: [ids.items],
	feedbackIds: [ids.feedback],
	maintenanceMode: true,
	username: 'Mallory',
	email: 'mallory@campus.example',
	password: 'eight888',
	roleLevel: 'super_admin',
	currentPassword: 'chalk and talk',
	newPassword: 'eight888',
	code: '123456',
});

type Who = { token: string } | null;

/** A request for an existing entry with a valid body. */
function callFor({ method, url }: MountedRoute, who: Who) {
	const [, kind = ''] = /^\/api\/admin\/([a-z-]+)\/:id/.exec(url) ?? [];
	const id = ids[kind];
	if (kind !== '' && id === undefined) throw new Error(`No entry to change by ${url}`);
	return send(method, url, id ?? MISSING_ID, bodyFor(url), who);
}

/** A request for a missing entry with an empty body. */
function emptyCallFor({ method, url }: MountedRoute, who: Who) {
	return send(method, url, MISSING_ID, {}, who);
}

function send(method: HTTPMethods, url: string, id: number, payload: object, who: Who) {
	const address = url.replace(/^\/api/, '').replace(/:\w+/g, String(id));
	const body = method === 'GET' || method === 'HEAD' ? {} : { payload };
	return t.as(who).call(method as 'GET', address, body);
}

/** Clients that are not administrators, or not any more. */
const OUTSIDERS: readonly [string, () => Promise<Who>][] = [
	['a visitor without a session', async () => null],
	['a client with an invented token', async () => ({ token: `office_${'A'.repeat(43)}` })],
	['a user', () => t.student()],
	[
		'an administrator who was idle for half an hour',
		() => sessionOf({ lastSeenAt: minutesAgo(31) }),
	],
	[
		'an administrator who signed in more than twelve hours ago',
		() => sessionOf({ createdAt: minutesAgo(12 * 60 + 1) }),
	],
	['an administrator who has logged out', signedOutAdmin],
	['an administrator who was removed', () => t.admin({ removedAt: new Date() })],
];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function sessionOf(changes: Partial<typeof adminSessions.$inferInsert>): Promise<Who> {
	const admin = await t.admin({ roleLevel: 'super_admin' });
	await t.db.update(adminSessions).set(changes).where(eq(adminSessions.adminId, admin.id));
	return admin;
}

async function signedOutAdmin(): Promise<Who> {
	const admin = await t.admin({ roleLevel: 'super_admin' });
	await t.as(admin).post('/admin/logout');
	return admin;
}

/** The number of rows and a hash of the content of each table. */
async function digestTables(): Promise<Record<string, unknown>> {
	const { rows } = await t.db.execute<{ name: string }>(sql`
		select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
	const digests: Record<string, unknown> = {};
	for (const { name } of rows) {
		const tableDigest = await t.db.execute(sql`
			select count(*), md5(string_agg(row::text, '|' order by row::text)) from ${sql.identifier(name)} row`);
		digests[name] = tableDigest.rows[0];
	}
	return digests;
}

const entriesOf = ({ id }: { id: number }) =>
	t.db.select().from(auditLog).where(eq(auditLog.adminId, id));

describe('the routes of the back-office', () => {
	test('are more than 50, of which these are only for super administrators', () => {
		expect(adminRoutes.length).toBeGreaterThan(50);
		const names = superOnly.map(({ method, endpoint: { path } }) => `${method} ${path}`);
		expect(names.filter((name) => !name.startsWith('HEAD')).sort()).toEqual([
			'DELETE /admin/admins/:id',
			'GET /admin/admins',
			'GET /admin/audit-logs',
			'GET /admin/audit-logs/export',
			'GET /admin/settings',
			'POST /admin/catalogue/subjects/csv',
			'POST /admin/register',
			'PUT /admin/admins/:id/password',
			'PUT /admin/catalogue/categories',
			'PUT /admin/catalogue/search-words',
			'PUT /admin/catalogue/spots',
			'PUT /admin/catalogue/subjects',
			'PUT /admin/catalogue/terms',
			'PUT /admin/settings',
		]);
	});

	test('all declare which administrators may call them', () => {
		const unguarded = routes
			.filter((route) => isAdminRoute(route) && !PUBLIC_ROUTES.includes(route.url))
			.filter(({ config }) => !['admin', 'super_admin'].includes(config?.endpoint?.auth ?? ''));

		expect(unguarded.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
	});
});

describe('an administrator', () => {
	test.each(['admin', 'super_admin'])(
		'with the role %s may call the routes of the role, and gets 403 from others',
		async (roleLevel) => {
			const admin = await t.admin({ roleLevel });
			const wrong: string[] = [];
			for (const route of adminRoutes.filter(({ url }) => url !== '/api/admin/logout')) {
				const { statusCode } = await emptyCallFor(route, admin);
				const isRefused = route.endpoint.auth === 'super_admin' && roleLevel === 'admin';
				if (isRefused ? statusCode !== 403 : [401, 403, 500, 503].includes(statusCode))
					wrong.push(`${route.method} ${route.url}: ${statusCode}`);
			}

			expect(wrong).toEqual([]);
		},
	);

	test('gets 404 for an id that does not exist, whatever the route does with it', async () => {
		const superAdmin = await t.admin({ roleLevel: 'super_admin' });
		const wrong: string[] = [];
		for (const { method, url } of adminRoutes.filter((route) => route.url.includes('/:id'))) {
			const { statusCode } = await send(method, url, MISSING_ID, bodyFor(url), superAdmin);
			if (statusCode !== 404) wrong.push(`${method} ${url}: ${statusCode}`);
		}

		expect(wrong).toEqual([]);
	});
});

describe('a rejected call', () => {
	test.each(OUTSIDERS)(
		'by %s changes no stored data, not even the audit log',
		async (_who, createClient) => {
			const who = await createClient();
			const before = await digestTables();

			for (const route of adminRoutes) {
				expect((await callFor(route, who)).statusCode, `${route.method} ${route.url}`).toBe(401);
			}

			expect(await digestTables()).toEqual(before);
		},
	);

	test.each(superOnly)(
		'by an administrator to $method $url, which is for super administrators, changes only the audit log',
		async (route) => {
			const admin = await t.admin();
			const { audit_head: _head, audit_log: _log, ...before } = await digestTables();

			const res = await callFor(route, admin);

			expect(res.statusCode).toBe(403);
			expect(await digestTables()).toMatchObject(before);
			expect(await entriesOf(admin)).toMatchObject([
				{
					action: route.endpoint.auditAs?.action,
					details: 'Only a super administrator may do this.',
				},
			]);
			expect(route.endpoint.auditAs?.action).toMatch(/^ATTEMPT_/);
		},
	);
});

const userRoutes = mounted.filter(({ endpoint }) => endpoint.auth === 'user');

test('routes for users refuse the token of an administrator like a request without a session', async () => {
	const admin = await t.admin({ roleLevel: 'super_admin' });
	for (const route of userRoutes) {
		const [asAdmin, asNobody] = [await emptyCallFor(route, admin), await emptyCallFor(route, null)];

		expect(asAdmin.statusCode, `${route.method} ${route.url}`).toBe(401);
		expect(asAdmin.body).toBe(asNobody.body);
	}
});
