import * as z from 'zod/mini';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { email, newPassword, userName } from '#contract/auth/person-fields.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { byId, messageReply, success } from '#contract/core/schemas.ts';
import { ADMIN_ROLES, administrator } from './session.ts';

/** Texts about the accounts of administrators. */
export const ADMINISTRATOR_MESSAGES = {
	registered: 'Administrator added successfully.',
	invited: (email: string) =>
		`Administrator added. A link to choose a password was mailed to ${email}; it works for three days.`,
	passwordChosen: 'Your password is set. Log in with it.',
	removed: 'Administrator removed successfully.',
	passwordChanged: 'Password changed successfully.',
	passwordReset: 'Password reset. Their sessions are ended and two-step sign-in is off.',
	loadFailed: 'Error fetching administrators',
	changeFailed: 'Failed to update administrators',
} as const;

export const newAdministrator = z.object({
	username: userName,
	email,
	/** Without one, the administrator chooses it by a mailed link. */
	password: z.optional(newPassword),
	roleLevel: z.enum(ADMIN_ROLES, ADMINISTRATOR_ERRORS.badRole.message),
});

/** An administrator changes their own password. */
export const passwordChange = z.object({
	currentPassword: enteredPassword,
	newPassword,
});

/** A super administrator sets another administrator's password. */
export const passwordReset = z.object({ newPassword });

/** A new administrator chooses their password. */
export const passwordChoice = z.object({
	/** From the mailed link. */
	token: z.string(ADMINISTRATOR_ERRORS.linkExpired.message),
	newPassword,
});

export const registeredAdministrator = z.object({ success, admin: administrator });

export const administrators = z.object({
	success,
	/** Oldest first. */
	admins: z.array(
		z.extend(administrator, {
			createdAt: z.iso.datetime(),
			hasTwoStep: z.boolean(),
			/** Last use of a session, or else the last sign-in; null if the administrator has never signed in. */
			lastSeenAt: z.nullable(z.iso.datetime()),
		}),
	),
});
export type ListedAdministrator = z.infer<typeof administrators>['admins'][number];

export const registerAdmin = endpoint({
	method: 'POST',
	path: '/admin/register',
	summary:
		'Adds an administrator. Without a password, a link to choose one is mailed; it works for three days.',
	auth: 'super_admin',
	status: 201,
	body: newAdministrator,
	auditAs: { action: 'ATTEMPT_REGISTER_ADMIN', targetKind: 'admins' },
	reply: registeredAdministrator,
});

export const chooseAdminPassword = endpoint({
	method: 'POST',
	path: '/admin/choose-password',
	summary: 'Sets the password of a new administrator, with the token of the mailed link.',
	auth: 'none',
	limit: 'signing in',
	body: passwordChoice,
	reply: messageReply,
});

export const listAdmins = endpoint({
	method: 'GET',
	path: '/admin/admins',
	summary: 'Lists all administrators.',
	auth: 'super_admin',
	auditAs: { action: 'ATTEMPT_VIEW_ADMINS', targetKind: 'admins' },
	reply: administrators,
});

export const removeAdmin = endpoint({
	method: 'DELETE',
	path: '/admin/admins/:id',
	summary: 'Removes an administrator, but never the last super_admin.',
	auth: 'super_admin',
	params: byId,
	auditAs: { action: 'ATTEMPT_REMOVE_ADMIN', targetKind: 'admin' },
	reply: messageReply,
});

export const resetAdminPassword = endpoint({
	method: 'PUT',
	path: '/admin/admins/:id/password',
	summary:
		'Sets a temporary password for another administrator, valid for three days; ends their sessions and disables their two-step sign-in.',
	auth: 'super_admin',
	params: byId,
	body: passwordReset,
	auditAs: { action: 'ATTEMPT_RESET_PASSWORD', targetKind: 'admin' },
	reply: messageReply,
});

export const changeAdminPassword = endpoint({
	method: 'PUT',
	path: '/admin/password',
	summary: 'Changes my password and ends my other sessions.',
	auth: 'admin',
	limit: 'signing in',
	allowedDuring: ['change password'],
	body: passwordChange,
	auditAs: { action: 'ATTEMPT_CHANGE_PASSWORD', targetKind: 'admin' },
	reply: messageReply,
});
