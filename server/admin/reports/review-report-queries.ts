import { sql } from 'drizzle-orm';
import type { DealRole, ReviewTag } from '#contract/deals/facts.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { reviewReports, searchTextOfReviewReport } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { REVIEW_REPORTS } from '#server/features/reports/queries.ts';
import type { ReportList, ReportRow } from './search-queries.ts';

/** A report about a review, with the review and its people as they are now. */
export interface ReviewReportRow extends ReportRow {
	reviewId: number;
	role: DealRole;
	stars: number;
	tags: ReviewTag[];
	text: string | null;
	answer: string | null;
	answeredAt: string | null;
	writtenAt: string;
	isHidden: boolean;
	itemId: number;
	writerId: number;
	writerName: string;
	writerIsGone: boolean;
	aboutId: number;
	aboutName: string;
	aboutIsGone: boolean;
}

/** The columns, joins and search of the list of reports about reviews. */
export const REVIEW_REPORT_LIST: ReportList = {
	...REVIEW_REPORTS,
	columns: sql`
		review.id as "reviewId", review.role, review.stars, review.tags, review.text, review.answer,
		review.answered_at as "answeredAt", review.created_at as "writtenAt",
		review.hidden_at is not null as "isHidden", sale.item_id as "itemId",
		writer.id as "writerId", writer.user_name as "writerName",
		writer.deleted_at is not null as "writerIsGone",
		about.id as "aboutId", about.user_name as "aboutName", about.deleted_at is not null as "aboutIsGone"`,
	joins: sql`
		join ${dealReviews} review on review.id = report.review_id
		join ${dealSales} sale on sale.id = review.sale_id
		join ${users} writer on writer.id = review.writer_id
		join ${users} about on about.id = review.about_id`,
	matchesSearch: (text) =>
		sql`${searchTextOfReviewReport(reviewReports)} like ${containsPattern(text)}`,
};
