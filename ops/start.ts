import '#server/quick-start.ts';
import { endWithParent } from './end-with-parent.ts';

/** Given by `npm start` alone: who starts this by hand may close their shell. */
if (process.argv.includes('--end-with-parent')) endWithParent();
const { buildPages } = await import('./build-pages.ts');
await buildPages();
await import('#server/main.ts');
