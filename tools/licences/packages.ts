import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from '#tools/lib/run-program.ts';

/** A package of the lock file, for any platform. */
export interface Package {
	name: string;
	version: string;
	/** SPDX expression; 'none' when the package names none. */
	licence: string;
	/** Whether package.json names it; otherwise only another package requires it. */
	isDirect: boolean;
	/** Needed only for building and testing. */
	isDevelopment: boolean;
	/** Runs a script when it is installed. */
	hasInstallScript: boolean;
}

const names = z.record(z.string(), z.string());
const lockFile = z.object({
	packages: z.record(
		z.string(),
		z.object({
			version: z.optional(z.string()),
			license: z.optional(z.string()),
			dependencies: z.optional(names),
			devDependencies: z.optional(names),
			optionalDependencies: z.optional(names),
			dev: z.optional(z.boolean()),
			hasInstallScript: z.optional(z.boolean()),
		}),
	),
});
/** The form in which old packages name their licence. */
const legacyManifest = z.object({ licenses: z.tuple([z.object({ type: z.string() })]) });

/** The licences of packages that name them only in their readme, where a person has read them. */
const README_LICENCES: Record<string, string> = { 'humanize-number': 'MIT', only: 'MIT' };

/** Lists every package of the lock file, sorted by name and version. */
export async function listPackages(): Promise<Package[]> {
	const lockFileText = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
	const { packages } = z.parse(lockFile, JSON.parse(lockFileText));
	const { dependencies, devDependencies, optionalDependencies } = packages[''] ?? {};
	const directDependencies = { ...dependencies, ...devDependencies, ...optionalDependencies };
	const byName = new Map<string, Package>();
	for (const [path, { version = '', license, dev, hasInstallScript }] of Object.entries(packages)) {
		if (path === '') continue;
		const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
		const previous = byName.get(`${name} ${version}`);
		byName.set(`${name} ${version}`, {
			name,
			version,
			licence: license ?? README_LICENCES[name] ?? (await readInstalledLicence(path)),
			isDirect: name in directDependencies,
			isDevelopment: dev === true && previous?.isDevelopment !== false,
			hasInstallScript: hasInstallScript === true,
		});
	}
	return [...byName.values()].sort(
		(a, b) => compare(a.name, b.name) || compare(a.version, b.version),
	);
}

/** A locale-independent order. */
function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** The licence that an installed package names in the old form, or 'none'. */
async function readInstalledLicence(path: string): Promise<string> {
	const manifest = await readFile(join(ROOT, path, 'package.json'), 'utf8').catch(() => '{}');
	const parsed = z.safeParse(legacyManifest, JSON.parse(manifest));
	return parsed.success ? parsed.data.licenses[0].type : 'none';
}
