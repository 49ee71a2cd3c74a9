import * as z from 'zod/mini';
import { ownAccount } from '#contract/auth/person-fields.ts';
import { CHAT_ROLES } from '#contract/chat/facts.ts';
import { dealEvent, handoverSpot } from '#contract/deals/events.ts';
import { DEAL_ROLES } from '#contract/deals/facts.ts';
import { shownItemFields } from '#contract/items/schemas.ts';
import { savedFilters } from '#contract/searches/saved-filters.ts';
import { shownWantedFields } from '#contract/wanted/schemas.ts';

/** A report that the user sent. The action taken is left out: it is personal data of the reported user. */
const report = z.object({
	complaint: z.string(),
	type: z.string(),
	status: z.string(),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
});

const exportedHandover = z.object({
	id: z.int(),
	proposedBy: z.enum(DEAL_ROLES),
	spot: handoverSpot,
	slots: z.array(z.iso.datetime()),
	agreedSlot: z.nullable(z.iso.datetime()),
	/** Whether the hand-over took place, as each side said. */
	done: z.object({ buyer: z.nullable(z.boolean()), seller: z.nullable(z.boolean()) }),
});

/** The export of everything stored about a user, except passwords, tokens and other sign-in secrets. */
export const personalData = z.object({
	exportedAt: z.iso.datetime(),
	account: z.extend(ownAccount, {
		emailConfirmedAt: z.nullable(z.iso.datetime()),
		pendingEmail: z.nullable(z.string()),
		/** Previous addresses that still have to be notified of the change, separated by spaces. */
		formerEmail: z.nullable(z.string()),
		verifiedAt: z.nullable(z.iso.datetime()),
		verifiedBy: z.nullable(z.string()),
		suspendedAt: z.nullable(z.iso.datetime()),
		/** The reason that an administrator wrote. */
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
	/** Links that were mailed: purpose and times, never the link itself. */
	mailedLinks: z.array(
		z.object({
			purpose: z.string(),
			requestedAt: z.iso.datetime(),
			expiresAt: z.nullable(z.iso.datetime()),
			usedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Includes banned, removed and deleted items. */
	items: z.array(
		z.object({
			id: z.int(),
			...shownItemFields,
			photos: z.array(z.string()),
			createdAt: z.iso.datetime(),
			soldAt: z.nullable(z.iso.datetime()),
			bannedAt: z.nullable(z.iso.datetime()),
			banReason: z.nullable(z.string()),
			deletedAt: z.nullable(z.iso.datetime()),
			removedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Includes posts that have expired, and found, removed and deleted ones. */
	wanted: z.array(
		z.object({
			id: z.int(),
			...shownWantedFields,
			/** Key of the request that created the post, so that the repeated request creates no second post. */
			idempotencyKey: z.nullable(z.string()),
			createdAt: z.iso.datetime(),
			expiresAt: z.iso.datetime(),
			/** When the notification about the end was sent. */
			endingNotifiedAt: z.nullable(z.iso.datetime()),
			foundAt: z.nullable(z.iso.datetime()),
			removedAt: z.nullable(z.iso.datetime()),
			removalReason: z.nullable(z.string()),
			deletedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Own items that the user offered to wanted posts of others. */
	wantedAnswers: z.array(
		z.object({ wantedId: z.int(), itemId: z.int(), createdAt: z.iso.datetime() }),
	),
	/** Deals in which the user is the buyer or the seller: their state, sales and steps, as the user can see them. */
	deals: z.array(
		z.object({
			itemId: z.int(),
			buyerId: z.int(),
			sellerId: z.int(),
			startedAt: z.iso.datetime(),
			changedAt: z.iso.datetime(),
			/** Offers that the user made since the item was listed, by the asked price; empty for the seller. */
			attempts: z.record(z.string(), z.int()),
			acceptedAmounts: z.array(z.number()),
			hasBuyerAgreed: z.boolean(),
			offer: z.nullable(
				z.object({ by: z.enum(DEAL_ROLES), amount: z.int(), expiresAt: z.iso.datetime() }),
			),
			/** The item is held for the buyer: reserved, or left to the buyer for a turn. */
			hold: z.nullable(
				z.object({
					kind: z.enum(['reserved', 'turn']),
					amount: z.number(),
					startedAt: z.iso.datetime(),
					until: z.iso.datetime(),
				}),
			),
			joinedQueueAt: z.nullable(z.iso.datetime()),
			/** The newest proposal of the reservation. */
			handover: z.nullable(exportedHandover),
			/** The hand-over that was agreed last. */
			agreedHandover: z.nullable(
				z.object({
					slot: z.iso.datetime(),
					spot: z.object({ name: z.string(), hint: z.string() }),
					amount: z.number(),
					isCancelled: z.boolean(),
				}),
			),
			/** The hand-over to which one side did not come, according to the other. */
			missedHandover: z.nullable(
				z.object({
					handover: exportedHandover,
					reportedBy: z.enum(DEAL_ROLES),
					reportedAt: z.iso.datetime(),
					isContested: z.boolean(),
				}),
			),
			sales: z.array(
				z.object({
					price: z.number(),
					soldAt: z.iso.datetime(),
					/** Whether the buyer says that they got it; null without an answer. */
					isConfirmed: z.nullable(z.boolean()),
					completedAt: z.nullable(z.iso.datetime()),
					reviewUntil: z.nullable(z.iso.datetime()),
					/** When the sale was undone. */
					endedAt: z.nullable(z.iso.datetime()),
				}),
			),
			steps: z.array(
				z.object({
					isOwn: z.boolean(),
					event: dealEvent,
					/** The text of the user's own step, with the reason that the user gave; null for other steps. */
					words: z.nullable(z.string()),
					/** The `clientId` of the user's request, for 30 days. */
					requestId: z.nullable(z.uuid()),
					createdAt: z.iso.datetime(),
				}),
			),
		}),
	),
	/** Photos for chats, in the order of their upload; those without a message were not sent. */
	chatPhotos: z.array(
		z.object({
			id: z.int(),
			photo: z.string(),
			/** SHA-256 of its largest size, in hex. */
			hash: z.string(),
			messageId: z.nullable(z.int()),
			createdAt: z.iso.datetime(),
		}),
	),
	/** Photos uploaded before their item was posted. */
	uploads: z.array(z.object({ photo: z.string(), createdAt: z.iso.datetime() })),
	/** Idempotency keys: a repeated post creates no second item. */
	posts: z.array(z.object({ key: z.uuid(), itemId: z.int(), createdAt: z.iso.datetime() })),
	/**
	 * Items that the user saved, with the price when it was saved and the price in the last notification about the item.
	 */
	savedItems: z.array(
		z.object({
			itemId: z.int(),
			savedAt: z.iso.datetime(),
			savedPrice: z.number(),
			notifiedPrice: z.nullable(z.number()),
			notifiedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** `deliveredId`, `readId`, `noticedId` and `mailedId` are message ids; 0 means before the first message. */
	chats: z.array(
		z.object({
			roomId: z.string(),
			role: z.enum(CHAT_ROLES),
			startedAt: z.iso.datetime(),
			deliveredId: z.int(),
			readId: z.int(),
			/** Messages up to this id are marked as read in the notification centre. */
			noticedId: z.int(),
			/** Messages up to this id need no further mail about unread messages. */
			mailedId: z.int(),
			/** When the last mail about this chat was sent. */
			mailedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Only messages that the user wrote; those of others are their personal data. */
	messages: z.array(
		z.object({
			id: z.int(),
			roomId: z.string(),
			message: z.string(),
			clientId: z.nullable(z.uuid()),
			createdAt: z.iso.datetime(),
		}),
	),
	/** `semester` is that of the day `since`. Null if the user was never asked, or has not answered. */
	studies: z.nullable(
		z.object({
			branch: z.nullable(z.string()),
			semester: z.nullable(z.int()),
			since: z.nullable(z.iso.date()),
		}),
	),
	/** Reviews that the user wrote; answers of others are their personal data. */
	reviewsWritten: z.array(
		z.object({
			id: z.int(),
			personId: z.int(),
			role: z.enum(DEAL_ROLES),
			stars: z.int(),
			tags: z.array(z.string()),
			text: z.nullable(z.string()),
			createdAt: z.iso.datetime(),
			/** When an administrator hid the review. */
			hiddenAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Published reviews about the user, with the user's answers. */
	reviewsReceived: z.array(
		z.object({
			id: z.int(),
			/** The writer's role in the deal. */
			role: z.enum(DEAL_ROLES),
			stars: z.int(),
			tags: z.array(z.string()),
			text: z.nullable(z.string()),
			createdAt: z.iso.datetime(),
			answer: z.nullable(z.string()),
			answeredAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Hand-overs to which the user did not come, according to the other side. */
	missedHandovers: z.array(
		z.object({
			handoverId: z.int(),
			createdAt: z.iso.datetime(),
			/** When the user said that they were there. */
			contestedAt: z.nullable(z.iso.datetime()),
		}),
	),
	/** Hand-overs to which the other side did not come, according to the user. */
	reportedHandovers: z.array(
		z.object({ handoverId: z.int(), personId: z.int(), createdAt: z.iso.datetime() }),
	),
	blocked: z.array(z.object({ personId: z.int(), blockedAt: z.iso.datetime() })),
	itemReports: z.array(z.extend(report, { itemId: z.int() })),
	wantedReports: z.array(z.extend(report, { wantedId: z.int() })),
	reviewReports: z.array(z.extend(report, { reviewId: z.int() })),
	userReports: z.array(
		z.extend(report, {
			personId: z.int(),
			itemId: z.nullable(z.int()),
			roomId: z.nullable(z.string()),
		}),
	),
	/** Sent while signed in, or with the account's confirmed email address. */
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
	/** Searches that the user saved to be notified of new items. */
	savedSearches: z.array(
		z.object({
			...savedFilters,
			alert: z.string(),
			createdAt: z.iso.datetime(),
			openedAt: z.nullable(z.iso.datetime()),
			alertedAt: z.nullable(z.iso.datetime()),
			/** Set while the removal of the search can be undone. */
			removedAt: z.nullable(z.iso.datetime()),
			/**
			 * Posted items that matched. `settledAt`: when the user was notified of the item, or it became clear that no
			 * notification will be sent.
			 */
			found: z.array(z.object({ itemId: z.int(), settledAt: z.nullable(z.iso.datetime()) })),
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
	/** Only preferences that differ from the defaults. */
	noticeChoices: z.array(z.object({ kind: z.string(), inApp: z.boolean(), byMail: z.boolean() })),
});
export type PersonalData = z.infer<typeof personalData>;
