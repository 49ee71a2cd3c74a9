import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Compiles saved searches with the latest search words. */
export const compileSearchesTask = defineTask('compile-searches', z.object({}), { concurrency: 1 });
