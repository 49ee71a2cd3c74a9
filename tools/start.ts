import '#server/app/compile-cache.ts';
import { endWithParent } from './lib/end-with-parent.ts';

/** Given by `npm start` alone: who starts this by hand may close their shell. */
if (process.argv.includes('--end-with-parent')) endWithParent();
const [
	{ BUILT_PAGES, readConfig },
	{ requireUsableConfig: requireUsable },
	{ buildPages },
	{ stop },
] = await Promise.all([
	import('#server/config/config.ts'),
	import('#server/config/preflight.ts'),
	import('./lib/build-pages.ts'),
	import('./lib/terminal.ts'),
]);
// Building takes longer than anybody should wait to be told of a wrong setting.
try {
	const config = readConfig();
	const isBuiltHere = config.webFolder === BUILT_PAGES;
	await requireUsable({ ...config, webFolder: isBuiltHere ? undefined : config.webFolder });
} catch (error) {
	stop(error instanceof Error ? error.message : String(error));
}
await buildPages();
await import('#server/main.ts');
