import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

/*
 * Speeds up the loading of modules at startup, which then takes half the time. Must be imported
 * before any other server module.
 */

/** Keeps compiled code for the next start; does nothing if the folder is not writable. */
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));

const DRIZZLE = 'drizzle-orm';
const INSIDE_DRIZZLE = `/node_modules/${DRIZZLE}/`;
type Resolution = ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & object>;
const resolutions = new Map<string, Resolution>();

/*
 * Node reads package.json for every imported file of a package. Drizzle's package.json has 180 KB,
 * and reading it 600 times took a third of our startup. So Drizzle's relative imports are resolved
 * here without it (bench/RESULTS.md, "start of an existing site until it is ready").
 */
registerHooks({
	resolve(specifier, context, next) {
		const { parentURL = '', conditions } = context;
		// `require` resolves to other files than `import`.
		if (!conditions.includes('import')) return next(specifier, context);
		if (specifier.startsWith('.') && parentURL.includes(INSIDE_DRIZZLE)) {
			const { href: url } = new URL(specifier, parentURL);
			return { url, format: 'module', shortCircuit: true };
		}
		if (!specifier.startsWith(DRIZZLE)) return next(specifier, context);
		// An import of Drizzle by its name, such as 'drizzle-orm/pg-core': Node resolves each name only once.
		const existing = resolutions.get(specifier);
		if (existing) return existing;
		const resolution = { ...next(specifier, context), shortCircuit: true };
		resolutions.set(specifier, resolution);
		return resolution;
	},
});
