import type { FastifyRequest } from 'fastify';
import { ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';
import type { Db } from '#server/db/client.ts';
import { insertAuditEntries } from './queries.ts';

/** Who acts, and from where. */
export interface Actor {
	/** Null for somebody who is not signed in. */
	adminId: number | null;
	ipAddress: string;
	/** The live connection of the page that they act on; undefined where it has none. */
	socketId?: string | undefined;
}

/** What was done; users are named by number only (decisions, "Back-office"). */
export interface AuditEntry {
	action: AuditAction;
	/** `user 12`, `item 7`, `report 3`, `user report 3`, `feedback 4`, `admin 2`, `notification 5`, `settings`, `users`, … */
	target: string;
	/** For people. */
	details?: string;
}

/** The administrator of a request to an endpoint that only they may call. */
export function actorOf(request: FastifyRequest): Actor {
	return {
		adminId: request.caller?.id ?? null,
		ipAddress: request.address,
		socketId: socketIdOf(request),
	};
}

/** As Socket.IO numbers them: no other word may name whom the others' news go to. */
const SOCKET_ID_PATTERN = /^[\w-]{20}$/;

function socketIdOf({ headers }: FastifyRequest): string | undefined {
	const header = headers[ADMIN_SOCKET_HEADER];
	return typeof header === 'string' && SOCKET_ID_PATTERN.test(header) ? header : undefined;
}

/**
 * Writes into the audit log. Within a transaction it comes last, so that others wait for it as shortly as can be; what is
 * recorded stands or falls with what was done.
 */
export async function logAudit(
	db: Db,
	{ adminId, ipAddress }: Actor,
	...entries: readonly AuditEntry[]
): Promise<void> {
	await insertAuditEntries(
		db,
		entries.map(({ action, target, details = '' }) => ({
			...{ adminId, ipAddress },
			action,
			target,
			details,
			severity: AUDIT_SEVERITY[action],
		})),
	);
}
