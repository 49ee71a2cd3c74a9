import type { FastifyInstance } from 'fastify';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	chooseAdminPassword,
	type ListedAdministrator,
	listAdmins,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_SESSION_MESSAGES,
	type Administrator,
	type AdminRole,
	adminLogin,
	adminLogout,
	confirmTwoStep,
	createRecoveryCodes,
	disableTwoStep,
	getAdminProfile,
	type OwnAdministrator,
	startTwoStepSetup,
} from '#contract/admin/session.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { findSettings } from '#server/features/maintenance/queries.ts';
import { isFromLoopback } from '#server/http/request-headers.ts';
import { route } from '#server/http/route.ts';
import {
	type AdminAuthDeps,
	createAttemptLimiters,
	createTwoStepSecret,
	enableTwoStep,
	removeTwoStep,
	renewRecoveryCodes,
	requireAdmin,
} from './authenticate.ts';
import {
	changeOwnPassword,
	choosePassword,
	registerAdministrator,
	removeAdministrator,
	resetPassword,
} from './commands.ts';
import { createTwoStepEncryption } from './encryption.ts';
import { type ListedAdmin, listAllAdmins, type OwnAdmin } from './queries.ts';
import { signInAdmin, signOutAdmin } from './sign-in.ts';

/** All routes about administrators: signing in, their own account, and managing each other. */
export function administratorRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const authDeps = {
		db: deps.db,
		attemptLimiters: createAttemptLimiters(deps.config.rateLimit, deps.openCounter),
		encryption: createTwoStepEncryption(deps.secrets),
	};
	adminSignInRoutes(app, deps, authDeps);
	twoStepRoutes(app, deps, authDeps);
	adminAccountRoutes(app, deps, authDeps);
}

/** Routes for signing in and out. */
function adminSignInRoutes(
	app: FastifyInstance,
	{ db, adminChannel, knownBrowsers }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(app, adminLogin, async ({ body, request, reply }) => {
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
			accessToken: token,
			admin: presentOwnAdministrator(admin),
			message: ADMIN_SESSION_MESSAGES.loggedIn,
		};
	});

	route(app, adminLogout, async ({ caller, request }) => {
		await signOutAdmin(db, actorOf(request), caller.sessionId);
		adminChannel.endSession(caller.sessionId);
		return { message: ADMIN_SESSION_MESSAGES.loggedOut };
	});

	route(app, getAdminProfile, async ({ caller }) => ({
		admin: presentOwnAdministrator(await requireAdmin(db, caller.id)),
	}));
}

/** Routes to set up and turn off two-step sign-in. */
function twoStepRoutes(
	app: FastifyInstance,
	{ db, adminChannel, config }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(app, startTwoStepSetup, async ({ body, caller, reply }) => {
		const input = { ...body, issuer: config.site.name };
		const { id: adminId, sessionId } = caller;
		const setup = await createTwoStepSecret(authDeps, { adminId, sessionId, reply }, input);
		return { message: ADMIN_SESSION_MESSAGES.twoStepStarted, ...setup };
	});

	route(app, confirmTwoStep, async ({ body, caller, request }) => {
		const { id: adminId, sessionId } = caller;
		const owner = { adminId, sessionId, ipAddress: request.address };
		const recoveryCodes = await enableTwoStep(authDeps, owner, body.code, request.log);
		adminChannel.endAdmin(adminId, sessionId);
		adminChannel.publish({ what: 'settings' });
		const { message } = ADMIN_SESSION_ERRORS.twoStepEnabled;
		return { message, recoveryCodes };
	});

	route(app, createRecoveryCodes, async ({ body, caller, request, reply }) => {
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		const recoveryCodes = await renewRecoveryCodes(authDeps, actor, body);
		return { message: ADMIN_SESSION_MESSAGES.recoveryCodesCreated, recoveryCodes };
	});

	route(app, disableTwoStep, async ({ body, caller, request, reply }) => {
		const { requireTwoStep } = await findSettings(db);
		const { id: adminId, sessionId } = caller;
		const actor = { adminId, sessionId, ipAddress: request.address, reply };
		await removeTwoStep(authDeps, actor, body, requireTwoStep);
		adminChannel.publish({ what: 'settings' });
		return { message: ADMIN_SESSION_ERRORS.twoStepDisabled.message };
	});
}

/** Routes for managing administrators and one's own account, used by the settings page. */
function adminAccountRoutes(
	app: FastifyInstance,
	{ db, addTask, adminChannel, secrets }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(app, registerAdmin, async ({ body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const created = await registerAdministrator({ db, addTask }, actor, body);
		adminChannel.publish({ what: 'settings' });
		return { admin: presentAdministrator(created) };
	});

	route(app, chooseAdminPassword, async ({ body, request }) => {
		await choosePassword({ db, secrets }, body, request.address);
		return { message: ADMINISTRATOR_MESSAGES.passwordChosen };
	});

	route(app, listAdmins, async ({ request }) => {
		const admins = await listAllAdmins(db);
		await logAudit(db, actorOf(request), { action: 'VIEW_ADMINS', target: 'admins' });
		return { admins: admins.map(presentListedAdministrator) };
	});

	route(app, removeAdmin, async ({ params, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await removeAdministrator(db, actor, params.id);
		adminChannel.endAdmin(params.id);
		adminChannel.publish({ what: 'settings' });
		return { message: ADMINISTRATOR_MESSAGES.removed };
	});

	route(app, resetAdminPassword, async ({ params, body, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await resetPassword(db, actor, params.id, body.newPassword);
		adminChannel.endAdmin(params.id);
		adminChannel.publish({ what: 'settings' });
		return { message: ADMINISTRATOR_MESSAGES.passwordReset };
	});

	route(app, changeAdminPassword, async ({ body, caller, request, reply }) => {
		const { id: adminId, sessionId } = caller;
		await changeOwnPassword(
			authDeps,
			{ adminId, sessionId, ipAddress: request.address, reply },
			body,
		);
		adminChannel.endAdmin(adminId, sessionId);
		return { message: ADMINISTRATOR_MESSAGES.passwordChanged };
	});
}

type AdministratorFields = Pick<ListedAdmin, 'id' | 'username' | 'email' | 'roleLevel'>;

/** An administrator as other administrators see them. */
function presentAdministrator({
	id,
	username,
	email,
	roleLevel,
}: AdministratorFields): Administrator {
	// A check constraint allows these two roles only.
	return { id, username, email, roleLevel: roleLevel as AdminRole };
}

/** An administrator as they see themselves. */
function presentOwnAdministrator(admin: OwnAdmin): OwnAdministrator {
	return {
		...presentAdministrator(admin),
		hasTwoStep: admin.totpConfirmedAt !== null,
		mustSetUpTwoStep: admin.mustSetUpTwoStep,
		recoveryCodesLeft: admin.recoveryCodeHashes.length,
		mustChangePassword: admin.passwordGivenAt !== null,
	};
}

/** An administrator in the list of all administrators. */
function presentListedAdministrator(admin: ListedAdmin): ListedAdministrator {
	return {
		...presentAdministrator(admin),
		createdAt: admin.createdAt.toISOString(),
		hasTwoStep: admin.totpConfirmedAt !== null,
		lastSeenAt: admin.lastSeenAt?.toISOString() ?? null,
	};
}
