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

/** For so long after signing in nobody is asked to do it again. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** Of one person. What is beyond ends in the night, those that were seen longest ago. */
export const MAX_SESSIONS = 100;

/**
 * Everything of a person is made as a whole, after what others asked for before: for so long they wait for it to begin, as the
 * proxies of ops do, and for so long the database works at a part of it.
 */
export const EXPORT_TIMEOUT_MS = 5 * 60_000;

/** Typed to delete an account that has no password. */
export const DELETE_CONFIRMATION = 'DELETE';

/** Where the browser is sent when linking has ended, as `?link=` on the account page. */
export const LINK_OUTCOMES = ['linked', 'taken', 'failed'] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** One for each linked identity, so that a provider may be there twice. */
const linkedProvider = z.object({
	/** Host of the issuer; it names the provider in `unlinkIdentity`. */
	provider: z.string(),
	/** What people call it. */
	name: z.string(),
	linkedAt: z.iso.datetime(),
});

const account = z.extend(ownAccount, {
	emailConfirmed: z.boolean(),
	/** A new address that takes the place of `email` once it is confirmed. */
	pendingEmail: z.nullable(z.string()),
	hasPassword: z.boolean(),
	providers: z.array(linkedProvider),
	/** Whether `linkIdentity` can work here. */
	canLink: z.boolean(),
	/** A confirmed address in one of these makes an account verified. */
	collegeDomains: z.array(z.string()),
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
	method: 'GET',
	path: '/account',
	summary: 'My account with everything that its page can change.',
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

/** Needed where the account has a password; absent or empty otherwise. */
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
	summary: 'Mails another link to the address that waits to be confirmed, once a minute at most.',
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
	summary: 'Where I am signed in, the most recently seen first, 100 at most.',
	auth: 'user',
	reply: z.object({
		success,
		sessions: z.array(
			z.object({
				id: z.uuid(),
				/** In words, as 'Chrome on Android'. */
				device: z.string(),
				createdAt: z.iso.datetime(),
				/** To within a few minutes. */
				lastSeenAt: z.iso.datetime(),
				isCurrent: z.boolean(),
			}),
		),
	}),
});

export const endSession = endpoint({
	method: 'DELETE',
	path: '/account/sessions/:sid',
	summary: 'Signs one of my devices out.',
	auth: 'user',
	params: z.object({ sid: z.uuid(ACCOUNT_MESSAGES.sessionNotFound) }),
	reply: messageReply,
});

export const signOutEverywhere = endpoint({
	method: 'POST',
	path: '/account/sign-out-everywhere',
	summary: 'Ends all my sessions, this one included.',
	auth: 'user',
	reply: messageReply,
});

export const signInAgain = endpoint({
	method: 'POST',
	// Where browsers send along what they are known by at the door.
	path: '/auth/sign-in-again',
	summary: 'Begins this session anew, under another token, by my password.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({ password: enteredPassword }),
	reply: z.object({ success, accessToken: z.string() }),
});

export const linkIdentity = endpoint({
	method: 'POST',
	path: '/account/link-google',
	summary: 'Where to go to link the account of a sign-in provider; it ends on the account page.',
	auth: 'user',
	reply: z.object({ success, address: z.url() }),
});

export const unlinkIdentity = endpoint({
	method: 'DELETE',
	path: '/account/identities/:provider',
	summary: 'Unlinks a sign-in provider, unless it is my only way in.',
	auth: 'user',
	params: z.object({ provider: z.string(ACCOUNT_MESSAGES.notLinked) }),
	reply: messageReply,
});

export const exportAccount = endpoint({
	method: 'GET',
	path: '/account/export',
	summary: 'Everything stored of me, as a JSON file to keep, a few times an hour.',
	auth: 'user',
	limit: 'exporting',
	reply: personalData,
});

export const deleteAccount = endpoint({
	method: 'POST',
	path: '/account/delete',
	summary: 'Erases my account for good: by my password, or by typing DELETE where there is none.',
	auth: 'user',
	limit: 'signing in',
	body: z.object({
		password: z.optional(enteredPassword),
		confirmation: z.optional(z.string(ACCOUNT_MESSAGES.confirmDeletion)),
	}),
	reply: messageReply,
});
