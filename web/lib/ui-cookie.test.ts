import { afterEach, expect, test, vi } from 'vitest';
import { writeUiCookie } from './ui-cookie.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
	['https:', '__Host-theme=dark; path=/; max-age=60; samesite=lax; secure'],
	['http:', 'theme=dark; path=/; max-age=60; samesite=lax'],
])('over %s, a page writes the theme cookie as “%s”', (protocol, expected) => {
	const document = { cookie: '' };
	vi.stubGlobal('window', { location: { protocol } });
	vi.stubGlobal('document', document);

	writeUiCookie('theme', 'dark', 60);

	expect(document.cookie).toBe(expected);
});
