import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import { id } from '#contract/core/common.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { actorOf, type Deed, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';

type Attempt = NonNullable<Endpoint['auditAs']>;

/**
 * Logs every call of an administrator that was refused or failed, where its endpoint says under what name (decisions,
 * "Back-office"). Nobody without an administrator's token can fill the log.
 */
export function recordAttempts(app: FastifyInstance, db: Db): void {
	app.addHook('onError', async (request, _reply, error) => {
		const words = error instanceof AppError ? error.message : 'It failed.';
		await recordAttempt(db, request, words, idsSent(request));
	});
}

/** Logs those that a call for several has left as they were: by itself each would have been refused. */
export async function recordUnchanged(
	db: Db,
	request: FastifyRequest,
	unchanged: readonly number[],
): Promise<void> {
	if (unchanged.length === 0) return;
	await recordAttempt(db, request, 'So already, or not there.', unchanged);
}

async function recordAttempt(
	db: Db,
	request: FastifyRequest,
	words: string,
	ids: readonly number[],
): Promise<void> {
	const { auditAs: attempt } = request.routeOptions.config.endpoint ?? {};
	const { caller } = request;
	if (!attempt || !caller || caller.role === 'user') return;
	const action = actionOf(attempt, request);
	const target = targetOf(attempt.targetKind, request);
	const details = ids.length > 0 ? `${words} (${namesOf(attempt, ids)})` : words;
	try {
		await record(db, actorOf(request), { action, target, details });
	} catch (failure) {
		request.log.error({ err: failure }, 'an attempt could not be logged');
	}
}

/** Only a number is repeated: anything else in an address is the caller's own words. */
function targetOf(on: string, request: FastifyRequest): string {
	const { id } = request.params as { id?: string };
	return id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? `${on} ${id}` : on;
}

/** One call does several things: which, its body says, where that was read and makes sense. */
function actionOf({ action, bulk: several }: Attempt, request: FastifyRequest): Deed['action'] {
	const { action: asked } = bodyOf(request);
	const known = Object.entries(several?.auditActions ?? {}).find(([name]) => name === asked);
	return known?.[1] ?? action;
}

/** The numbers in the body, of no more than may be changed at once; nothing else of it. */
function idsSent(request: FastifyRequest): number[] {
	const { bulk: several } = request.routeOptions.config.endpoint?.auditAs ?? {};
	const sent = several && bodyOf(request)[several.idsField];
	if (!Array.isArray(sent)) return [];
	return sent.slice(0, BULK_LIMITS.max).flatMap((each) => z.safeParse(id, each).data ?? []);
}

function namesOf({ targetKind: on, bulk: several }: Attempt, ids: readonly number[]): string {
	return [...new Set(ids)].map((each) => `${several?.targetKind ?? on} ${each}`).join(', ');
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
