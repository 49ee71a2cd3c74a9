import type { Package } from './packages.ts';

/** Licences that ask for no more than to be named, or not even for that. */
const PERMISSIVE_LICENCES = [
	...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'PostgreSQL'],
	// Asks to publish changes to its own files; we change none.
	'MPL-2.0',
];
/**
 * As free, but of its own kind: for what comes along with a package that we chose, which is not for us to choose. Of `lru-cache`
 * it is from 11.2.3 on, so that ours is an older one.
 */
const TRANSITIVE_LICENCES = ['BlueOak-1.0.0'];
/** Of fonts that are served as they came. */
const FONT_LICENCES = ['OFL-1.1'];
const FONT_PACKAGES = /^@fontsource-variable\//;
/** Of libraries that are loaded as they came and can be replaced. */
const WEAK_COPYLEFT_LICENCES = ['LGPL-3.0', 'LGPL-3.0-or-later'];
/** libvips, beside `sharp`, and libheif, as WebAssembly. */
const WEAK_COPYLEFT_PACKAGES = /^(@img\/sharp-(libvips|wasm32|win32)\b.*|libheif-js)$/;

type LicensedPackage = Pick<Package, 'name' | 'licence' | 'isDirect'>;

/** Whether the product may come with a package of this licence. */
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
