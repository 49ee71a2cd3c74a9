import '#server/app/compile-cache.ts';
import { endWithParent } from './lib/end-with-parent.ts';

/*
 * `npm start`: checks the configuration, builds the pages if they are missing or outdated, and runs the server. The
 * server fills an empty database with the demo.
 */

// Only `npm start` passes this option: a process started by hand may outlive its shell.
if (process.argv.includes('--end-with-parent')) endWithParent();
/**
 * `npm run dev` passes this option: it has built the pages, and restarts this process after each change of the
 * server.
 */
const arePagesBuilt = process.argv.includes('--pages-built');
const [{ BUILT_PAGES, readConfig }, { requireUsableConfig }, { buildPages }, { exitWithError }] =
	await Promise.all([
		import('#server/config/config.ts'),
		import('#server/config/preflight.ts'),
		import('./lib/build-pages.ts'),
		import('./lib/terminal.ts'),
	]);
if (!arePagesBuilt) {
	// Building takes long, so a wrong setting is reported before the build.
	try {
		const config = readConfig();
		const isBuiltHere = config.webFolder === BUILT_PAGES;
		await requireUsableConfig({ ...config, webFolder: isBuiltHere ? undefined : config.webFolder });
	} catch (error) {
		exitWithError(error instanceof Error ? error.message : String(error));
	}
	await buildPages();
}
const { runServer } = await import('#server/main.ts');
await runServer({
	async seedDemo(context, onProgress) {
		const { fillWithDemo } = await import('./demo/seed.ts');
		return fillWithDemo(context, onProgress);
	},
});
