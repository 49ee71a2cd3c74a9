import type { FastifyInstance } from 'fastify';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_SESSION_MESSAGES,
	confirmTwoStep,
	createRecoveryCodes,
	disableTwoStep,
	startTwoStepSetup,
} from '#contract/admin/session.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { findSettings } from '#server/features/maintenance/queries.ts';
import { route } from '#server/http/route.ts';
import type { AdminAuthDeps } from './authenticate.ts';
import {
	createTwoStepSecret,
	enableTwoStep,
	removeTwoStep,
	renewRecoveryCodes,
} from './two-step.ts';

/** Routes to set up and turn off two-step sign-in. */
export function twoStepRoutes(
	app: FastifyInstance,
	{ db, adminChannel, config }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(
		app,
		startTwoStepSetup,
	)(async ({ body, caller, reply }) => {
		const input = { ...body, issuer: config.site.name };
		const { id: adminId, sessionId } = caller;
		const setup = await createTwoStepSecret(authDeps, { adminId, sessionId, reply }, input);
		return { success: true, message: ADMIN_SESSION_MESSAGES.twoStepStarted, ...setup };
	});

	route(
		app,
		confirmTwoStep,
	)(async ({ body, caller, request }) => {
		const { id: adminId, sessionId } = caller;
		const owner = { adminId, sessionId, ipAddress: request.address };
		const recoveryCodes = await enableTwoStep(authDeps, owner, body.code, request.log);
		adminChannel.endAdmin(adminId, sessionId);
		adminChannel.publish({ what: 'settings' });
		const { message } = ADMIN_SESSION_ERRORS.twoStepEnabled;
		return { success: true, message, recoveryCodes };
	});

	route(
		app,
		createRecoveryCodes,
	)(async ({ body, caller, request, reply }) => {
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		const recoveryCodes = await renewRecoveryCodes(authDeps, actor, body);
		return { success: true, message: ADMIN_SESSION_MESSAGES.recoveryCodesCreated, recoveryCodes };
	});

	route(
		app,
		disableTwoStep,
	)(async ({ body, caller, request, reply }) => {
		const { requireTwoStep } = await findSettings(db);
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		await removeTwoStep(authDeps, actor, body, requireTwoStep);
		adminChannel.publish({ what: 'settings' });
		return { success: true, message: ADMIN_SESSION_ERRORS.twoStepDisabled.message };
	});
}
