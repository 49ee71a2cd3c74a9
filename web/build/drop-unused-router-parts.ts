import type { Plugin } from 'vite';

/**
 * Lets bundlers remove unused components of the router. Marks the calls that create components as free of side effects,
 * and removes the assignments of their display names.
 * @returns the code unchanged if it has no such calls
 */
export function markUnusedRouterParts(code: string): string {
	return code
		.replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef(')
		.replace(/^\w+\.displayName = .*;$/gm, '');
}

/** Vite plugin that applies `markUnusedRouterParts` (bench/RESULTS.md, "scripts and styles of the first load"). */
export const dropUnusedRouterParts: Plugin = {
	name: 'drop-unused-router-parts',
	transform: {
		filter: { id: /react-router.dist.production.lib/ },
		handler: markUnusedRouterParts,
	},
};
