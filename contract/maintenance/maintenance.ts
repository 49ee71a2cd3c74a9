import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';

/** Both names of the flag are sent: the specification has one, and clients read the other (wire contract). */
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
	message: z.string(),
	estimatedDowntime: z.string(),
});
export type MaintenanceErrorReply = z.infer<typeof maintenanceErrorReply>;

/** Also served without `/api`, where no page has this path (decisions, "One product, one origin"). */
export const getMaintenance = endpoint({
	method: 'GET',
	path: '/admin/maintenance',
	summary: 'Returns whether the market is closed for maintenance, and for how long.',
	auth: 'none',
	reply: maintenanceStatus,
});
