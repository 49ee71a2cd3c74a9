import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { stripEndpoints } from './build/strip-endpoints.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules that read the document of a page, by their replacements on the server, where there is no document. */
const SSR_REPLACEMENTS = new Map([
	[resolvePath('./lib/site.ts'), resolvePath('./ssr/site.ts')],
	[resolvePath('./lib/api/preloaded.ts'), resolvePath('./ssr/preloaded.ts')],
]);

const replaceForSsr: Plugin = {
	name: 'ssr-replacements',
	enforce: 'pre',
	async resolveId(source, importer, options) {
		const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
		return SSR_REPLACEMENTS.get(resolved?.id ?? '');
	},
};

/** The pages built for Node, so that the server can render first screens (docs/decisions/0013). */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [stripEndpoints(), replaceForSsr, react()],
	// Node has a global local storage, shared by all requests; the pages must not use it.
	define: { 'process.env.NODE_ENV': '"production"', localStorage: 'undefined' },
	// Everything is bundled, so nothing is resolved from node_modules at run time.
	ssr: { noExternal: true },
	build: {
		ssr: 'ssr/render.tsx',
		outDir: '../dist/web/.renderer',
		emptyOutDir: true,
		copyPublicDir: false,
		assetsInlineLimit: 0,
		target: 'node26',
	},
});
