import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BROWSERS } from './vite.config.ts';

/**
 * The back-office's pages: an app of their own beside the market's, so that nothing of it is in what an end user downloads
 * (docs/decisions/0015).
 */
export default defineConfig({
	root: 'web',
	plugins: [react(), tailwind()],
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
