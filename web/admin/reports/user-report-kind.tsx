import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import {
	FIXED_NOTES,
	REPORT_DECISION_MESSAGES,
	type userReportResolution,
} from '#contract/admin/report-decisions.ts';
import {
	ADMIN_USER_REPORTS_PAGE_SIZE,
	type AdminUserReport,
	dismissUserReport,
	exportUserReports,
	getUserReport,
	listUserReports,
	reopenUserReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { USER_REPORT_TYPES } from '#contract/reports/facts.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import { reportKind } from './report-kind.ts';
import { ReportedChat } from './reported-chat.tsx';
import { actsOnUser, SHARED_DECISIONS } from './shared-decisions.ts';
import { UserReportTarget } from './user-report-target.tsx';

/** Reports about users: their list, panel and decisions. */
export const USER_REPORTS = reportKind<AdminUserReport>({
	dataKind: 'user-reports',
	heading: ADMIN_PAGE_TABLE.userReports.label,
	list: listFrom(listUserReports, ({ userReports, pagination }) => ({
		rows: userReports,
		pagination,
	})),
	exportEndpoint: exportUserReports,
	pageSize: ADMIN_USER_REPORTS_PAGE_SIZE,
	types: USER_REPORT_TYPES,
	columns: [
		{
			title: 'Reported user',
			isMain: true,
			cell: ({ reportedUser }) => reportedUser.userName,
		},
		{ ...REPORT_COLUMNS.complaint, isMain: false },
		REPORT_COLUMNS.status,
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.count,
		REPORT_COLUMNS.date,
	],
	nameOf: ({ reportedUser, reporter }) =>
		`report about ${isolated(reportedUser.userName)} by ${isolated(reporter.userName)}`,
	targetLabel: 'this person',
	targetNameOf: ({ reportedUser }) => reportedUser.userName,
	targetOf: ({ reportedUser }) => reportedUser.id,
	targetNoun: { singular: 'person', plural: 'people' },
	notesHint:
		'“Warn” and “Ban user” show them to this person; otherwise only administrators see them.',
	find: async (id, signal) => {
		const reply = await callAdminApi(getUserReport, { params: { id }, signal });
		return { ...reply, report: reply.userReport, otherPending: reply.otherPending ?? [] };
	},
	reopen: (id) => callAdminApi(reopenUserReport, { params: { id } }),
	personOf: ({ reportedUser }) => reportedUser,
	bannedBy: (type, { reportedUser: { id } }) =>
		type === 'ban_user' ? { about: 'user', id } : undefined,
	dismiss: (id, body) => callAdminApi(dismissUserReport, { params: { id }, body }),
	resolve: (id, input) => {
		// The cast is safe: `decisions` below has none that bans an item or hides a review.
		const body = input as SchemaInput<typeof userReportResolution>;
		return callAdminApi(resolveUserReport, { params: { id }, body });
	},
	decisions: [
		{ ...SHARED_DECISIONS.reject, listNotes: FIXED_NOTES.dismissed },
		SHARED_DECISIONS.approve,
		{
			...SHARED_DECISIONS.warn_user,
			// Stored when the decision is made in the list, where no notes can be typed.
			listNotes: FIXED_NOTES.warned,
			question: ({ reportedUser }, notes = REPORT_DECISION_MESSAGES.warning()) =>
				`${isolated(reportedUser.userName)} is told: “${isolated(notes)}”`,
		},
		{
			...SHARED_DECISIONS.ban_user,
			question: ({ reportedUser }) =>
				`${isolated(reportedUser.userName)} is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { reportedUser }) => {
		if (type === 'ban_user' && reportedUser.isBanned) return false;
		return !(reportedUser.isGone && actsOnUser(type));
	},
	renderTarget: ({ reportedUser, itemId, deal }) => (
		<UserReportTarget person={reportedUser} itemId={itemId} deal={deal} />
	),
	renderMore: ({ id, status, roomId, chatKeptUntil }) =>
		(status === 'pending' ? roomId : chatKeptUntil) !== null && (
			<ReportedChat key={status} id={id} keptUntil={chatKeptUntil} />
		),
});
