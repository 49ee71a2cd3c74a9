import type { Plugin } from 'vite';

/**
 * Marks calls in the router's code as free of side effects, so that bundlers can remove the ones whose result is unused.
 * @returns the code unchanged if it has no such calls
 */
export function markUnusedRouterParts(code: string): string {
	return code
		.replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef(')
		.replace(/^\w+\.displayName = .*;$/gm, '');
}

/** Removes unused components of the router (bench/RESULTS.md, "scripts and styles of the first load"). */
export const dropUnusedRouterParts: Plugin = {
	name: 'drop-unused-router-parts',
	transform: {
		filter: { id: /react-router.dist.production.lib/ },
		handler: markUnusedRouterParts,
	},
};
