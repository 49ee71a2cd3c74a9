import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
} from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REPORTS_PAGE_SIZE,
	type AdminItemReport,
	dismissReport,
	exportReports,
	getReport,
	listReports,
	reopenReport,
	resolveReport,
} from '#contract/admin/reports.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { CONTENT_REPORT_TYPES } from '#contract/reports/facts.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { ItemReportTarget } from './item-report-target.tsx';
import { REPORT_COLUMNS } from './report-columns.tsx';
import { reportKind } from './report-kind.ts';
import { actsOnUser, SHARED_DECISIONS } from './shared-decisions.ts';

/** Reports about items: their list, panel and decisions. */
export const ITEM_REPORTS = reportKind<AdminItemReport>({
	dataKind: 'reports',
	heading: ADMIN_PAGE_TABLE.reports.label,
	list: listFrom(listReports, ({ reports, pagination }) => ({ rows: reports, pagination })),
	exportEndpoint: exportReports,
	pageSize: ADMIN_REPORTS_PAGE_SIZE,
	types: CONTENT_REPORT_TYPES,
	columns: [
		REPORT_COLUMNS.complaint,
		{ title: 'Item', cell: ({ Item }) => Item.title },
		REPORT_COLUMNS.status,
		{ title: 'Owner', visibleFrom: 'widest', cell: ({ Item }) => Item.Owner.userName },
		REPORT_COLUMNS.reporter,
		REPORT_COLUMNS.type,
		REPORT_COLUMNS.count,
		REPORT_COLUMNS.date,
	],
	nameOf: ({ Item, reporter }) =>
		`report about ${isolated(Item.title)} by ${isolated(reporter.userName)}`,
	targetLabel: 'this item',
	targetNameOf: ({ Item }) => Item.title,
	targetOf: ({ Item }) => Item.id,
	targetNoun: { singular: 'item', plural: 'items' },
	notesHint:
		'“Warn”, “Ban item” and “Ban user” show them to the owner; otherwise only administrators see them.',
	find: async (id, signal) => {
		const { otherPending = [], ...found } = await callAdminApi(getReport, {
			params: { id },
			signal,
		});
		return { ...found, otherPending };
	},
	reopen: (id) => callAdminApi(reopenReport, { params: { id } }),
	personOf: ({ Item }) => Item.Owner,
	bannedBy: (type, { Item }) => {
		if (type === 'ban_user') return { about: 'user', id: Item.Owner.id };
		return type === 'ban_item' ? { about: 'item', id: Item.id } : undefined;
	},
	dismiss: (id, body) => callAdminApi(dismissReport, { params: { id }, body }),
	resolve: (id, input) => {
		// The cast is safe: `decisions` below has none that hides a review.
		const body = input as SchemaInput<typeof itemReportResolution>;
		return callAdminApi(resolveReport, { params: { id }, body });
	},
	decisions: [
		SHARED_DECISIONS.reject,
		SHARED_DECISIONS.approve,
		{
			...SHARED_DECISIONS.warn_user,
			question: ({ Item }, notes = REPORT_DECISION_MESSAGES.warning(Item.title)) =>
				`${isolated(Item.Owner.userName)}, who owns “${isolated(Item.title)}”, is told: “${isolated(notes)}”`,
		},
		{
			type: 'ban_item',
			label: 'Ban item',
			key: 'b',
			isDestructive: true,
			isSecondary: true,
			question: ({ Item }) => `“${isolated(Item.title)}” leaves the market at once. Ban this item?`,
		},
		{
			...SHARED_DECISIONS.ban_user,
			question: ({ Item }) =>
				`${isolated(Item.Owner.userName)}, who owns “${isolated(Item.title)}”, is signed out at once and can't come back. Ban this user?`,
		},
	],
	isPossible: (type, { Item }) => {
		if (type === 'ban_item') return !Item.isDeleted;
		if (type === 'ban_user' && Item.Owner.isBanned) return false;
		return !(Item.Owner.isGone && actsOnUser(type));
	},
	renderTarget: ({ Item }, item) => <ItemReportTarget item={Item} details={item} />,
});
