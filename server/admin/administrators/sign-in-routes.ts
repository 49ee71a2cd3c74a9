import type { FastifyInstance } from 'fastify';
import {
	ADMIN_SESSION_MESSAGES,
	adminLogin,
	adminLogout,
	getAdminProfile,
} from '#contract/admin/session.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf } from '#server/audit/log.ts';
import { isFromLoopback } from '#server/http/loopback-client.ts';
import { route } from '#server/http/route.ts';
import { type AdminAuthDeps, requireAdmin } from './authenticate.ts';
import { presentOwnAdministrator } from './present.ts';
import { signInAdmin, signOutAdmin } from './sign-in.ts';

/** Routes for signing in and out. */
export function adminSignInRoutes(
	app: FastifyInstance,
	{ db, adminChannel, knownBrowsers }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(
		app,
		adminLogin,
	)(async ({ body, request, reply }) => {
		const browserId = knownBrowsers.browserIdOf(request, body.email);
		const attempt = {
			ipAddress: request.address,
			isFromLoopback: isFromLoopback(request),
			browserId,
			reply,
		};
		const { admin, token } = await signInAdmin(authDeps, body, attempt);
		knownBrowsers.remember(reply, body.email);
		return {
			success: true,
			accessToken: token,
			admin: presentOwnAdministrator(admin),
			message: ADMIN_SESSION_MESSAGES.loggedIn,
		};
	});

	route(
		app,
		adminLogout,
	)(async ({ caller, request }) => {
		await signOutAdmin(db, actorOf(request), caller.sessionId);
		adminChannel.endSession(caller.sessionId);
		return { success: true, message: ADMIN_SESSION_MESSAGES.loggedOut };
	});

	route(
		app,
		getAdminProfile,
	)(async ({ caller }) => ({
		success: true,
		admin: presentOwnAdministrator(await requireAdmin(db, caller.id)),
	}));
}
