import { buildPages } from './lib/build-pages.ts';

/* `npm run build` builds the pages. */
await buildPages();
