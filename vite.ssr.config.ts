import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the browser reads from the page that stands there already; the painter is told. */
const SSR_REPLACEMENTS = new Map([
	[resolvePath('web/lib/site.ts'), resolvePath('web/ssr/site.ts')],
	[resolvePath('web/lib/api/preloaded.ts'), resolvePath('web/ssr/preloaded.ts')],
]);

const replaceForSsr: Plugin = {
	name: 'ssr-replacements',
	enforce: 'pre',
	async resolveId(source, importer, options) {
		const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
		return SSR_REPLACEMENTS.get(resolved?.id ?? '');
	},
};

/** The pages once more, for the server to draw their first screens with (docs/decisions/0013). */
export default defineConfig({
	root: 'web',
	plugins: [replaceForSsr, react()],
	// Node has a local storage of its own, which is nobody's.
	define: { 'process.env.NODE_ENV': '"production"', localStorage: 'undefined' },
	// All in one place, as the browser has it: nothing of the pages is looked up in node_modules.
	ssr: { noExternal: true },
	build: {
		ssr: 'ssr/render.tsx',
		outDir: '../dist/web/.painter',
		emptyOutDir: true,
		copyPublicDir: false,
		assetsInlineLimit: 0,
		target: 'node26',
	},
});
