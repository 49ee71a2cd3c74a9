import * as z from 'zod/mini';
import { success } from './common.ts';

/** Reply of a call that only confirms success. */
export const messageReply = z.object({ success, message: z.string() });
