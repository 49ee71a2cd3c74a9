import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PAGES } from '#contract/core/pages.ts';
import { pageFileSuffix } from './built-pages.ts';

const FEATURES = `${import.meta.dirname}/../../../web/features`;
const files = await readdir(FEATURES, { recursive: true });

test.each(Object.keys(PAGES))(
	'the page %s has exactly one page file, which its preload tags need',
	(name) => {
		const found = files.filter((file) => `/${file}`.endsWith(pageFileSuffix(name)));

		expect(found).toHaveLength(1);
	},
);
