import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { id } from '#contract/core/schemas.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';

type AuditSpec = NonNullable<Endpoint['auditAs']>;

/**
 * Logs every request of an administrator that was rejected or failed, when its endpoint declares an audit action.
 * Clients without an administrator's token cannot fill the log.
 */
export function mountRejectedActionLog(app: FastifyInstance, db: Db): void {
	app.addHook('onError', async (request, _reply, error) => {
		const message = error instanceof AppError ? error.message : 'It failed.';
		await logRejectedAction(db, request, message, bulkIdsOf(request));
	});
}

/** Logs the targets that a bulk action left unchanged: as single requests they would have been rejected. */
export async function logUnchanged(
	db: Db,
	request: FastifyRequest,
	unchanged: readonly number[],
): Promise<void> {
	if (unchanged.length === 0) return;
	await logRejectedAction(db, request, 'So already, or not there.', unchanged);
}

async function logRejectedAction(
	db: Db,
	request: FastifyRequest,
	message: string,
	ids: readonly number[],
): Promise<void> {
	const { auditAs } = request.routeOptions.config.endpoint ?? {};
	const { caller } = request;
	if (!auditAs || !caller || caller.role === 'user') return;
	const action = actionOf(auditAs, request);
	const target = targetOf(auditAs.targetKind, request);
	const details = ids.length > 0 ? `${message} (${targetsOf(auditAs, ids)})` : message;
	try {
		await logAudit(db, actorOf(request), { action, target, details });
	} catch (logError) {
		request.log.error({ err: logError }, 'an attempt could not be logged');
	}
}

/** Only a numeric id is copied into the log: any other text in the URL could be anything the caller typed. */
function targetOf(targetKind: string, request: FastifyRequest): string {
	const { id } = request.params as { id?: string };
	return id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? `${targetKind} ${id}` : targetKind;
}

/**
 * The action that the body names, if the endpoint covers several actions; otherwise the endpoint's
 * own action.
 */
function actionOf({ action, bulk }: AuditSpec, request: FastifyRequest): AuditEntry['action'] {
	const { action: requested } = bodyOf(request);
	const match = Object.entries(bulk?.auditActions ?? {}).find(([name]) => name === requested);
	return match?.[1] ?? action;
}

/** The valid ids in the body, up to the number that one request may change. */
function bulkIdsOf(request: FastifyRequest): number[] {
	const { bulk } = request.routeOptions.config.endpoint?.auditAs ?? {};
	const sentIds = bulk && bodyOf(request)[bulk.idsField];
	if (!Array.isArray(sentIds)) return [];
	return sentIds.slice(0, BULK_LIMITS.max).flatMap((each) => z.safeParse(id, each).data ?? []);
}

function targetsOf({ targetKind, bulk }: AuditSpec, ids: readonly number[]): string {
	return [...new Set(ids)].map((each) => `${bulk?.targetKind ?? targetKind} ${each}`).join(', ');
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
