import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markUnusedRouterParts } from './drop-unused-router-parts.ts';

const ROUTER = new URL(
	'../../node_modules/react-router/dist/production/lib/dom/lib.js',
	import.meta.url,
);

test('the build finds the components to mark as removable in the installed version of React Router', () => {
	const code = readFileSync(ROUTER, 'utf8');

	const marked = markUnusedRouterParts(code);

	expect(code.match(/^\w+\.displayName = /gm)?.length).toBeGreaterThan(0);
	expect(marked.match(/@__PURE__ \*\/ React\$1\.forwardRef\(/g)?.length).toBeGreaterThan(0);
	expect(marked).not.toMatch(/^\w+\.displayName = /m);
});
