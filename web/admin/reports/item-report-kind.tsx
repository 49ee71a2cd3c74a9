import { REPORT_ACTIONS, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REPORTS_PAGE_SIZE,
	type AdminItemReport,
	type adminReportsQuery,
	dismissReport,
	exportReports,
	getReport,
	listReports,
	resolveReport,
} from '#contract/admin/reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { ITEM_REPORT_TYPES } from '#contract/reports/reports.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { ItemReportTarget } from './item-report-target.tsx';
import { EXPORT_FAILED, isAboutPerson, REPORT_DECISIONS, typeOptions } from './labels.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import type { ReportFilters, ReportKind } from './report-kind.ts';

/** The server validates the values from the URL. */
const toQuery = (query: ReportFilters) => query as Partial<SchemaInput<typeof adminReportsQuery>>;

export const ITEM_REPORTS: ReportKind<AdminItemReport> = {
	subject: 'reports',
	heading: 'Item reports',
	pageSize: ADMIN_REPORTS_PAGE_SIZE,
	types: typeOptions(ITEM_REPORT_TYPES),
	columns: [
		REPORT_COLUMNS.complaint,
		{ title: 'Item', cell: ({ Item }) => Item.title },
		REPORT_COLUMNS.status,
		{ title: 'Owner', visibleFrom: 'widest', cell: ({ Item }) => Item.Owner.userName },
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.date,
	],
	nameOf: ({ Item, reporter }) => `report about ${Item.title} by ${reporter.userName}`,
	targetLabel: 'this item',
	targetOf: ({ Item }) => Item.id,
	targetNoun: { singular: 'item', plural: 'items' },
	notesHint: '“Warn and resolve” and “Ban item” show them to the owner',
	list: (query, signal) => callAdminApi(listReports, { query: toQuery(query), signal }),
	find: async (id, signal) => {
		const { report, otherPending = [] } = await callAdminApi(getReport, { params: { id }, signal });
		return { report, otherPending };
	},
	decide: (id, type, input) => {
		const reportAction = REPORT_ACTIONS[type];
		const params = { id };
		if (reportAction.call === 'dismiss')
			return callAdminApi(dismissReport, { params, body: input });
		return callAdminApi(resolveReport, { params, body: { ...input, action: reportAction.action } });
	},
	decisions: [
		REPORT_DECISIONS.approve,
		REPORT_DECISIONS.reject,
		{
			...REPORT_DECISIONS.warn_user,
			question: ({ Item }, notes = REPORT_DECISION_MESSAGES.warning(Item.title)) =>
				`${Item.Owner.userName}, who owns “${Item.title}”, is told: “${notes}”`,
		},
		{
			type: 'ban_item',
			label: 'Ban item',
			key: 'b',
			isDestructive: true,
			isSecondary: true,
			question: ({ Item }) => `“${Item.title}” leaves the market at once. Ban this item?`,
		},
		{
			...REPORT_DECISIONS.ban_user,
			question: ({ Item }) =>
				`${Item.Owner.userName}, who owns “${Item.title}”, is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { Item }) => {
		if (type === 'ban_item') return !Item.isDeleted;
		return !(Item.Owner.isGone && isAboutPerson(type));
	},
	renderTarget: ({ Item }) => <ItemReportTarget item={Item} />,
	renderExport: (filters) => (
		<ExportButton
			endpoint={exportReports}
			input={{ query: toQuery(filters) }}
			label="Export CSV"
			failureMessage={EXPORT_FAILED}
		/>
	),
};
