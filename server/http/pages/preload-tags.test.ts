import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PAGES } from '#contract/core/pages.ts';
import { pageFileSuffix } from './preload-tags.ts';

const FEATURES = `${import.meta.dirname}/../../../web/features`;
const files = await readdir(FEATURES, { recursive: true });

test.each(Object.keys(PAGES))(
	'the scripts of the page %s are sent for early: its file has its name, and no other file has',
	(name) => {
		const found = files.filter((file) => `/${file}`.endsWith(pageFileSuffix(name)));

		expect(found).toHaveLength(1);
	},
);
