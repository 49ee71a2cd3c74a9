import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { BASE_HEADERS } from '#server/http/security-headers.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import {
	newProviderAccount,
	openThirdPartySignIn,
	PUBLIC_ORIGIN,
} from '#tests/support/third-party-sign-in.ts';
import { ROOT } from '#tools/lib/run-program.ts';

const { t, startSignIn, signIn } = await openThirdPartySignIn();
const student = await t.student();
const admin = await t.admin();
const { id: itemId, hashes } = await t.item(await t.student());
const photo = `/photos/${photoFileName(hashes[0] ?? '', 640)}`;
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

const COMMON_HEADERS = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'strict-transport-security': 'max-age=31536000; includeSubDomains',
	'cross-origin-opener-policy': 'same-origin',
	'x-frame-options': 'DENY',
	'x-permitted-cross-domain-policies': 'none',
};
const PAGES = [
	'/',
	`/item/${itemId}`,
	'/login',
	'/auth/success?token=x',
	'/nothing',
	'/admin',
	'/admin/login',
];
const FILES = [
	photo,
	'/photos/nothing',
	'/manifest.webmanifest',
	'/robots.txt',
	'/sitemap.xml',
	'/office-assets/office.js',
];
const PUBLIC_CALLS = [
	`/api/item/get-item-details/${itemId}`,
	'/api/items',
	`/api/people/${student.id}`,
];
const PERSONAL_CALLS = [
	'/api/auth',
	'/api/account',
	'/api/account/export',
	'/api/chats',
	'/api/notifications',
];
const REFUSALS = [
	'/api/nothing',
	'/api/auth',
	'/api/item/x',
	'/api',
	'/api/items?page=x&cursor=%00',
];

async function headersOf(url: string, token?: string): Promise<Record<string, unknown>> {
	const res = await t.app.inject({
		url,
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
	});
	expect(res.statusCode, url).toBeLessThan(500);
	return res.headers;
}

function directivesOf(headers: Record<string, unknown>): Map<string, string> {
	const directives = String(headers['content-security-policy']).split(';');
	return new Map(
		directives.map((directive) => {
			const [name = '', ...sources] = directive.trim().split(' ');
			return [name, sources.join(' ')];
		}),
	);
}

test.each([
	...PAGES,
	...FILES,
	...PUBLIC_CALLS,
	...PERSONAL_CALLS,
	...REFUSALS,
	'/health/live',
	'/api/docs',
	'/api/docs/json',
])('%s has the common security headers and a strict Content-Security-Policy', async (url) => {
	const headers = await headersOf(url);

	expect(headers).toMatchObject(COMMON_HEADERS);
	expect(headers['x-powered-by']).toBeUndefined();
	expect(headers.server).toBeUndefined();
	const policy = directivesOf(headers);
	expect(String(headers['content-security-policy'])).not.toMatch(
		/unsafe|https?:(?!\/\/market)|\*|strict-dynamic/,
	);
	expect(policy.get('frame-ancestors')).toBe("'none'");
	expect(policy.get('base-uri')).toBe("'none'");
	expect(policy.get('script-src') ?? policy.get('default-src')).toMatch(/^'(self|none)'$/);
});

test.each([...PAGES, ...FILES, '/nothing.html', '/api/docs', '/api/docs/json'])(
	'%s, a page or file, may use the camera and no other feature of the device',
	async (url) => {
		const headers = await headersOf(url);

		expect(headers['permissions-policy']).toMatch(
			/camera=\(self\).*geolocation=\(\).*microphone=\(\)/,
		);
	},
);

test.each([...PUBLIC_CALLS, ...PERSONAL_CALLS, ...REFUSALS, '/health/live'])(
	'%s, a JSON response, has no Permissions-Policy header',
	async (url) => {
		expect((await headersOf(url))['permissions-policy']).toBeUndefined();
	},
);

test.each(PAGES)('the page %s runs only scripts from our own origin', async (url) => {
	const policy = directivesOf(await headersOf(url));

	expect(Object.fromEntries(policy)).toEqual({
		'default-src': "'self'",
		'script-src': "'self'",
		'style-src': "'self'",
		'img-src': `'self' blob: data: ${PUBLIC_ORIGIN}`,
		'connect-src': "'self'",
		'object-src': "'none'",
		'base-uri': "'none'",
		'form-action': "'self'",
		'frame-ancestors': "'none'",
		'require-trusted-types-for': "'script'",
		'trusted-types': 'service-worker',
	});
});

describe('a response of the API', () => {
	test.each([...PUBLIC_CALLS, ...REFUSALS])(
		'a response of the API cannot run or load anything in a browser: %s',
		async (url) => {
			const headers = await headersOf(url);

			expect(directivesOf(headers).get('default-src')).toBe("'none'");
			expect(headers['cross-origin-resource-policy']).toBe('same-origin');
			expect(headers['content-type']).toBe('application/json; charset=utf-8');
		},
	);

	test.each(PERSONAL_CALLS)('a response of the API to a user is never cached: %s', async (url) => {
		expect((await headersOf(url, student.token))['cache-control']).toBe('no-store');
	});

	test.each(['/api/admin/users', '/api/admin/profile', '/api/admin/users/export'])(
		'a response to an administrator is never cached: %s',
		async (url) => {
			expect((await headersOf(url, admin.token))['cache-control']).toBe('no-store');
		},
	);

	test.each(PUBLIC_CALLS)(
		'a response of the API is revalidated for visitors, and never cached for a user: %s',
		async (url) => {
			expect((await headersOf(url))['cache-control']).toBe('no-cache');
			expect((await headersOf(url, student.token))['cache-control']).toBe('no-store');
		},
	);

	test.each(['a student', 'an administrator'])(
		'a response to a sign-in of %s is never cached, whether it contains a token or a refusal',
		async (role) => {
			const [path, { email }] =
				role === 'a student' ? ['/auth/login', student] : ['/admin/login', admin];

			const accepted = await t.as(null).post(path, { email, password: PASSWORD });
			const refused = await t.as(null).post(path, { email, password: 'a guess' });

			expect([accepted.statusCode, refused.statusCode]).toEqual([200, 401]);
			expect(accepted.json().accessToken).toEqual(expect.any(String));
			for (const res of [accepted, refused]) expect(res.headers['cache-control']).toBe('no-store');
		},
	);
});

test('a page with a token in its URL is never cached', async () => {
	expect((await headersOf('/auth/success?token=x'))['cache-control']).toBe('no-store');
});

test('a photo may be embedded by other sites; pages, API responses and other files may not', async () => {
	expect((await headersOf(photo))['cross-origin-resource-policy']).toBe('cross-origin');
	for (const url of ['/', '/api/items', '/manifest.webmanifest']) {
		expect((await headersOf(url))['cross-origin-resource-policy']).toBe('same-origin');
	}
});

test('a response of the realtime server has the security headers of an API response', async () => {
	const res = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`);

	expect(res.status).toBe(200);
	expect(Object.fromEntries(res.headers)).toMatchObject({
		'x-content-type-options': 'nosniff',
		'cache-control': 'no-store',
		'content-security-policy': expect.stringContaining("default-src 'none'"),
	});
});

/** All cookies of the server. Pages set a cookie for their display state themselves: `web/lib/ui-cookie.test.ts`. */
describe('a cookie that the server sets', () => {
	const post = (url: string, payload: object) => () => t.as(null).post(url, payload);
	const newPassword = 'long enough for us';

	test.each([
		[
			'at sign-up',
			post('/auth/register', { userName: 'Asha', email: 'a@x.example', password: newPassword }),
			'__Host-known-here',
			'Strict',
		],
		[
			'at login',
			post('/auth/login', { email: student.email, password: PASSWORD }),
			'__Host-known-here',
			'Strict',
		],
		[
			'at the login of an administrator',
			post('/admin/login', { email: admin.email, password: PASSWORD }),
			'__Host-known-to-office',
			'Strict',
		],
		[
			'before sign-in with Google',
			async () => (await startSignIn()).res,
			'__Host-pending-sign-in',
			'Lax',
		],
		[
			'before an account is linked to Google',
			() => t.as(student).post('/account/link-google'),
			'__Host-pending-sign-in',
			'Lax',
		],
		[
			'after sign-in with Google',
			() => signIn(newProviderAccount()),
			'__Host-pending-sign-in',
			'Lax',
		],
	])(
		'%s cannot be read by scripts, is sent only to our host and over https, and is SameSite',
		async (_, request, name, sameSite) => {
			const { headers, body } = await request();

			const cookies = [headers['set-cookie'] ?? []].flat();
			expect(cookies, body).toHaveLength(1);
			const [pair = '', ...attributes] = String(cookies).split('; ');
			expect(pair).toMatch(new RegExp(`^${name}=`));
			expect(attributes.filter((attribute) => !/^(Max-Age|Expires)=/.test(attribute))).toEqual([
				'Path=/',
				'HttpOnly',
				'Secure',
				`SameSite=${sameSite}`,
			]);
		},
	);

	test('cookies are set only by the code for known browsers and for sign-in with Google', async () => {
		const files: string[] = [];
		for await (const file of glob('server/**/*.ts', { cwd: ROOT })) {
			const code = await readFile(join(ROOT, file), 'utf8');
			if (!file.endsWith('.test.ts') && /\.(set|clear)Cookie\(|['"]set-cookie['"],/i.test(code))
				files.push(file);
		}

		expect(files.sort()).toEqual([
			'server/features/auth/sign-in-guards.ts',
			'server/features/auth/third-party/pending-sign-in.ts',
		]);
	});
});

test('the response to a malformed URL, or to a URL with an id that is too long for the router, has the base security headers', async () => {
	for (const url of ['/api/%', `/api/items/${'x'.repeat(400)}`]) {
		expect(await headersOf(url), url).toMatchObject(BASE_HEADERS);
	}
});

test.each([
	['of the realtime server', '/socket.io/?EIO=4&transport=polling'],
	['to a malformed URL', '/api/%'],
])(
	'a response %s has the same Strict-Transport-Security and Referrer-Policy headers as others; a server without https does not require https',
	async (_, path) => {
		const response = await fetch(`${origin}${path}`);
		const plain = await openApp();
		const plainOrigin = await plain.app.listen({ port: 0, host: '127.0.0.1' });

		const { headers } = await fetch(`${plainOrigin}${path}`);

		for (const name of ['referrer-policy', 'strict-transport-security'] as const) {
			expect(response.headers.get(name), name).toBe(COMMON_HEADERS[name]);
		}
		expect(headers.get('strict-transport-security')).toBeNull();
	},
);

test('rendered, cached and error responses have the same Strict-Transport-Security and Referrer-Policy headers', async () => {
	const call = '/api/items?category=Books';
	const rendered = await fetch(`${origin}${call}`);
	await vi.waitUntil(
		async () => {
			await fetch(`${origin}${call}`);
			return t.app.memo.find(call);
		},
		{ timeout: 20_000 },
	);
	const cached = await fetch(`${origin}${call}`);
	const refused = await fetch(`${origin}/api/%`);

	expect([rendered.status, cached.status, refused.status]).toEqual([200, 200, 400]);
	for (const name of ['referrer-policy', 'strict-transport-security'] as const) {
		const headerValues = [rendered, cached, refused].map(({ headers }) => headers.get(name));
		expect(new Set(headerValues), name).toEqual(new Set([COMMON_HEADERS[name]]));
	}
});
