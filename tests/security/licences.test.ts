import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#tools/lib/run-program.ts';
import { DOCUMENT_PATH, renderLicences } from '#tools/licences/document.ts';
import { listPackages } from '#tools/licences/packages.ts';
import { isAllowedLicence } from '#tools/licences/rules.ts';

const packages = await listPackages();
const readRoot = (name: string) => readFile(join(ROOT, name), 'utf8');

describe('packages', () => {
	test('all packages have licences that the product may ship with', () => {
		expect(packages.filter((one) => !isAllowedLicence(one))).toEqual([]);
	});

	test('all packages are listed with their licences, in the locked versions', async () => {
		expect(await readFile(DOCUMENT_PATH, 'utf8')).toBe(renderLicences(packages));
	});

	test('packages run install scripts only if these were reviewed', async () => {
		const { allowScripts } = JSON.parse(await readRoot('package.json'));
		const names = packages.filter((one) => one.hasInstallScript).map(({ name }) => name);

		expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
	});

	test('packages are pinned to exact versions, and have a checksum in the lock file', async () => {
		const { packages: locked } = JSON.parse(await readRoot('package-lock.json'));
		const { dependencies, devDependencies } = JSON.parse(await readRoot('package.json'));

		for (const [path, { integrity, link, inBundle }] of Object.entries<Locked>(locked)) {
			// A bundled package came inside another, whose checksum covers both.
			if (path !== '' && !inBundle) expect({ path, integrity, link }).toMatchObject(UNCHANGED);
		}
		for (const version of Object.values({ ...dependencies, ...devDependencies })) {
			expect(version).toMatch(/^\d+\.\d+\.\d+/);
		}
	});
});

interface Locked {
	integrity?: string;
	link?: boolean;
	inBundle?: boolean;
}
const UNCHANGED = { integrity: expect.stringMatching(/^sha512-/), link: undefined };

describe('licences of packages', () => {
	test.each([
		['kettle', 'MIT'],
		['kettle', '(MIT OR GPL-3.0)'],
		['kettle', 'Apache-2.0 AND MIT'],
		['libheif-js', 'LGPL-3.0'],
		['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
		['@fontsource-variable/kettle', 'OFL-1.1'],
	])('the package %s with the licence %s is allowed', (name, licence) => {
		expect(isAllowedLicence({ name, licence, isDirect: true })).toBe(true);
	});

	test.each([
		['kettle', 'none'],
		['kettle', 'GPL-3.0'],
		['kettle', 'AGPL-3.0-only'],
		['kettle', 'LGPL-3.0'],
		['kettle', 'OFL-1.1'],
		['kettle', 'BlueOak-1.0.0'],
		['kettle', 'MIT AND GPL-2.0'],
		['kettle', 'SEE LICENSE IN LICENSE'],
	])('the package %s with the licence %s needs a review', (name, licence) => {
		expect(isAllowedLicence({ name, licence, isDirect: true })).toBe(false);
	});

	test('a package with the licence BlueOak-1.0.0 is allowed as an indirect dependency', () => {
		const licence = 'BlueOak-1.0.0';

		expect(isAllowedLicence({ name: 'kettle', licence, isDirect: false })).toBe(true);
	});
});
