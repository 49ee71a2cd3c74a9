import * as z from 'zod/mini';
import { success } from './common.ts';

/** The answer of a call that only says that it worked. */
export const messageReply = z.object({ success, message: z.string() });
