import type { FastifyInstance } from 'fastify';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	listAdmins,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { route } from '#server/http/route.ts';
import type { Door } from './authenticate.ts';
import {
	changeOwnPassword,
	registerAdministrator,
	removeAdministrator,
	resetPasswordOf,
} from './commands.ts';
import { presentAdministrator, presentListedAdministrator } from './present.ts';
import { listAllAdmins } from './queries.ts';

/** Administrators looking after their accounts, which the settings page lists. */
export function adminAccountRoutes(
	app: FastifyInstance,
	{ db, adminChannel: office }: AdminDeps,
	door: Door,
): void {
	route(
		app,
		registerAdmin,
	)(async ({ body, request }) => {
		const made = await registerAdministrator(db, actorOf(request), body);
		office.publish({ what: 'settings' });
		return { success: true, admin: presentAdministrator(made) };
	});

	route(
		app,
		listAdmins,
	)(async ({ request }) => {
		const admins = await listAllAdmins(db);
		await record(db, actorOf(request), { action: 'VIEW_ADMINS', target: 'admins' });
		return { success: true, admins: admins.map(presentListedAdministrator) };
	});

	route(
		app,
		removeAdmin,
	)(async ({ params, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await removeAdministrator(db, actor, params.id);
		office.endAdmin(params.id);
		office.publish({ what: 'settings' });
		return { success: true, message: ADMINISTRATOR_MESSAGES.removed };
	});

	route(
		app,
		resetAdminPassword,
	)(async ({ params, body, caller, request }) => {
		const actor = { adminId: caller.id, ipAddress: request.address };
		await resetPasswordOf(db, actor, params.id, body.newPassword);
		office.endAdmin(params.id);
		office.publish({ what: 'settings' });
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordReset };
	});

	route(
		app,
		changeAdminPassword,
	)(async ({ body, caller, request, reply }) => {
		const { id: adminId, sessionId } = caller;
		await changeOwnPassword(door, { adminId, sessionId, ipAddress: request.address, reply }, body);
		office.endAdmin(adminId, sessionId);
		return { success: true, message: ADMINISTRATOR_MESSAGES.passwordChanged };
	});
}
