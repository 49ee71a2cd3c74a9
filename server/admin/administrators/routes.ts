import type { FastifyInstance } from 'fastify';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	chooseAdminPassword,
	listAdmins,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { route } from '#server/http/route.ts';
import type { AdminAuthDeps } from './authenticate.ts';
import {
	changeOwnPassword,
	registerAdministrator,
	removeAdministrator,
	resetPassword,
} from './commands.ts';
import { choosePassword } from './invitation.ts';
import { presentAdministrator, presentListedAdministrator } from './present.ts';
import { listAllAdmins } from './queries.ts';

/** Routes for managing administrators and one's own account, used by the settings page. */
export function adminAccountRoutes(
	app: FastifyInstance,
	{ db, addTask, adminChannel, secrets }: AdminDeps,
	authDeps: AdminAuthDeps,
): void {
	route(
		app,
		registerAdmin,
	)(async ({ body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const created = await registerAdministrator({ db, addTask }, actor, body);
		adminChannel.publish({ what: 'settings' });
		return { success: true, admin: presentAdministrator(created) };
	});

	route(
		app,
		chooseAdminPassword,
	)(async ({ body, request }) => {
		await choosePassword({ db, secrets }, body, request.address);
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordChosen };
	});

	route(
		app,
		listAdmins,
	)(async ({ request }) => {
		const admins = await listAllAdmins(db);
		await logAudit(db, actorOf(request), { action: 'VIEW_ADMINS', target: 'admins' });
		return { success: true, admins: admins.map(presentListedAdministrator) };
	});

	route(
		app,
		removeAdmin,
	)(async ({ params, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await removeAdministrator(db, actor, params.id);
		adminChannel.endAdmin(params.id);
		adminChannel.publish({ what: 'settings' });
		return { success: true, message: ADMINISTRATOR_MESSAGES.removed };
	});

	route(
		app,
		resetAdminPassword,
	)(async ({ params, body, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await resetPassword(db, actor, params.id, body.newPassword);
		adminChannel.endAdmin(params.id);
		adminChannel.publish({ what: 'settings' });
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordReset };
	});

	route(
		app,
		changeAdminPassword,
	)(async ({ body, caller, request, reply }) => {
		const { id: adminId, sessionId } = caller;
		await changeOwnPassword(
			authDeps,
			{ adminId, sessionId, ipAddress: request.address, reply },
			body,
		);
		adminChannel.endAdmin(adminId, sessionId);
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordChanged };
	});
}
