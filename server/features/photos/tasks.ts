import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Longer than any request may take: a running request may be about to use a photo that it has registered. */
export const UNUSED_GRACE_SECONDS = 3600;

/** Removes unused photos whose grace period is over, such as those of an erased account. */
export const removePhotosTask = defineTask('remove-photos', z.object({}), { concurrency: 1 });
