import * as z from 'zod/mini';
import { triedPassword } from '../auth.ts';
import { success } from '../common.ts';
import { PEOPLE_LIMITS, PEOPLE_MESSAGES } from '../people.ts';

export const ADMIN_ROLES = ['admin', 'super_admin'] as const;

export const ADMIN_SESSION_MESSAGES = {
	title: 'Admin Portal',
	welcome: 'Welcome, Admin',
	emailRequired: 'Please enter your email address.',
	invalidCredentials: 'Invalid credentials',
	noConnection: 'Something went wrong. Please try again.',
	loggedIn: 'Logged in successfully.',
	loggedOut: 'Logged out successfully.',
} as const;

/** Any address and password may be tried; an ill-formed one fits nobody. */
export const adminCredentials = z.object({
	email: z
		.string(ADMIN_SESSION_MESSAGES.emailRequired)
		.check(
			z.trim(),
			z.toLowerCase(),
			z.minLength(1, ADMIN_SESSION_MESSAGES.emailRequired),
			z.maxLength(PEOPLE_LIMITS.emailMax, PEOPLE_MESSAGES.email),
		),
	password: triedPassword,
});

export const administrator = z.object({
	id: z.int(),
	username: z.string(),
	email: z.string(),
	roleLevel: z.enum(ADMIN_ROLES),
});

export const adminSignedIn = z.object({
	success,
	accessToken: z.string(),
	admin: administrator,
	message: z.string(),
});

export const adminProfile = z.object({ success, admin: administrator });
