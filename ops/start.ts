import { buildPages } from './build-pages.ts';

await buildPages();
await import('#server/main.ts');
