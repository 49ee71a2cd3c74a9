import { PAGES } from '#contract/core/pages.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import type { OwnReportRow } from './own-queries.ts';

export function presentOwnReport(row: OwnReportRow): OwnReport {
	const page = row.kind === 'item' ? PAGES.item : PAGES.person;
	return {
		id: `${row.kind === 'item' ? 'i' : 'u'}${row.id}`,
		kind: row.kind,
		about: row.about,
		link: row.isPublic ? page.replace(':id', String(row.aboutId)) : null,
		type: row.type,
		complaint: row.complaint,
		status: row.status as OwnReport['status'],
		createdAt: row.createdAt.toISOString(),
		resolvedAt: row.resolvedAt?.toISOString() ?? null,
	};
}
