import * as z from 'zod/mini';
import { triedPassword } from '../auth.ts';
import { success } from '../common.ts';
import { email, newPassword, userName } from '../people.ts';
import { ADMIN_ROLES, administrator } from './session.ts';

export const ADMINISTRATOR_MESSAGES = {
	badRole: 'Please choose a role from the list.',
	emailTaken: 'An administrator with this email already exists.',
	registered: 'Administrator added successfully.',
	removed: 'Administrator removed successfully.',
	notFound: 'Administrator not found.',
	yourself: 'You cannot remove yourself.',
	lastOne: 'One super administrator must remain.',
	wrongPassword: 'Your current password is not right.',
	passwordChanged: 'Password changed successfully.',
} as const;

export const newAdministrator = z.object({
	username: userName,
	email,
	password: newPassword,
	roleLevel: z.enum(ADMIN_ROLES, ADMINISTRATOR_MESSAGES.badRole),
});

/** An administrator's own password. */
export const passwordChange = z.object({
	currentPassword: triedPassword,
	newPassword,
});

/** Another's password, by a super administrator. */
export const passwordReset = z.object({ newPassword });

export const registeredAdministrator = z.object({ success, admin: administrator });

export const administrators = z.object({
	success,
	admins: z.array(z.extend(administrator, { createdAt: z.iso.datetime() })),
});
