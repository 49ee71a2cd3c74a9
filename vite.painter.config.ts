import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the browser reads from the page that stands there already; the painter is told. */
const TOLD = new Map([
	[fileOf('web/lib/site.ts'), fileOf('web/ssr/site.ts')],
	[fileOf('web/lib/api/preloaded.ts'), fileOf('web/ssr/preloaded.ts')],
]);

const isTold: Plugin = {
	name: 'told-instead-of-read',
	enforce: 'pre',
	async resolveId(source, importer, options) {
		const found = await this.resolve(source, importer, { ...options, skipSelf: true });
		return TOLD.get(found?.id ?? '');
	},
};

/** The pages once more, for the server to draw their first screens with (docs/decisions/0013). */
export default defineConfig({
	root: 'web',
	plugins: [isTold, react()],
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
