import { readFileSync } from 'node:fs';

/**
 * The files that each of the first pages starts with, from the build manifest: the app, the page, and all their
 * imports.
 */
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));

function filesOf(module, files = new Set()) {
	const { file, imports = [] } = manifest[module];
	if (files.has(`dist/web/${file}`)) return files;
	files.add(`dist/web/${file}`);
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
		limit: '115 kB',
		gzip: true,
	})),
	{ name: 'CSS', path: 'dist/web/assets/*.css', limit: '14 kB', gzip: true },
	{
		name: 'Fonts of the first screen',
		path: 'dist/web/assets/bricolage-grotesque-{plain,rupee}-*.woff2',
		limit: '22 kB',
		gzip: false,
	},
];
