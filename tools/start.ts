import '#server/app/compile-cache.ts';
import { endWithParent } from './lib/end-with-parent.ts';

/** Given by `npm start` alone: who starts this by hand may close their shell. */
if (process.argv.includes('--end-with-parent')) endWithParent();
/** Given by `npm run dev`, which has built them and starts this again after every change of the server. */
const arePagesBuilt = process.argv.includes('--pages-built');
const [{ BUILT_PAGES, readConfig }, { requireUsableConfig }, { buildPages }, { exitWithError }] =
	await Promise.all([
		import('#server/config/config.ts'),
		import('#server/config/preflight.ts'),
		import('./lib/build-pages.ts'),
		import('./lib/terminal.ts'),
	]);
if (!arePagesBuilt) {
	// Building takes longer than anybody should wait to be told of a wrong setting.
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
