import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type AdminItemReport,
	type AdminUserReport,
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
import { type StoredRows, storeRows } from './stored-rows.ts';

type AnyReport = AdminItemReport | AdminUserReport;

let lastId = 700;

function pendingReport() {
	lastId += 1;
	return {
		id: lastId,
		complaint: 'It leaks.',
		action: null,
		adminNotes: null,
		status: 'pending',
		createdAt: '2026-02-03T04:05:06.000Z',
		resolvedAt: null,
		resolver: null,
		reporter: { id: 8, userName: 'Meena' },
		pendingForTarget: 1,
		reportsForTarget: 1,
		reportersForTarget: 1,
	} as const;
}

/** A report about Ravi's item of this title. */
export function itemReport(
	title: string,
	{ item, ...changes }: Partial<AdminItemReport> & { item?: Partial<AdminItemReport['Item']> } = {},
): AdminItemReport {
	const Owner = { id: 9, userName: 'Ravi', isBanned: false };
	const about = { title, status: 'available', isDeleted: false, image: null, Owner } as const;
	const report = pendingReport();
	return { ...report, type: 'fraud', Item: { id: report.id, ...about, ...item }, ...changes };
}

/** A report about a user of this name. */
export function userReport(
	userName: string,
	{
		person,
		...changes
	}: Partial<AdminUserReport> & { person?: Partial<AdminUserReport['reportedUser']> } = {},
): AdminUserReport {
	const report = { ...pendingReport(), complaint: 'Rude.', itemId: null };
	const chat = { roomId: null, chatKeptUntil: null, deal: null };
	const user = { id: report.id, userName, isVerified: false, isBanned: false, ...person };
	return { ...report, ...chat, type: 'harassment', reportedUser: user, ...changes };
}

/** Fakes the calls of the back-office that list and decide these reports about items, newest first. */
export function fakeItemReports(
	...reports: readonly AdminItemReport[]
): StoredRows<AdminItemReport> {
	const stored = storeRows(reports);
	const target = ({ Item }: AdminItemReport) => Item.id;

	fakeApi.answer(listReports, ({ query }) => {
		const { rows, pagination } = listPage(stored, target, query);
		return { success: true, reports: rows, pagination };
	});
	fakeApi.answer(getReport, ({ params: { id } }) => ({
		success: true,
		report: currentReport(stored, target, id),
		otherPending: otherPendingOf(stored, target, id),
	}));
	fakeApi.answer(dismissReport, ({ params: { id }, body }) => {
		stored.change([id, ...alsoDecidedIds(body)], {
			status: 'dismissed',
			...decisionFields(body.notes),
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
	fakeApi.answer(resolveReport, ({ params: { id }, body }) => {
		const { action, notes } = body;
		stored.change([id, ...alsoDecidedIds(body)], {
			status: 'resolved',
			action,
			...decisionFields(notes),
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
	});
	return stored;
}

/** Fakes the calls of the back-office that list and decide these reports about users, newest first. */
export function fakeUserReports(
	...reports: readonly AdminUserReport[]
): StoredRows<AdminUserReport> {
	const stored = storeRows(reports);
	const target = ({ reportedUser }: AdminUserReport) => reportedUser.id;

	fakeApi.answer(listUserReports, ({ query }) => {
		const { rows, pagination } = listPage(stored, target, query);
		return { success: true, userReports: rows, pagination };
	});
	fakeApi.answer(getUserReport, ({ params: { id } }) => ({
		success: true,
		userReport: currentReport(stored, target, id),
		otherPending: otherPendingOf(stored, target, id),
	}));
	fakeApi.answer(dismissUserReport, ({ params: { id }, body }) => {
		stored.change([id, ...alsoDecidedIds(body)], {
			status: 'dismissed',
			...decisionFields(body.notes),
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.dismissed };
	});
	fakeApi.answer(resolveUserReport, ({ params: { id }, body }) => {
		const { action, notes } = body;
		stored.change([id, ...alsoDecidedIds(body)], {
			status: 'resolved',
			action,
			...decisionFields(notes),
		});
		return { success: true, message: REPORT_DECISION_MESSAGES.resolved };
	});
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
function listPage<Report extends AnyReport>(
	stored: StoredRows<Report>,
	target: (report: Report) => number,
	{ status, sort, each, ...query }: ListQuery,
) {
	const rows = stored.all().map(({ id }) => currentReport(stored, target, id));
	const matching = rows.filter((report) => (status ?? report.status) === report.status);
	// The rows are newest first, so the last entry of a target, which the map keeps, is its oldest report.
	const oldestIds = new Map(matching.map((report) => [target(report), report.id]));
	return storeRows(sort === 'oldest' ? matching.toReversed() : matching).page(
		query,
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

function decisionFields(notes: string | undefined | null) {
	const resolver = { id: ADMIN.id, username: ADMIN.username };
	return { adminNotes: notes || null, resolver, resolvedAt: '2026-02-04T04:05:06.000Z' };
}

/** The ids of the other reports that a decision is for as well. */
function alsoDecidedIds({
	wholeTarget,
	otherReports = [],
}: {
	wholeTarget: boolean;
	otherReports?: number[];
}) {
	return wholeTarget ? otherReports : [];
}
