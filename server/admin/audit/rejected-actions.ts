import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import { id } from '#contract/core/common.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';

type AuditSpec = NonNullable<Endpoint['auditAs']>;

/**
 * Logs every call of an administrator that was refused or failed, where its endpoint says under what name (decisions,
 * "Back-office"). Nobody without an administrator's token can fill the log.
 */
export function mountRejectedActionLog(app: FastifyInstance, db: Db): void {
	app.addHook('onError', async (request, _reply, error) => {
		const message = error instanceof AppError ? error.message : 'It failed.';
		await logRejectedAction(db, request, message, bulkIdsOf(request));
	});
}

/** Logs those that a call for several has left as they were: by itself each would have been refused. */
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

/** Only a number is repeated: anything else in an address is the caller's own words. */
function targetOf(targetKind: string, request: FastifyRequest): string {
	const { id } = request.params as { id?: string };
	return id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? `${targetKind} ${id}` : targetKind;
}

/** One call does several things: which, its body says, where that was read and makes sense. */
function actionOf({ action, bulk }: AuditSpec, request: FastifyRequest): AuditEntry['action'] {
	const { action: requested } = bodyOf(request);
	const match = Object.entries(bulk?.auditActions ?? {}).find(([name]) => name === requested);
	return match?.[1] ?? action;
}

/** The numbers in the body, of no more than may be changed at once; nothing else of it. */
function bulkIdsOf(request: FastifyRequest): number[] {
	const { bulk } = request.routeOptions.config.endpoint?.auditAs ?? {};
	const value = bulk && bodyOf(request)[bulk.idsField];
	if (!Array.isArray(value)) return [];
	return value.slice(0, BULK_LIMITS.max).flatMap((each) => z.safeParse(id, each).data ?? []);
}

function targetsOf({ targetKind, bulk }: AuditSpec, ids: readonly number[]): string {
	return [...new Set(ids)].map((each) => `${bulk?.targetKind ?? targetKind} ${each}`).join(', ');
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
