import { REPORT_ACTIONS, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_USER_REPORTS_PAGE_SIZE,
	type AdminUserReport,
	type adminUserReportsQuery,
	dismissUserReport,
	exportUserReports,
	getUserReport,
	listUserReports,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { USER_REPORT_TYPES } from '#contract/reports/reports.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { EXPORT_FAILED, isAboutPerson, REPORT_DECISIONS, typeOptions } from './labels.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import type { ReportFilters, ReportKind } from './report-kind.ts';
import { ReportedChat } from './reported-chat.tsx';
import { UserReportTarget } from './user-report-target.tsx';

/** The server validates the values from the URL. */
const toQuery = (query: ReportFilters) =>
	query as Partial<SchemaInput<typeof adminUserReportsQuery>>;

export const USER_REPORTS: ReportKind<AdminUserReport> = {
	subject: 'user-reports',
	heading: 'User reports',
	pageSize: ADMIN_USER_REPORTS_PAGE_SIZE,
	types: typeOptions(USER_REPORT_TYPES),
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
		REPORT_COLUMNS.date,
	],
	nameOf: ({ reportedUser, reporter }) =>
		`report about ${reportedUser.userName} by ${reporter.userName}`,
	targetLabel: 'this person',
	targetOf: ({ reportedUser }) => reportedUser.id,
	targetNoun: { singular: 'person', plural: 'people' },
	notesHint: '“Warn and resolve” shows them to this person',
	list: async (query, signal) => {
		const reply = await callAdminApi(listUserReports, { query: toQuery(query), signal });
		return { reports: reply.userReports, pagination: reply.pagination };
	},
	find: async (id, signal) => {
		const reply = await callAdminApi(getUserReport, { params: { id }, signal });
		return { report: reply.userReport, otherPending: reply.otherPending ?? [] };
	},
	decide: async (id, type, input) => {
		const reportAction = REPORT_ACTIONS[type];
		const params = { id };
		if (reportAction.call === 'dismiss')
			return callAdminApi(dismissUserReport, { params, body: input });
		const { action } = reportAction;
		if (action === 'item_banned') {
			throw new ApiError(400, { message: REPORT_DECISION_MESSAGES.invalidAction });
		}
		return callAdminApi(resolveUserReport, { params, body: { ...input, action } });
	},
	decisions: [
		{
			...REPORT_DECISIONS.warn_user,
			listNotes: REPORT_DECISION_MESSAGES.warnedNote,
			question: ({ reportedUser }, notes = REPORT_DECISION_MESSAGES.warning()) =>
				`${reportedUser.userName} is told: “${notes}”`,
		},
		{ ...REPORT_DECISIONS.reject, listNotes: REPORT_DECISION_MESSAGES.dismissedNote },
		REPORT_DECISIONS.approve,
		{
			...REPORT_DECISIONS.ban_user,
			question: ({ reportedUser }) =>
				`${reportedUser.userName} is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { reportedUser }) => !(reportedUser.isGone && isAboutPerson(type)),
	renderTarget: ({ reportedUser, itemId }) => (
		<UserReportTarget person={reportedUser} itemId={itemId} />
	),
	renderMore: ({ id, status, roomId }) =>
		status === 'pending' && roomId !== null && <ReportedChat id={id} />,
	renderExport: (filters) => (
		<ExportButton
			endpoint={exportUserReports}
			input={{ query: toQuery(filters) }}
			label="Export CSV"
			failureMessage={EXPORT_FAILED}
		/>
	),
};
