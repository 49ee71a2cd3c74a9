import * as z from 'zod/mini';
import { enteredPassword } from '#contract/auth/auth.ts';
import { PEOPLE_LIMITS, PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { success, withoutNul } from '#contract/core/common.ts';
import { endpoint, type RequiredAction } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/replies.ts';

export const ADMIN_ROLES = ['admin', 'super_admin'] as const;
/** Display names. */
export const ADMIN_ROLE_LABELS = {
	admin: 'Admin',
	super_admin: 'Super admin',
} as const satisfies Record<(typeof ADMIN_ROLES)[number], string>;

export const ADMIN_SESSION_LIMITS = {
	/** An unused session ends after this time. */
	idleMs: 30 * 60_000,
	/** Every session ends after a working day. */
	maxAgeMs: 12 * 60 * 60_000,
	/** Wrong passwords or codes per administrator within `failureWindowMs` before further attempts must wait. */
	maxFailures: 10,
	failureWindowMs: 15 * 60_000,
	/** After this time a temporary password no longer works. */
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

/** Does not check the format of email address and password: an invalid one matches no administrator. */
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
	/** Code of the authenticator app, if the administrator uses two-step sign-in. */
	code: z.optional(z.string(ADMIN_SESSION_MESSAGES.badCode).check(z.trim())),
});

/** Six digits (RFC 6238); spaces, which apps show between them, are ignored. */
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

/** An administrator's own account, sent to that administrator only. */
const ownAdministrator = z.extend(administrator, {
	/** Whether signing in needs a code. */
	hasTwoStep: z.boolean(),
	/** Must set up two-step sign-in before doing anything else. */
	mustSetUpTwoStep: z.boolean(),
	/**
	 * Signed in with a temporary password: must choose a new one before anything else, even before setting up two-step
	 * sign-in.
	 */
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

/** Body of the 401 reply to a correct password without the required code. */
export const codeNeeded = z.object({
	success: z.literal(false),
	message: z.string(),
	needsCode: z.literal(true),
});

export const adminLogin = endpoint({
	method: 'POST',
	path: '/admin/login',
	summary:
		'Opens a session of an administrator; 401 with `needsCode` means that a code is required.',
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
	summary: 'Returns the signed-in administrator.',
	auth: 'admin',
	allowedDuring: ALL_REQUIRED_ACTIONS,
	reply: adminProfile,
});

export const startTwoStepSetup = endpoint({
	method: 'POST',
	path: '/admin/two-step/begin',
	summary:
		'Creates a new secret for an authenticator app; a code must confirm it before it is used.',
	auth: 'admin',
	limit: 'signing in',
	allowedDuring: ['set up two-step'],
	body: z.object({ currentPassword: enteredPassword }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	/** `uri` (otpauth://) is the content of the QR code, `secret` is for typing. */
	reply: z.object({ success, message: z.string(), uri: z.string(), secret: z.string() }),
});

export const confirmTwoStep = endpoint({
	method: 'POST',
	path: '/admin/two-step/confirm',
	summary: 'Enables two-step sign-in with the first code, and ends my other sessions.',
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
	summary: 'Disables two-step sign-in, unless it is required.',
	auth: 'admin',
	limit: 'signing in',
	body: z.object({ currentPassword: enteredPassword, code: oneTimeCode }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	reply: messageReply,
});
