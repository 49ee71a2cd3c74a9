import { expect, test } from 'vitest';
import { isAllowedOrigin } from './allowed-origins.ts';

const CONFIG = {
	publicUrl: 'https://market.example',
	corsOrigins: ['https://pages.example'],
	trustProxy: false as const,
};
const host = '127.0.0.1:3000';

test.each([
	[undefined, true],
	['https://market.example', true],
	['https://pages.example', true],
	[`http://${host}`, true],
	['https://evil.example', false],
	['https://market.example.evil.example', false],
	['http://127.0.0.1:3001', false],
	['null', false],
	['', false],
])('a page with the origin %j may open a realtime connection: %j', (origin, may) => {
	expect(isAllowedOrigin({ host, ...(origin !== undefined && { origin }) }, CONFIG)).toBe(may);
});

test('the forwarded host is an allowed origin only behind a trusted proxy', () => {
	const headers = { host, origin: 'https://shop.example', 'x-forwarded-host': 'shop.example' };

	expect(isAllowedOrigin(headers, CONFIG)).toBe(false);
	expect(isAllowedOrigin(headers, { ...CONFIG, trustProxy: 'loopback' })).toBe(true);
});
