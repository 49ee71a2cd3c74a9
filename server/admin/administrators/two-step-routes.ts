import type { FastifyInstance } from 'fastify';
import {
	ADMIN_SESSION_MESSAGES,
	confirmTwoStep,
	disableTwoStep,
	startTwoStepSetup,
} from '#contract/admin/session.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { findSettings } from '#server/features/maintenance/queries.ts';
import { route } from '#server/http/route.ts';
import type { Door } from './authenticate.ts';
import { beginTwoStepOf, confirmTwoStepOf, endTwoStepOf } from './two-step.ts';

/** Signing in with a code of an authenticator app as well. */
export function twoStepRoutes(
	app: FastifyInstance,
	{ db, adminChannel: office, config }: AdminDeps,
	door: Door,
): void {
	route(
		app,
		startTwoStepSetup,
	)(async ({ body, caller, reply }) => {
		const asked = { ...body, issuer: config.site.name };
		const { id: adminId, sessionId } = caller;
		const begun = await beginTwoStepOf(door, { adminId, sessionId, reply }, asked);
		return { success: true, message: ADMIN_SESSION_MESSAGES.twoStepStarted, ...begun };
	});

	route(
		app,
		confirmTwoStep,
	)(async ({ body, caller, request }) => {
		const { id: adminId, sessionId } = caller;
		await confirmTwoStepOf(door, { adminId, sessionId, ipAddress: request.address }, body.code);
		office.endAdmin(adminId, sessionId);
		office.publish({ what: 'settings' });
		return { success: true, message: ADMIN_SESSION_MESSAGES.twoStepEnabled };
	});

	route(
		app,
		disableTwoStep,
	)(async ({ body, caller, request, reply }) => {
		const { requireTwoStep } = await findSettings(db);
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		await endTwoStepOf(door, actor, body, requireTwoStep);
		office.publish({ what: 'settings' });
		return { success: true, message: ADMIN_SESSION_MESSAGES.twoStepDisabled };
	});
}
