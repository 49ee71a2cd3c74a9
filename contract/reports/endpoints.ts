import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { byId, id, messageReply, success } from '#contract/core/schemas.ts';
import { itemReport, ownReport, reviewReport, userReport, wantedReport } from './schemas.ts';

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

export const reportWanted = endpoint({
	method: 'POST',
	path: '/report/report-wanted/:id',
	summary: 'Reports a wanted post to the administrators.',
	auth: 'user',
	limit: 'reporting',
	status: 201,
	params: byId,
	body: wantedReport,
	reply: messageReply,
});

export const reportReview = endpoint({
	method: 'POST',
	path: '/report/report-review/:id',
	summary: 'Reports a published review to the administrators; also one about me, but not my own.',
	auth: 'user',
	limit: 'reporting',
	status: 201,
	params: byId,
	body: reviewReport,
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
