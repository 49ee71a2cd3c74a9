import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Compiles the words of saved searches again, after administrators have changed search words or subject codes. */
export const compileSearchesTask = defineTask('compile-searches', z.object({}), { concurrency: 1 });
