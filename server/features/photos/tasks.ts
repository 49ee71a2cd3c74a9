import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Removes unused photos whose grace period is over, for example those of an erased account. */
export const removePhotosTask = defineTask('remove-photos', z.object({}), { concurrency: 1 });
