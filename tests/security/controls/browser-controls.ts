import type { Control } from './control.ts';

const SECURITY_HEADERS_FILE = 'server/http/security-headers.ts';
const HEADER_VALUES_FILE = 'server/http/security-headers.ts';
const SECURITY_HEADERS_TEST_FILE = 'server/http/security-headers.slow.test.ts';
const CONTENT_SECURITY_POLICY_TEST = SECURITY_HEADERS_TEST_FILE;

/** Headers, cookies and origins. Each entry has a code change that disables a protection, and the test that must fail then. */
export const BROWSER_CONTROLS: readonly Control[] = [
	{
		name: 'Content-Security-Policy: no inline scripts',
		file: SECURITY_HEADERS_FILE,
		find: `"default-src 'self'",\n\t\t"script-src 'self'",`,
		replace: `"default-src 'self'", "script-src 'self' 'unsafe-inline'",`,
		test: CONTENT_SECURITY_POLICY_TEST,
	},
	{
		name: 'Content-Security-Policy: Trusted Types',
		file: SECURITY_HEADERS_FILE,
		find: `"require-trusted-types-for 'script'",`,
		replace: '',
		test: CONTENT_SECURITY_POLICY_TEST,
	},
	{
		name: 'Content-Security-Policy: the pages cannot be framed',
		file: SECURITY_HEADERS_FILE,
		find: `"form-action 'self'",\n\t\t"frame-ancestors 'none'",`,
		replace: `"form-action 'self'",`,
		test: CONTENT_SECURITY_POLICY_TEST,
	},
	{
		name: 'Strict-Transport-Security',
		file: HEADER_VALUES_FILE,
		find: `!publicUrl?.startsWith('https:')`,
		replace: 'true',
		test: SECURITY_HEADERS_TEST_FILE,
	},
	{
		name: 'Referrer-Policy',
		file: HEADER_VALUES_FILE,
		find: `REFERRER_POLICY = 'strict-origin-when-cross-origin'`,
		replace: `REFERRER_POLICY = 'unsafe-url'`,
		test: SECURITY_HEADERS_TEST_FILE,
	},
	{
		name: 'CORS: listed origins only',
		file: SECURITY_HEADERS_FILE,
		find: 'origin: [...options.corsOrigins],',
		replace: 'origin: true,',
		test: SECURITY_HEADERS_TEST_FILE,
	},
	{
		name: 'user input is escaped in the page’s HTML',
		file: 'server/http/pages/head.ts',
		find: String.raw`JSON.stringify(data).replaceAll('<', '\\u003c')`,
		replace: 'JSON.stringify(data)',
		test: 'server/features/items/pages.test.ts',
	},
	{
		name: 'only built files are served, no other path',
		file: 'server/http/pages/pages.ts',
		find: 'wildcard: false,',
		replace: 'wildcard: true,',
		test: 'server/http/pages/ssr.test.ts',
	},
	{
		name: 'no open redirect after signing in',
		file: 'web/features/auth/next-path.ts',
		find: `
	if (!target?.startsWith('/')) return undefined;
	`,
		replace: '\tif (target) return target;\n',
		test: 'web/features/auth/next-path.test.ts',
	},
	{
		name: 'links in a chat have only http, https, mailto and tel schemes',
		file: 'web/features/chat/conversation/links.ts',
		find: '!SAFE_PROTOCOLS.includes(url.protocol) || hidesHost',
		replace: 'hidesHost',
		test: 'web/features/chat/conversation/links.test.ts',
	},
	{
		name: 'the offline cache stores no personal data',
		file: 'web/worker/cache-strategy.ts',
		find: 'isAuthorized || ',
		replace: '',
		test: 'web/worker/cache-strategy.test.ts',
	},
];
