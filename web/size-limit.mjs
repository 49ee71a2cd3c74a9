import { readFileSync } from 'node:fs';

const PAGES_FOLDER = '../dist/web';
const MANIFEST = new URL(`${PAGES_FOLDER}/.vite/manifest.json`, import.meta.url);

/**
 * The files that each of the first pages starts with, from the build manifest: the app, the page, and all their
 * imports.
 */
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));

function filesOf(module, files = new Set()) {
	const { file, imports = [] } = manifest[module];
	const path = `${PAGES_FOLDER}/${file}`;
	if (files.has(path)) return files;
	files.add(path);
	for (const imported of imports) filesOf(imported, files);
	return files;
}

const PAGES = {
	home: 'features/home/home-page.tsx',
	category: 'features/items/listing/category-page.tsx',
	item: 'features/items/page/item-page.tsx',
};

export default [
	...Object.entries(PAGES).map(([name, module]) => ({
		name: `JavaScript of the ${name} page`,
		path: [...filesOf(module, filesOf('index.html'))],
		limit: '117 kB',
		gzip: true,
	})),
	{ name: 'CSS', path: `${PAGES_FOLDER}/assets/*.css`, limit: '14.1 kB', gzip: true },
	{
		name: 'Fonts of the first screen',
		path: `${PAGES_FOLDER}/assets/bricolage-grotesque-{plain,rupee}-*.woff2`,
		limit: '22 kB',
		gzip: false,
	},
];
