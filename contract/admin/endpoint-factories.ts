import * as z from 'zod/mini';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { byId, messageReply } from '#contract/core/schemas.ts';

/** What each factory declares of the parts that a page reads; the build of the pages reads this table, too. */
export const FACTORY_PARTS = {
	adminRead: { method: 'GET', auth: 'admin' },
	adminExport: { method: 'GET', auth: 'admin' },
	adminChange: { auth: 'admin' },
} as const satisfies Record<string, Partial<Endpoint>>;

/** A GET that every administrator may make. */
/* @__NO_SIDE_EFFECTS__ */
export function adminRead<const E extends Omit<Endpoint, 'method' | 'auth'>>(declaration: E) {
	return { ...FACTORY_PARTS.adminRead, ...declaration };
}

/** The rows of a list, filtered, as a file. */
/* @__NO_SIDE_EFFECTS__ */
export function adminExport<const E extends Omit<Endpoint, 'method' | 'auth' | 'reply'>>(
	declaration: E,
) {
	return { ...FACTORY_PARTS.adminExport, reply: z.string(), ...declaration };
}

/** A change of one row by any administrator; the reply is a message. */
/* @__NO_SIDE_EFFECTS__ */
export function adminChange<const E extends Omit<Endpoint, 'auth' | 'params' | 'reply'>>(
	declaration: E,
) {
	return { ...FACTORY_PARTS.adminChange, params: byId, reply: messageReply, ...declaration };
}
