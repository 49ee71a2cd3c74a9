import '#server/quick-start.ts';

const { buildPages } = await import('./build-pages.ts');
await buildPages();
await import('#server/main.ts');
