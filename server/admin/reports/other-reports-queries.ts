import { and, asc, eq, ne } from 'drizzle-orm';
import { OTHER_REPORTS_MAX } from '#contract/admin/report-decisions.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/users.ts';
import type { ReportList } from './search-queries.ts';

/** Another pending report about the same target. */
export interface OtherReportRow {
	id: number;
	type: string;
	complaint: string;
	createdAt: Date;
	reporter: { id: number; userName: string; deletedAt: Date | null };
}

/** Other pending reports about the same item, user or review: oldest first, at most `OTHER_REPORTS_MAX`. */
export function listOtherPendingReports(
	db: Db,
	{ table, target }: ReportList,
	{ targetId, reportId }: { targetId: number; reportId: number },
): Promise<OtherReportRow[]> {
	return db
		.select({
			id: table.id,
			type: table.type,
			complaint: table.complaint,
			createdAt: table.createdAt,
			reporter: { id: users.id, userName: users.userName, deletedAt: users.deletedAt },
		})
		.from(table)
		.innerJoin(users, eq(users.id, table.reporterId))
		.where(and(eq(target, targetId), eq(table.status, 'pending'), ne(table.id, reportId)))
		.orderBy(asc(table.id))
		.limit(OTHER_REPORTS_MAX);
}
