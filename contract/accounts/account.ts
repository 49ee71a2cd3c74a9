import * as z from 'zod/mini';
import { enteredPassword } from '#contract/auth/auth.ts';
import {
	email,
	newPassword,
	ownAccount,
	PEOPLE_MESSAGES,
	phoneNumber,
	userName,
} from '#contract/auth/person-fields.ts';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/replies.ts';
import { personalData } from './personal-data.ts';

export const ACCOUNT_MESSAGES = {
	nameChanged: 'Your name has been changed.',
	phoneChanged: 'Your phone number has been changed.',
	phoneRemoved: 'Your phone number has been removed.',
	passwordChanged: 'Your password has been changed. All other devices are signed out.',
	confirmationSent: 'A link is on its way. Open it to confirm your email address.',
	confirmationTooSoon: 'A link was sent a moment ago. Please wait a minute before asking again.',
	emailUnchanged: 'Your email address stays as it is.',
	noEmailToConfirm: 'There is no email address to confirm.',
	wrongPassword: 'That is not your password.',
	signInAgain: 'To keep your account safe, please log out and log in again first.',
	contactRequired: 'Add an email address before you remove your phone number.',
	sessionNotFound: 'That device is signed out already.',
	sessionEnded: 'That device is signed out.',
	signedOutEverywhere: 'You are signed out on all devices.',
	linkNotConfigured: 'Signing in with another account is not available here.',
	unlinked: 'That account is no longer linked.',
	notLinked: 'That account is not linked.',
	lastSignInMethod: 'Set a password first: this is your only way to sign in.',
	confirmDeletion: 'Type DELETE to confirm.',
	deleted: 'Your account is deleted.',
	deletedName: 'Deleted user',
} as const;

/** Minutes after a sign-in in which sensitive changes need no new sign-in. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** Maximum per user. A nightly job ends the sessions beyond it, the least recently used first. */
export const MAX_SESSIONS = 100;

/**
 * How long a client waits for the export to begin, as it may queue behind others; also the database's limit per
 * statement. The reverse proxies in deploy/ allow as much.
 */
export const EXPORT_TIMEOUT_MS = 5 * 60_000;

/** Text that a user without a password types to confirm the deletion of the account. */
export const DELETE_CONFIRMATION = 'DELETE';

/** Results of linking a provider: the account page gets one as `?link=`. */
export const LINK_OUTCOMES = ['linked', 'taken', 'failed'] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** A linked identity; a user may link several of one provider. */
const linkedProvider = z.object({
	/** Host of the issuer; identifies the provider in `unlinkIdentity`. */
	provider: z.string(),
	/** Display name. */
	name: z.string(),
	linkedAt: z.iso.datetime(),
});

const account = z.extend(ownAccount, {
	emailConfirmed: z.boolean(),
	/** New address that replaces `email` once it is confirmed. */
	pendingEmail: z.nullable(z.string()),
	hasPassword: z.boolean(),
	providers: z.array(linkedProvider),
	/** Whether a sign-in provider is configured, so that `linkIdentity` works. */
	canLink: z.boolean(),
	/** A confirmed email address of one of these domains makes the account verified. */
	collegeDomains: z.array(z.string()),
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
	method: 'GET',
	path: '/account',
	summary: 'Returns my account, with everything that the account page can change.',
	auth: 'user',
	reply: z.object({ success, account }),
});

export const changeName = endpoint({
	method: 'PUT',
	path: '/account/name',
	summary: 'Changes my name.',
	auth: 'user',
	body: z.object({ userName }),
	reply: messageReply,
});

/** Required if the account has a password, else absent or empty. */
const currentPassword = z.optional(z.string(PEOPLE_MESSAGES.passwordRequired));

export const changeEmail = endpoint({
	method: 'PUT',
	path: '/account/email',
	summary: 'Mails a link to a new address, which replaces mine once the link is opened.',
	auth: 'user',
	limit: 'mailing',
	body: z.object({ email, currentPassword }),
	reply: messageReply,
});

export const sendConfirmation = endpoint({
	method: 'POST',
	path: '/account/send-confirmation',
	summary: 'Mails another link to the unconfirmed address, at most once a minute.',
	auth: 'user',
	limit: 'mailing',
	reply: messageReply,
});

export const changePhone = endpoint({
	method: 'PUT',
	path: '/account/phone',
	summary: 'Changes my phone number; an empty one removes it.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({
		phoneNumber: z.union([z.literal(''), phoneNumber], PEOPLE_MESSAGES.phone),
		currentPassword,
	}),
	reply: messageReply,
});

export const changePassword = endpoint({
	method: 'PUT',
	path: '/account/password',
	summary: 'Sets a new password and ends all my other sessions.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({ currentPassword, password: newPassword }),
	reply: z.extend(messageReply, { accessToken: z.string() }),
});

export const listSessions = endpoint({
	method: 'GET',
	path: '/account/sessions',
	summary: 'Lists my sessions, the most recently used first, at most 100.',
	auth: 'user',
	reply: z.object({
		success,
		sessions: z.array(
			z.object({
				id: z.uuid(),
				/** For display, such as 'Chrome on Android'. */
				device: z.string(),
				createdAt: z.iso.datetime(),
				/** Accurate to a few minutes. */
				lastSeenAt: z.iso.datetime(),
				isCurrent: z.boolean(),
			}),
		),
	}),
});

export const endSession = endpoint({
	method: 'DELETE',
	path: '/account/sessions/:sid',
	summary: 'Ends one of my sessions.',
	auth: 'user',
	params: z.object({ sid: z.uuid(ACCOUNT_MESSAGES.sessionNotFound) }),
	reply: messageReply,
});

export const signOutEverywhere = endpoint({
	method: 'POST',
	path: '/account/sign-out-everywhere',
	summary: 'Ends all my sessions, including this one.',
	auth: 'user',
	reply: messageReply,
});

export const signInAgain = endpoint({
	method: 'POST',
	// Below /auth, because browsers send the known-browser cookie only there.
	path: '/auth/sign-in-again',
	summary: 'Checks my password and renews this session with a new token.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({ password: enteredPassword }),
	reply: z.object({ success, accessToken: z.string() }),
});

export const linkIdentity = endpoint({
	method: 'POST',
	path: '/account/link-google',
	summary:
		'Returns the URL that starts linking a sign-in provider; the browser returns to the account page.',
	auth: 'user',
	reply: z.object({ success, address: z.url() }),
});

export const unlinkIdentity = endpoint({
	method: 'DELETE',
	path: '/account/identities/:provider',
	summary: 'Unlinks a sign-in provider, unless it is my only way to sign in.',
	auth: 'user',
	params: z.object({ provider: z.string(ACCOUNT_MESSAGES.notLinked) }),
	reply: messageReply,
});

export const exportAccount = endpoint({
	method: 'GET',
	path: '/account/export',
	summary: 'Exports everything stored about me as JSON; limited to a few times an hour.',
	auth: 'user',
	limit: 'exporting',
	reply: personalData,
});

export const deleteAccount = endpoint({
	method: 'POST',
	path: '/account/delete',
	summary: 'Erases my account permanently; needs my password, or the text DELETE if I have none.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({
		password: z.optional(enteredPassword),
		confirmation: z.optional(z.string(ACCOUNT_MESSAGES.confirmDeletion)),
	}),
	reply: messageReply,
});
