import type { Package } from './packages.ts';

/** Licences that ask for no more than to be named, or not even for that. */
const FREE = [
	...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'PostgreSQL'],
	// Asks to publish changes to its own files; we change none.
	'MPL-2.0',
];
/**
 * As free, but of its own kind: for what comes along with a package that we chose, which is not for us to choose. Of `lru-cache`
 * it is from 11.2.3 on, so that ours is an older one.
 */
const BROUGHT_ALONG = ['BlueOak-1.0.0'];
/** Of fonts that are served as they came. */
const OF_FONTS = ['OFL-1.1'];
const FONTS = /^@fontsource-variable\//;
/** Of libraries that are loaded as they came and can be replaced. */
const OF_LIBRARIES = ['LGPL-3.0', 'LGPL-3.0-or-later'];
/** libvips, beside `sharp`, and libheif, as WebAssembly. */
const LIBRARIES = /^(@img\/sharp-(libvips|wasm32|win32)\b.*|libheif-js)$/;

type Judged = Pick<Package, 'name' | 'licence' | 'isChosen'>;

/** Whether the product may come with a package of this licence. */
export function isAdmissible({ name, licence, isChosen }: Judged): boolean {
	const admitted = [
		...FREE,
		...(isChosen ? [] : BROUGHT_ALONG),
		...(LIBRARIES.test(name) ? OF_LIBRARIES : []),
		...(FONTS.test(name) ? OF_FONTS : []),
	];
	return licence
		.replace(/^\((.*)\)$/, '$1')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((one) => admitted.includes(one)));
}
