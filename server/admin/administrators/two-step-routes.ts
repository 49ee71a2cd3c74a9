import type { FastifyInstance } from 'fastify';
import {
	ADMIN_SESSION_MESSAGES,
	beginTwoStep,
	confirmTwoStep,
	endTwoStep,
} from '#contract/admin/session.ts';
import type { OfficeParts } from '#server/admin/kit/deps.ts';
import { findMarketSettings } from '#server/features/maintenance/queries.ts';
import { route } from '#server/http/route.ts';
import type { Door } from './authenticate.ts';
import { beginTwoStepOf, confirmTwoStepOf, endTwoStepOf } from './two-step.ts';

/** Signing in with a code of an authenticator app as well. */
export function twoStepRoutes(
	app: FastifyInstance,
	{ db, office, config }: OfficeParts,
	door: Door,
): void {
	route(
		app,
		beginTwoStep,
	)(async ({ body, caller, reply }) => {
		const asked = { ...body, issuer: config.site.name };
		const { id: adminId, sessionId } = caller;
		const begun = await beginTwoStepOf(door, { adminId, sessionId, reply }, asked);
		return { success: true, message: ADMIN_SESSION_MESSAGES.codeBegun, ...begun };
	});

	route(
		app,
		confirmTwoStep,
	)(async ({ body, caller, request }) => {
		const { id: adminId, sessionId } = caller;
		await confirmTwoStepOf(door, { adminId, sessionId, ipAddress: request.address }, body.code);
		office.endAdmin(adminId, sessionId);
		office.tell({ what: 'settings' });
		return { success: true, message: ADMIN_SESSION_MESSAGES.codeOn };
	});

	route(
		app,
		endTwoStep,
	)(async ({ body, caller, request, reply }) => {
		const { requireTwoStep } = await findMarketSettings(db);
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		await endTwoStepOf(door, actor, body, requireTwoStep);
		office.tell({ what: 'settings' });
		return { success: true, message: ADMIN_SESSION_MESSAGES.codeOff };
	});
}
