import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { parseRoomId } from '#contract/chat/room-id.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { codePointLength, idWithMessage, text } from '#contract/core/schemas.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import {
	CONTENT_REPORT_TYPES,
	REPORT_KINDS,
	REPORT_LIMITS,
	REPORT_STATUSES,
	USER_REPORT_TYPES,
} from './facts.ts';

function complaint(required: string) {
	return text(1, Number.POSITIVE_INFINITY, required).check(
		z.refine(
			(value) => codePointLength(value) <= REPORT_LIMITS.complaintMax,
			REPORT_ERRORS.tooLong.message,
		),
	);
}

/** @param required the message for a missing reason */
function contentReport(required: string) {
	return z.object({
		complaint: complaint(required),
		type: z._default(z.enum(CONTENT_REPORT_TYPES, REQUEST_ERRORS.badType.message), 'other'),
	});
}

export const itemReport = contentReport(REPORT_ERRORS.itemReason.message);
export const wantedReport = contentReport(REPORT_ERRORS.wantedReason.message);
export const reviewReport = contentReport(REPORT_ERRORS.reviewReason.message);

export const userReport = z.object({
	complaint: complaint(REPORT_ERRORS.userReason.message),
	type: z._default(z.enum(USER_REPORT_TYPES, REQUEST_ERRORS.badType.message), 'harassment'),
	itemId: z.optional(z.nullable(idWithMessage(REPORT_ERRORS.badItem.message))),
	/**
	 * The reported chat. An invalid id is dropped here. The server drops the id of a chat in which the reporter takes no
	 * part.
	 */
	roomId: z.pipe(
		z.optional(z.nullable(text(0, 50, CHAT_ERRORS.badRoom.message))),
		z.transform((value) => parseRoomId(value)),
	),
});

/** A report as the user who sent it sees it. */
export const ownReport = z.object({
	/** `i5` for a report about an item, `u5` about a user, `w5` about a wanted post, `r5` about a review. */
	id: z.string(),
	kind: z.enum(REPORT_KINDS),
	/** The current title of the item or the wanted post, or the current name of the reported or the reviewed user. */
	about: z.string(),
	/** Path of the page of the item, the wanted post or the user; null if it is not public. */
	link: z.nullable(z.string()),
	type: z.string(),
	complaint: z.string(),
	status: z.enum(REPORT_STATUSES),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
});
export type OwnReport = z.infer<typeof ownReport>;
