import type { Package } from './packages.ts';

/** Licences that require at most attribution. */
const PERMISSIVE_LICENCES = [
	'MIT',
	'MIT-0',
	'ISC',
	'0BSD',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'Apache-2.0',
	'PostgreSQL',
	// Requires that changes to the package's own files are published. We change none.
	'MPL-2.0',
];
/**
 * A permissive licence that is accepted only for packages that package.json does not name. `lru-cache` has this licence
 * from 11.2.3 on, so our direct dependency is an older version.
 */
const TRANSITIVE_LICENCES = ['BlueOak-1.0.0'];
/** Allowed for fonts, because we serve them unchanged. */
const FONT_LICENCES = ['OFL-1.1'];
const FONT_PACKAGES = /^@fontsource-variable\//;
/** Allowed for libraries that we load unchanged and that can be replaced. */
const WEAK_COPYLEFT_LICENCES = ['LGPL-3.0', 'LGPL-3.0-or-later'];
/** libvips, used by `sharp`, and libheif, as WebAssembly. */
const WEAK_COPYLEFT_PACKAGES = /^(@img\/sharp-(libvips|wasm32|win32)\b.*|libheif-js)$/;

type LicensedPackage = Pick<Package, 'name' | 'licence' | 'isDirect'>;

/** Whether the product may ship with a package of this licence. */
export function isAllowedLicence({ name, licence, isDirect }: LicensedPackage): boolean {
	const allowed = [
		...PERMISSIVE_LICENCES,
		...(isDirect ? [] : TRANSITIVE_LICENCES),
		...(WEAK_COPYLEFT_PACKAGES.test(name) ? WEAK_COPYLEFT_LICENCES : []),
		...(FONT_PACKAGES.test(name) ? FONT_LICENCES : []),
	];
	return licence
		.replace(/^\((.*)\)$/, '$1')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((licenceId) => allowed.includes(licenceId)));
}
