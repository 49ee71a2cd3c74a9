import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

/*
 * Imported before anything else of the server, which then takes half as long to load.
 */

/** What was compiled once is compiled for the next start too. Where nothing can be written nothing is kept. */
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));

const DRIZZLE = 'drizzle-orm';
const INSIDE_DRIZZLE = `/node_modules/${DRIZZLE}/`;
type Resolution = ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & object>;
const resolutions = new Map<string, Resolution>();

/*
 * Node reads a package's description whenever one of its files is imported, and Drizzle's is 180 KB long: 600 times that took
 * a third of our start. Where its files are is plain without it.
 */
registerHooks({
	resolve(specifier, context, next) {
		const { parentURL = '', conditions } = context;
		// Who requires gets other files than who imports.
		if (!conditions.includes('import')) return next(specifier, context);
		if (specifier.startsWith('.') && parentURL.includes(INSIDE_DRIZZLE)) {
			const { href: url } = new URL(specifier, parentURL);
			return { url, format: 'module', shortCircuit: true };
		}
		if (!specifier.startsWith(DRIZZLE)) return next(specifier, context);
		const existing = resolutions.get(specifier);
		if (existing) return existing;
		const resolution = { ...next(specifier, context), shortCircuit: true };
		resolutions.set(specifier, resolution);
		return resolution;
	},
});
