import { PAGES } from '#contract/core/pages.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import type { OwnReportRow } from './own-queries.ts';

const PAGE_OF = {
	item: PAGES.item,
	user: PAGES.person,
	wanted: PAGES.wantedPost,
	review: PAGES.person,
} as const;

export function presentOwnReport(row: OwnReportRow): OwnReport {
	return {
		// With the first letter of the kind, the id is unique among reports of all kinds.
		id: `${row.kind[0]}${row.id}`,
		kind: row.kind,
		about: row.about,
		link: row.isPublic ? PAGE_OF[row.kind].replace(':id', String(row.aboutId)) : null,
		type: row.type,
		complaint: row.complaint,
		status: row.status as OwnReport['status'],
		createdAt: row.createdAt.toISOString(),
		resolvedAt: row.resolvedAt?.toISOString() ?? null,
	};
}
