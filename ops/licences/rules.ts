import type { Package } from './packages.ts';

/** Licences that ask for no more than to be named. */
const FREE = [
	...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'],
	...['Apache-2.0', 'PostgreSQL', 'Unlicense', 'CC0-1.0', 'OFL-1.1'],
	// Asks to publish changes to its own files; we change none.
	'MPL-2.0',
];
/** Of libraries that are loaded as they came and can be replaced. */
const OF_LIBRARIES = ['LGPL-3.0', 'LGPL-3.0-or-later'];
/** libvips, beside `sharp`, and libheif, as WebAssembly. */
const LIBRARIES = /^(@img\/sharp-(libvips|wasm32|win32)\b.*|libheif-js)$/;

/** Whether the product may come with a package of this licence. */
export function isAdmissible({ name, licence }: Pick<Package, 'name' | 'licence'>): boolean {
	const admitted = LIBRARIES.test(name) ? [...FREE, ...OF_LIBRARIES] : FREE;
	return licence
		.replace(/^\((.*)\)$/, '$1')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((one) => admitted.includes(one)));
}
