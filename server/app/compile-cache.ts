import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/*
 * Keeps compiled code for the next start; does nothing if the folder is not writable. Must be imported before any other
 * server module.
 */
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
