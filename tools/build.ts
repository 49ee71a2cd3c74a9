import { buildPages } from './lib/build-pages.ts';

await buildPages();
