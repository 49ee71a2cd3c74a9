import type { AdminWanted, AdminWantedReport } from '#contract/admin/wanted.ts';
import { pick } from '#contract/core/pick.ts';
import { WANTED_FIELD_LABELS } from '#contract/wanted/facts.ts';
import { WANTED_FIELD_NAMES } from '#contract/wanted/schemas.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import { statusOf } from '#server/features/wanted/present.ts';
import type { AdminWantedRow, PendingReportRow } from './list-queries.ts';

/** A wanted post as administrators see it. */
export function presentAdminWanted(row: AdminWantedRow): AdminWanted {
	return {
		id: row.id,
		...pick(row, WANTED_FIELD_NAMES),
		status: statusOf(row),
		...(row.isDeleted && { isDeleted: true as const }),
		adminNotes: row.removalReason,
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		answers: row.answers,
		reports: row.reports,
		User: {
			id: row.userId,
			userName: row.userName,
			email: row.email,
			...(row.isAskerBanned && { isBanned: true as const }),
			...(row.isAskerGone && { isGone: true as const }),
		},
	};
}

/** A pending report about a wanted post. */
export function presentPendingReport({ reporter, ...row }: PendingReportRow): AdminWantedReport {
	const isGone = reporter.deletedAt !== null;
	return {
		...row,
		type: row.type as AdminWantedReport['type'],
		createdAt: row.createdAt.toISOString(),
		reporter: { id: reporter.id, userName: reporter.userName, ...(isGone && { isGone }) },
	};
}

/** The columns of the CSV export. */
export const WANTED_COLUMNS: readonly Column<AdminWantedRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	...WANTED_FIELD_NAMES.map((name) => ({
		title: WANTED_FIELD_LABELS[name],
		value: (row: AdminWantedRow) => row[name],
	})),
	{ title: 'Status', value: (row) => (row.isDeleted ? 'deleted' : statusOf(row)) },
	{ title: 'Admin notes', value: ({ removalReason }) => removalReason },
	{ title: 'Created', value: ({ createdAt }) => createdAt },
	{ title: 'Ends', value: ({ expiresAt }) => expiresAt },
	{ title: 'Answers', value: ({ answers }) => answers },
	{ title: 'Pending reports', value: ({ reports }) => reports },
	{ title: 'Owner number', value: ({ userId }) => userId },
	{ title: 'Owner', value: ({ userName }) => userName },
	{ title: 'Owner email', value: ({ email }) => email },
];
