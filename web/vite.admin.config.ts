import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stripEndpoints } from './build/strip-endpoints.ts';
import { BROWSERS } from './vite.config.ts';

/**
 * The build of the back-office's pages: a separate app, so that users of the market download nothing of it
 * (docs/decisions/0015).
 */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [stripEndpoints(), react(), tailwind()],
	build: {
		outDir: '../dist/web/.office',
		emptyOutDir: true,
		copyPublicDir: false,
		assetsDir: 'office-assets',
		target: BROWSERS,
		assetsInlineLimit: 0,
		modulePreload: false,
		rolldownOptions: { input: 'web/admin.html' },
	},
});
