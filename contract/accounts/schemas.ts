import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { ownAccount, PEOPLE_LIMITS, publicPerson } from '#contract/auth/person-fields.ts';
import { shownVersion } from '#contract/core/schemas.ts';
import { personDeals } from '#contract/deals/schemas.ts';

/** A linked identity; a user may link several of one provider. */
const linkedProvider = z.object({
	/** Host of the issuer; identifies the provider in `unlinkIdentity`. */
	provider: z.string(),
	/** Display name. */
	name: z.string(),
	linkedAt: z.iso.datetime(),
});

/** A user's own account, as the account page needs it. */
export const account = z.extend(ownAccount, {
	emailConfirmed: z.boolean(),
	/** New address that replaces `email` once it is confirmed. */
	pendingEmail: z.nullable(z.string()),
	hasPassword: z.boolean(),
	providers: z.array(linkedProvider),
	/** Whether a sign-in provider is configured, so that `linkIdentity` works. */
	canLink: z.boolean(),
	/**
	 * A confirmed email address of one of these domains makes the account verified. Empty if an administrator has decided
	 * whether the account is verified.
	 */
	collegeDomains: z.array(z.string()),
	/** Of name, email address and phone number. */
	version: shownVersion,
});
export type Account = z.infer<typeof account>;

/** Absent or empty for an account without a password. The server requires it for an account that has one. */
export const currentPassword = z.optional(
	z
		.string(PERSON_ERRORS.passwordRequired.message)
		.check(z.maxLength(PEOPLE_LIMITS.enteredPasswordMax, PERSON_ERRORS.passwordLong.message)),
);

/** A person's public page. */
export const shownPerson = z.extend(publicPerson, personDeals);
export type ShownPerson = z.infer<typeof shownPerson>;
