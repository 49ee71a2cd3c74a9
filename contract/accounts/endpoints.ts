import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import {
	email,
	newPassword,
	ownAccount,
	phoneNumber,
	userName,
} from '#contract/auth/person-fields.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { byId, filledVersion, messageReply, success, withoutNul } from '#contract/core/schemas.ts';
import { itemDetails } from '#contract/items/schemas.ts';
import { ACCOUNT_ERRORS } from './errors.ts';
import { personalData } from './personal-data.ts';
import { account, currentPassword, shownPerson } from './schemas.ts';

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
	body: z.object({ userName, version: filledVersion }),
	reply: messageReply,
});

export const changeEmail = endpoint({
	method: 'PUT',
	path: '/account/email',
	summary: 'Mails a link to a new address, which replaces mine once the link is opened.',
	auth: 'user',
	limit: 'mailing',
	body: z.object({ email, currentPassword, version: filledVersion }),
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
		phoneNumber: z.union([z.literal(''), phoneNumber], PERSON_ERRORS.phone.message),
		currentPassword,
		version: filledVersion,
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
	params: z.object({ sid: z.uuid(ACCOUNT_ERRORS.sessionNotFound.message) }),
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
	params: z.object({
		provider: z.string(ACCOUNT_ERRORS.notLinked.message).check(withoutNul),
	}),
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
		confirmation: z.optional(z.string(ACCOUNT_ERRORS.confirmDeletion.message)),
	}),
	reply: messageReply,
});

export const getProfile = endpoint({
	method: 'GET',
	path: '/profile/get-profile',
	summary: 'Returns my account and all my items.',
	auth: 'user',
	reply: z.object({
		success,
		data: z.object({
			profile: z.extend(ownAccount, { profilePicture: z.nullable(z.string()) }),
			items: z.array(itemDetails),
			/** The user; `id` and `userId` are the same. */
			id: z.int(),
			userId: z.int(),
			userName: z.string(),
			email: z.nullable(z.string()),
		}),
	}),
});

export const updateProfilePicture = endpoint({
	method: 'PUT',
	path: '/profile/update-profile-picture/:id',
	summary: 'Replaces my profile picture; the photo rules of the edit form apply.',
	auth: 'user',
	limit: 'posting',
	params: byId,
	files: 'profilePicture',
	reply: z.object({
		success,
		profilePictureUrl: z.string(),
		data: z.object({ profilePicUrl: z.string() }),
	}),
});

export const removeProfilePicture = endpoint({
	method: 'DELETE',
	path: '/profile/picture',
	summary:
		'Removes my profile picture; pages show my initials instead. Without a picture nothing changes.',
	auth: 'user',
	reply: z.object({ success, message: z.string() }),
});

export const getPerson = endpoint({
	method: 'GET',
	path: '/people/:id',
	summary: 'Returns the public details of a seller, never contact details.',
	auth: 'none',
	params: byId,
	reply: z.object({ success, person: shownPerson }),
});
