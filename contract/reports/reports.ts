import * as z from 'zod/mini';
import { parseRoomId } from '#contract/chat/room-id.ts';
import { byId, codePointLength, id, success, text } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { idWithMessage } from '#contract/core/ids.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { messageReply } from '#contract/core/replies.ts';

/** The first is the default of the form (spec 1 §5). */
export const ITEM_REPORT_TYPES = ['other', 'spam', 'inappropriate', 'fraud'] as const;
export const USER_REPORT_TYPES = [
	'harassment',
	'spam',
	'inappropriate_behavior',
	'scam',
	'fake_profile',
	'other',
] as const;
export const REPORT_STATUSES = ['pending', 'resolved', 'dismissed'] as const;

export const REPORT_TYPE_LABELS = {
	harassment: 'Harassment',
	spam: 'Spam',
	inappropriate: 'Inappropriate',
	inappropriate_behavior: 'Inappropriate behaviour',
	fraud: 'Fraud',
	scam: 'Scam',
	fake_profile: 'Fake profile',
	other: 'Other',
} as const satisfies Record<
	(typeof ITEM_REPORT_TYPES)[number] | (typeof USER_REPORT_TYPES)[number],
	string
>;

export const REPORT_LIMITS = { complaintMax: 2000 } as const;

export const REPORT_MESSAGES = {
	submit: 'Submit Report',
	itemReason: 'Please provide a reason for reporting this item.',
	userReason: 'Please describe what happened.',
	tooLong: 'Please describe it in at most 2,000 characters.',
	badType: 'Please choose a type from the list.',
	badItem: 'That item is not valid.',
	badRoom: 'That chat is not valid.',
	itemReported: 'Item reported successfully.',
	itemFailed: 'Failed to report item. Please try again.',
	itemError: 'An error occurred while reporting the item. Please try again.',
	userReported: 'User reported successfully',
	userFailed: 'Failed to report user',
	userNoConnection: 'Failed to report user. Please try again.',
	unknownUser: 'Unable to determine user to report',
	ownItem: 'You cannot report your own item.',
	yourself: 'You cannot report yourself.',
	myReports: 'My Reports',
	noReports: 'You have not reported anything',
	noReportsHint: 'Reports you send are listed here, with their outcome.',
	outcomes: {
		pending: 'Waiting for an administrator',
		resolved: 'Upheld: the administrators agree with it',
		dismissed: 'Closed: nothing against the rules was found',
	},
} as const;

function complaint(required: string) {
	return text(1, Number.POSITIVE_INFINITY, required).check(
		z.refine(
			(value) => codePointLength(value) <= REPORT_LIMITS.complaintMax,
			REPORT_MESSAGES.tooLong,
		),
	);
}

export const itemReport = z.object({
	complaint: complaint(REPORT_MESSAGES.itemReason),
	type: z._default(z.enum(ITEM_REPORT_TYPES, REPORT_MESSAGES.badType), 'other'),
});

export const userReport = z.object({
	complaint: complaint(REPORT_MESSAGES.userReason),
	type: z._default(z.enum(USER_REPORT_TYPES, REPORT_MESSAGES.badType), 'harassment'),
	itemId: z.optional(z.nullable(idWithMessage(REPORT_MESSAGES.badItem))),
	/** The reported chat; an invalid id is dropped, like that of a chat without the reporter. */
	roomId: z.pipe(
		z.optional(z.nullable(text(0, 50, REPORT_MESSAGES.badRoom))),
		z.transform((value) => parseRoomId(value)),
	),
});

export const reportItem = endpoint({
	method: 'POST',
	path: '/report/report-item/:id',
	summary: 'Reports an item to the administrators.',
	auth: 'user',
	limit: 'reporting',
	status: 201,
	params: byId,
	body: itemReport,
	reply: messageReply,
});

export const reportUser = endpoint({
	method: 'POST',
	path: '/user-report/report-user/:userId',
	summary: 'Reports a user to the administrators.',
	auth: 'user',
	limit: 'reporting',
	status: 201,
	params: z.object({ userId: id }),
	body: userReport,
	reply: messageReply,
});

const ownReport = z.object({
	/** `i5` for an item report, `u5` for a user report. */
	id: z.string(),
	kind: z.enum(['item', 'user']),
	/** Current title of the item or name of the user. */
	about: z.string(),
	/** Path of the item's or user's page; null if it is no longer public. */
	link: z.nullable(z.string()),
	type: z.string(),
	complaint: z.string(),
	status: z.enum(REPORT_STATUSES),
	createdAt: z.iso.datetime(),
	resolvedAt: z.nullable(z.iso.datetime()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReports = endpoint({
	method: 'GET',
	path: '/reports/mine',
	summary: 'Lists my reports with their outcomes, newest first.',
	auth: 'user',
	query: z.object({
		limit: pageSize(30),
		cursor: pageCursor,
	}),
	reply: z.object({ success, reports: z.array(ownReport), nextCursor: z.nullable(z.string()) }),
});
