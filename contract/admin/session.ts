import * as z from 'zod/mini';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_LIMITS, plainEmail } from '#contract/auth/person-fields.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { endpoint, type RequiredAction } from '#contract/core/endpoint.ts';
import { messageReply, success, withoutNul } from '#contract/core/schemas.ts';
import { adminRead } from './endpoint-factories.ts';

/** The roles of administrators, the lower one first. */
export const ADMIN_ROLES = ['admin', 'super_admin'] as const;
/** Display names. */
export const ADMIN_ROLE_LABELS = {
	admin: 'Admin',
	super_admin: 'Super admin',
} as const satisfies Record<(typeof ADMIN_ROLES)[number], string>;

export const ADMIN_SESSION_LIMITS = {
	/** An unused session ends after this time. */
	idleMs: 30 * 60_000,
	/** A session ends this long after its sign-in, even if it is used. */
	maxAgeMs: 12 * 60 * 60_000,
	/**
	 * Wrong passwords for an administrator within `failureWindowMs` before further attempts must wait. Wrong codes have a
	 * higher limit (server/admin/administrators/authenticate.ts).
	 */
	maxFailures: 10,
	failureWindowMs: 15 * 60_000,
	/** After this time a temporary password no longer works. */
	temporaryPasswordMs: 72 * 60 * 60_000,
} as const;

const ALL_REQUIRED_ACTIONS: readonly RequiredAction[] = ['change password', 'set up two-step'];

export const ADMIN_SESSION_MESSAGES = {
	title: 'Admin Portal',
	welcome: 'Welcome, Admin',
	noConnection: 'Something went wrong. Please try again.',
	loggedIn: 'Logged in successfully.',
	loggedOut: 'Logged out successfully.',
	ended: 'You were logged out after 30 minutes of inactivity. Please log in again.',
	endedByServer: 'You have been logged out. Please log in again.',
	idleWarning: 'You will be logged out in a minute',
	idleWarningReason: 'You have not been active here for almost 30 minutes.',
	staySignedIn: 'Stay logged in',
	recoveryCodesCreated: 'These are your new recovery codes. The old ones no longer work.',
	twoStepStarted: 'Scan the picture, then enter the code that the app shows.',
} as const;

/** Does not check the format of email address and password: an invalid one matches no administrator. */
export const adminCredentials = z.object({
	email: z
		.string(ADMIN_SESSION_ERRORS.emailRequired.message)
		.check(
			withoutNul,
			z.overwrite(plainEmail),
			z.minLength(1, ADMIN_SESSION_ERRORS.emailRequired.message),
			z.maxLength(PEOPLE_LIMITS.emailMax, PERSON_ERRORS.email.message),
		),
	password: enteredPassword,
	/** Code of the authenticator app, if the administrator uses two-step sign-in. */
	code: z.optional(z.string(ADMIN_SESSION_ERRORS.badCode.message).check(z.trim())),
});

/** Recovery codes: how many an administrator has, and the digits of each. Twenty digits are too many to guess. */
export const RECOVERY_CODES = { count: 10, digits: 20 } as const;

/** Six digits (RFC 6238), or a recovery code; spaces and hyphens, which are shown between digits, are ignored. */
export const oneTimeCode = z.pipe(
	z.string(ADMIN_SESSION_ERRORS.badCode.message),
	z.pipe(
		z.transform((value: string) => value.replace(/[\s-]/g, '')),
		z.string().check(z.regex(/^(\d{6}|\d{20})$/, ADMIN_SESSION_ERRORS.badCode.message)),
	),
);

/** Shown once; each works once in place of a code of the app. */
const recoveryCodes = z.array(z.string());

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
	/** Whether the administrator must set up two-step sign-in before doing anything else. */
	mustSetUpTwoStep: z.boolean(),
	/** Recovery codes that are not used yet. */
	recoveryCodesLeft: z.int(),
	/**
	 * Whether the administrator signed in with a temporary password, and must choose a new one before anything else, even
	 * before setting up two-step sign-in.
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

export const getAdminProfile = adminRead({
	path: '/admin/profile',
	summary: 'Returns the signed-in administrator.',
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
	reply: z.extend(messageReply, { recoveryCodes }),
});

export const createRecoveryCodes = endpoint({
	method: 'POST',
	path: '/admin/two-step/recovery-codes',
	summary: 'Replaces my recovery codes by new ones; the old ones no longer work.',
	auth: 'admin',
	limit: 'signing in',
	body: z.object({ currentPassword: enteredPassword, code: oneTimeCode }),
	auditAs: { action: 'ATTEMPT_CHANGE_TWO_STEP', targetKind: 'admin' },
	reply: z.extend(messageReply, { recoveryCodes }),
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
