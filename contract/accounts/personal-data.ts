import * as z from 'zod/mini';
import { ownAccount } from '#contract/auth/person-fields.ts';
import { CHAT_ROLES } from '#contract/chat/facts.ts';

/** A report that the person sent. What was done about it is the other side's. */
const report = z.object({
	complaint: z.string(),
	type: z.string(),
	status: z.string(),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
});

/** Everything that is stored of a person, but what would let somebody sign in. */
export const personalData = z.object({
	exportedAt: z.iso.datetime(),
	account: z.extend(ownAccount, {
		emailConfirmedAt: z.nullable(z.iso.datetime()),
		pendingEmail: z.nullable(z.string()),
		/** Until the mail about its change is out; where there are several, a space is between two. */
		formerEmail: z.nullable(z.string()),
		verifiedAt: z.nullable(z.iso.datetime()),
		verifiedBy: z.nullable(z.string()),
		suspendedAt: z.nullable(z.iso.datetime()),
		/** In an administrator's words. */
		suspendedFor: z.nullable(z.string()),
		hasPassword: z.boolean(),
		isDemo: z.boolean(),
	}),
	sessions: z.array(
		z.object({
			id: z.uuid(),
			device: z.string(),
			userAgent: z.nullable(z.string()),
			createdAt: z.iso.datetime(),
			lastSeenAt: z.iso.datetime(),
			expiresAt: z.iso.datetime(),
		}),
	),
	identities: z.array(
		z.object({ issuer: z.string(), subject: z.string(), linkedAt: z.iso.datetime() }),
	),
	/** Links that were mailed: for what and when, never the links. */
	mailedLinks: z.array(
		z.object({
			purpose: z.string(),
			requestedAt: z.iso.datetime(),
			expiresAt: z.nullable(z.iso.datetime()),
			usedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Also those that were banned or taken off the market, with the addresses of their photos. */
	items: z.array(
		z.object({
			id: z.int(),
			title: z.string(),
			description: z.string(),
			/** Rupees. */
			price: z.number(),
			category: z.string(),
			photos: z.array(z.string()),
			createdAt: z.iso.datetime(),
			soldAt: z.nullable(z.iso.datetime()),
			bannedAt: z.nullable(z.iso.datetime()),
			banReason: z.nullable(z.string()),
			deletedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Photos that were sent ahead of their item. */
	uploads: z.array(z.object({ photo: z.string(), createdAt: z.iso.datetime() })),
	/** Keys by which a post that is sent again makes no second item. */
	posts: z.array(z.object({ key: z.uuid(), itemId: z.int(), createdAt: z.iso.datetime() })),
	/** Numbers of messages say how far one has come in a chat; 0 is before the first. */
	chats: z.array(
		z.object({
			roomId: z.string(),
			role: z.enum(CHAT_ROLES),
			startedAt: z.iso.datetime(),
			deliveredId: z.int(),
			readId: z.int(),
			/** Marked as read in the notification centre. */
			noticedId: z.int(),
			/** Told of by mail, or known without one. */
			mailedId: z.int(),
			/** When the last mail told of this chat. */
			mailedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** What the person wrote; what others wrote to them is theirs. */
	messages: z.array(
		z.object({
			id: z.int(),
			roomId: z.string(),
			message: z.string(),
			clientId: z.nullable(z.uuid()),
			createdAt: z.iso.datetime(),
		}),
	),
	blocked: z.array(z.object({ personId: z.int(), blockedAt: z.iso.datetime() })),
	itemReports: z.array(z.extend(report, { itemId: z.int() })),
	userReports: z.array(
		z.extend(report, {
			personId: z.int(),
			itemId: z.nullable(z.int()),
			roomId: z.nullable(z.string()),
		}),
	),
	/** Sent while signed in, or under the confirmed address of the account. */
	feedback: z.array(
		z.object({
			id: z.int(),
			name: z.string(),
			email: z.string(),
			rating: z.int(),
			category: z.string(),
			feedback: z.string(),
			status: z.string(),
			isPublic: z.boolean(),
			isFeatured: z.boolean(),
			createdAt: z.iso.datetime(),
		}),
	),
	notices: z.array(
		z.object({
			id: z.int(),
			kind: z.string(),
			title: z.string(),
			message: z.string(),
			link: z.nullable(z.string()),
			createdAt: z.iso.datetime(),
			readAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Those that are not as they are from the start. */
	noticeChoices: z.array(z.object({ kind: z.string(), inApp: z.boolean(), byMail: z.boolean() })),
});
export type PersonalData = z.infer<typeof personalData>;
