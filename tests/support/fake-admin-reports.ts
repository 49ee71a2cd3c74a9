import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type AdminItemReport,
	type AdminUserReport,
	adminItemReport,
	adminUserReport,
	dismissReport,
	dismissUserReport,
	getReport,
	getUserReport,
	listReports,
	listUserReports,
	resolveReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import { fakeApi } from './fake-api.ts';
import { ADMIN } from './render-admin-page.tsx';
import { sample } from './sample.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';

type AnyReport = AdminItemReport | AdminUserReport;

/** The only report about its target, by Meena. */
export const MEENAS_REPORT = {
	reporter: { id: 8, userName: 'Meena' },
	pendingForTarget: 1,
	reportsForTarget: 1,
	reportersForTarget: 1,
};

let lastId = 700;

/** A report about Ravi's item of this title. */
export function itemReport(
	title: string,
	{ item, ...changes }: Partial<AdminItemReport> & { item?: Partial<AdminItemReport['Item']> } = {},
): AdminItemReport {
	lastId += 1;
	const Owner = { id: 9, userName: 'Ravi', isBanned: false };
	const Item = { ...sample(adminItemReport).Item, id: lastId, title, Owner, ...item };
	const words = { complaint: 'It leaks.', type: 'fraud' } as const;
	return sample(adminItemReport, { id: lastId, ...MEENAS_REPORT, ...words, Item, ...changes });
}

/** A report about a user of this name. */
export function userReport(
	userName: string,
	{
		person,
		...changes
	}: Partial<AdminUserReport> & { person?: Partial<AdminUserReport['reportedUser']> } = {},
): AdminUserReport {
	lastId += 1;
	const reportedUser = { ...sample(adminUserReport).reportedUser, id: lastId, userName, ...person };
	const fields = { id: lastId, ...MEENAS_REPORT, complaint: 'Rude.', reportedUser };
	return sample(adminUserReport, { ...fields, ...changes });
}

/** Fakes the calls of the back-office that list and decide these reports about items, newest first. */
export function fakeItemReports(
	...reports: readonly AdminItemReport[]
): StoredRows<AdminItemReport> {
	const stored = storeRows(reports);
	const target = ({ Item }: AdminItemReport) => Item.id;

	fakeApi.answer(listReports, ({ query }) => listPage('reports', stored, target, query));
	fakeApi.answer(getReport, ({ params: { id } }) => ({
		report: currentReport(stored, target, id),
		otherPending: otherPendingOf(stored, target, id),
	}));
	fakeApi.answer(dismissReport, ({ params, body }) =>
		stored.change(decidedIds(params.id, body), ...dismissal(body)),
	);
	fakeApi.answer(resolveReport, ({ params, body }) =>
		stored.change(decidedIds(params.id, body), ...resolution(body)),
	);
	return stored;
}

/** Fakes the calls of the back-office that list and decide these reports about users, newest first. */
export function fakeUserReports(
	...reports: readonly AdminUserReport[]
): StoredRows<AdminUserReport> {
	const stored = storeRows(reports);
	const target = ({ reportedUser }: AdminUserReport) => reportedUser.id;

	fakeApi.answer(listUserReports, ({ query }) => listPage('userReports', stored, target, query));
	fakeApi.answer(getUserReport, ({ params: { id } }) => ({
		userReport: currentReport(stored, target, id),
		otherPending: otherPendingOf(stored, target, id),
	}));
	fakeApi.answer(dismissUserReport, ({ params, body }) =>
		stored.change(decidedIds(params.id, body), ...dismissal(body)),
	);
	fakeApi.answer(resolveUserReport, ({ params, body }) =>
		stored.change(decidedIds(params.id, body), ...resolution(body)),
	);
	return stored;
}

interface ListQuery {
	page: number;
	limit: number;
	status?: AnyReport['status'] | undefined;
	sort: 'newest' | 'oldest';
	each?: 'target' | undefined;
}

/** A page of the matching reports. With `each`, it contains only the oldest of them about each target. */
function listPage<Name extends string, Report extends AnyReport>(
	name: Name,
	stored: StoredRows<Report>,
	target: (report: Report) => number,
	{ status, sort, each, ...paging }: ListQuery,
) {
	const rows = stored.all().map(({ id }) => currentReport(stored, target, id));
	const matching = rows.filter((report) => (status ?? report.status) === report.status);
	// The rows are newest first, so the last entry of a target, which the map keeps, is its oldest report.
	const oldestIds = new Map(matching.map((report) => [target(report), report.id]));
	return storeRows(sort === 'oldest' ? matching.toReversed() : matching).page(
		name,
		paging,
		(report) => each === undefined || oldestIds.get(target(report)) === report.id,
	);
}

/** The other pending reports about the target of a report, oldest first. */
function otherPendingOf<Report extends AnyReport>(
	stored: StoredRows<Report>,
	target: (report: Report) => number,
	id: number,
): Report[] {
	const isOther = (report: Report) =>
		report.id !== id && target(report) === target(stored.get(id)) && report.status === 'pending';
	return stored.all().filter(isOther).toReversed();
}

/** A report as the server returns it, with the number of pending reports about its target. */
function currentReport<Report extends AnyReport>(
	stored: StoredRows<Report>,
	target: (report: Report) => number,
	id: number,
): Report {
	return { ...stored.get(id), pendingForTarget: otherPendingOf(stored, target, id).length + 1 };
}

interface Decision {
	notes?: string | null | undefined;
	wholeTarget: boolean;
	otherReports?: number[] | undefined;
}

/** The ids of the reports that a decision is for. */
const decidedIds = (id: number, { wholeTarget, otherReports = [] }: Decision) =>
	wholeTarget ? [id, ...otherReports] : [id];

const fieldsOf = ({ notes }: Decision) => ({
	adminNotes: notes || null,
	resolver: { id: ADMIN.id, username: ADMIN.username },
	resolvedAt: '2026-02-04T04:05:06.000Z',
});

/** The changes by a decision, and the message about it. */
const dismissal = (decision: Decision) =>
	[{ status: 'dismissed', ...fieldsOf(decision) }, REPORT_DECISION_MESSAGES.dismissed] as const;
const resolution = <Action>({ action, ...decision }: Decision & { action: Action }) =>
	[
		{ status: 'resolved', action, ...fieldsOf(decision) },
		REPORT_DECISION_MESSAGES.resolved,
	] as const;
