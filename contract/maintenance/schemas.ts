import * as z from 'zod/mini';
import { success } from '#contract/core/schemas.ts';

/** `maintenance` and `maintenanceMode` are the same flag: some clients read the one, others the other. */
export const maintenanceStatus = z.object({
	success,
	maintenance: z.boolean(),
	maintenanceMode: z.boolean(),
	message: z.string(),
	estimatedDowntime: z.string(),
	/** Since when the market is closed; null while it is open. */
	since: z.nullable(z.iso.datetime()),
});

/** The body of every 503 while maintenance is on. */
export const maintenanceErrorReply = z.object({
	success: z.literal(false),
	maintenance: z.literal(true),
	code: z.string(),
	message: z.string(),
	estimatedDowntime: z.string(),
});
export type MaintenanceErrorReply = z.infer<typeof maintenanceErrorReply>;
