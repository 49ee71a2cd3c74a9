import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Compiles the stored queries of saved searches anew, after administrators have changed the groups of search words. */
export const compileSearchesTask = defineTask('compile-searches', z.object({}), { concurrency: 1 });
