import { buildPages } from './lib/build-pages.ts';

/* `npm run build` */
await buildPages();
