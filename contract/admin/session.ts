import * as z from 'zod/mini';
import { enteredPassword } from '#contract/auth/auth.ts';
import { PEOPLE_LIMITS, PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { success, withoutNul } from '#contract/core/common.ts';
import { endpoint, type RequiredAction } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/replies.ts';

export const ADMIN_ROLES = ['admin', 'super_admin'] as const;
/** As people read them. */
export const ADMIN_ROLE_LABELS = {
	admin: 'Admin',
	super_admin: 'Super admin',
} as const satisfies Record<(typeof ADMIN_ROLES)[number], string>;

export const ADMIN_SESSION_LIMITS = {
	/** A session that nobody uses ends. */
	idleMs: 30 * 60_000,
	/** And every session after a working day. */
	maxAgeMs: 12 * 60 * 60_000,
	/** Wrong passwords or codes of one administrator until further ones have to wait. */
	maxFailures: 10,
	failureWindowMs: 15 * 60_000,
	/** A password that was given to somebody opens nothing any longer. */
	temporaryPasswordMs: 72 * 60 * 60_000,
} as const;

const ALL_REQUIRED_ACTIONS: readonly RequiredAction[] = ['change password', 'set up two-step'];

export const ADMIN_SESSION_MESSAGES = {
	title: 'Admin Portal',
	welcome: 'Welcome, Admin',
	emailRequired: 'Please enter your email address.',
	invalidCredentials: 'Invalid credentials',
	noConnection: 'Something went wrong. Please try again.',
	loggedIn: 'Logged in successfully.',
	loggedOut: 'Logged out successfully.',
	ended: 'You were logged out after 30 minutes of inactivity. Please log in again.',
	idleWarning: 'You will be logged out in a minute',
	idleWarningReason: 'You have not been active here for almost 30 minutes.',
	staySignedIn: 'Stay logged in',
	codeNeeded: 'Enter the code from your authenticator app.',
	badCode: 'A code has six digits.',
	wrongCode: 'That code is not right. Please try the next one.',
	tooManyFailures: 'Too many tries. Please wait a quarter of an hour.',
	demoOnLoopbackOnly: 'Demo administrators sign in on this computer only.',
	twoStepSetupRequired: 'Please set up two-step sign-in first.',
	mustChangePassword:
		'The password you came in with was given to you. Please choose one of your own first.',
	passwordExpired:
		'This password was given to you more than three days ago and has run out. A super administrator can give you a new one, or whoever runs the market, by npm run admin:reset.',
	twoStepStarted: 'Scan the picture, then enter the code that the app shows.',
	twoStepNotStarted: 'Please begin setting up two-step sign-in again.',
	twoStepEnabled: 'Two-step sign-in is on.',
	twoStepDisabled: 'Two-step sign-in is off.',
	twoStepRequired: 'Two-step sign-in is required here and can not be turned off.',
} as const;

/** Any address and password may be tried; an ill-formed one fits nobody. */
export const adminCredentials = z.object({
	email: z
		.string(ADMIN_SESSION_MESSAGES.emailRequired)
		.check(
			withoutNul,
			z.trim(),
			z.toLowerCase(),
			z.minLength(1, ADMIN_SESSION_MESSAGES.emailRequired),
			z.maxLength(PEOPLE_LIMITS.emailMax, PEOPLE_MESSAGES.email),
		),
	password: enteredPassword,
	/** Of the authenticator app, where the administrator has set one up. */
	code: z.optional(z.string(ADMIN_SESSION_MESSAGES.badCode).check(z.trim())),
});

/** Six digits (RFC 6238); spaces between them, as apps show them, don't count. */
export const oneTimeCode = z.pipe(
	z.string(ADMIN_SESSION_MESSAGES.badCode),
	z.pipe(
		z.transform((value: string) => value.replace(/\s/g, '')),
		z.string().check(z.regex(/^\d{6}$/, ADMIN_SESSION_MESSAGES.badCode)),
	),
);

export const administrator = z.object({
	id: z.int(),
	username: z.string(),
	email: z.string(),
	roleLevel: z.enum(ADMIN_ROLES),
});
export type Administrator = z.infer<typeof administrator>;
export type AdminRole = Administrator['roleLevel'];

/** An administrator as only they see themselves. */
const ownAdministrator = z.extend(administrator, {
	/** Signs in with a code as well. */
	hasTwoStep: z.boolean(),
	/** Must set that up before anything else. */
	mustSetUpTwoStep: z.boolean(),
	/** Came in with a password that was given to them, and must choose their own before anything else, two-step sign-in too. */
	mustChangePassword: z.boolean(),
});
export type OwnAdministrator = z.infer<typeof ownAdministrator>;

export const adminSignInReply = z.object({
	success,
	accessToken: z.string(),
	admin: ownAdministrator,
	message: z.string(),
});

export const adminProfile = z.object({ success, admin: ownAdministrator });

/** A password that is right where a code is needed as well: 401 with this body. */
export const codeNeeded = z.object({
	success: z.literal(false),
	message: z.string(),
	needsCode: z.literal(true),
});

export const adminLogin = endpoint({
	method: 'POST',
	path: '/admin/login',
	summary: 'Opens an administrator’s session; 401 with `needsCode` asks for the code as well.',
	auth: 'none',
	limit: 'signing in',
	body: adminCredentials,
	reply: adminSignInReply,
});

export const adminLogout = endpoint({
	method: 'POST',
	path: '/admin/logout',
	summary: 'Ends this session of an administrator.',
	auth: 'admin',
	allowedDuring: ALL_REQUIRED_ACTIONS,
	reply: messageReply,
});

export const getAdminProfile = endpoint({
	method: 'GET',
	path: '/admin/profile',
	summary: 'Who the administrator is whose token this is.',
	auth: 'admin',
	allowedDuring: ALL_REQUIRED_ACTIONS,
	reply: adminProfile,
});

export const startTwoStepSetup = endpoint({
	method: 'POST',
	path: '/admin/two-step/begin',
	summary: 'Makes a new secret for an authenticator app; it counts once a code has confirmed it.',
	auth: 'admin',
	limit: 'signing in',
	allowedDuring: ['set up two-step'],
	body: z.object({ currentPassword: enteredPassword }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	/** `uri` is what the picture holds (otpauth://), `secret` is for typing. */
	reply: z.object({ success, message: z.string(), uri: z.string(), secret: z.string() }),
});

export const confirmTwoStep = endpoint({
	method: 'POST',
	path: '/admin/two-step/confirm',
	summary: 'Turns two-step sign-in on by the first code; other sessions of the administrator end.',
	auth: 'admin',
	limit: 'signing in',
	allowedDuring: ['set up two-step'],
	body: z.object({ code: oneTimeCode }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	reply: messageReply,
});

export const disableTwoStep = endpoint({
	method: 'POST',
	path: '/admin/two-step/end',
	summary: 'Turns two-step sign-in off, unless it is required.',
	auth: 'admin',
	limit: 'signing in',
	body: z.object({ currentPassword: enteredPassword, code: oneTimeCode }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	reply: messageReply,
});
