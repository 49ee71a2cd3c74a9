import type { FastifyRequest } from 'fastify';
import { ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';
import type { Db } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/audit.ts';

/** The administrator who acts, and from where. */
export interface Actor {
	/** Null without a session. */
	adminId: number | null;
	ipAddress: string;
	/** Socket of the page that made the request, to which the change is not reported; undefined if it has none. */
	socketId?: string | undefined;
}

/** An action to record; users are identified by id only. */
export interface AuditEntry {
	action: AuditAction;
	/** `user 12`, `item 7`, `report 3`, `user report 3`, `feedback 4`, `admin 2`, `notification 5`, `settings`, `users`, … */
	target: string;
	/** Text for administrators. */
	details?: string;
	/** The report whose decision led to the action, named as a target is. */
	report?: string;
}

/** The administrator who made a request to a back-office endpoint. */
export function actorOf(request: FastifyRequest): Actor {
	return {
		adminId: request.caller?.id ?? null,
		ipAddress: request.address,
		socketId: socketIdOf(request),
	};
}

/**
 * Format of Socket.IO ids. Other values are ignored: an event leaves out the Socket.IO room with this name. The id of a
 * socket is the name of a room with this socket alone; another name could leave out other administrators.
 */
const SOCKET_ID_PATTERN = /^[\w-]{20}$/;

function socketIdOf({ headers }: FastifyRequest): string | undefined {
	const header = headers[ADMIN_SOCKET_HEADER];
	return typeof header === 'string' && SOCKET_ID_PATTERN.test(header) ? header : undefined;
}

/**
 * Writes entries to the audit log. Within a transaction, call it last: a trigger numbers and chains the entries in this
 * order, and locks the log for other administrators until the transaction ends. The entries are committed or rolled back
 * together with the action.
 */
export async function logAudit(
	db: Db,
	{ adminId, ipAddress }: Actor,
	...entries: readonly AuditEntry[]
): Promise<void> {
	if (entries.length === 0) return;
	await db.insert(auditLog).values(
		entries.map(({ action, target, details = '', report = '' }) => ({
			adminId,
			ipAddress,
			action,
			target,
			details,
			report,
			severity: AUDIT_SEVERITY[action],
		})),
	);
}
