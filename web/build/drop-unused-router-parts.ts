import type { Plugin } from 'vite';

/**
 * Marks what the router creates on load, in a way that bundlers take for a side effect, as unneeded where it is unused.
 * @returns the same code where the router has nothing of the kind
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
