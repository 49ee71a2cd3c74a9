import * as z from 'zod/mini';
import { REPORT_KINDS, REPORT_MESSAGES, type ReportSubject } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, sql } from '#server/db/drizzle.ts';
import { fromMicroseconds, isPublic, toMicroseconds } from '#server/db/expressions.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { isOpen, wantedPosts } from '#server/db/schema/wanted.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

/** A report as its sender sees it. */
export interface OwnReportRow extends ReportPosition {
	/** The reported item, user or wanted post; for a review, the user whom it is about. */
	aboutId: number;
	/** The current title, or the user's current name. */
	about: string;
	/** Whether the reported item, user, post or review is public. */
	isPublic: boolean;
	type: string;
	complaint: string;
	status: string;
	createdAt: Date;
	resolvedAt: Date | null;
}

const KIND = reports.kind;

/** The current title, or the name of the user whom the report or the reviewed deal is about. */
const ABOUT = sql<string>`case ${KIND} when 'item' then ${items.title} when 'wanted' then ${wantedPosts.title}
	when 'review' then ${REPORT_MESSAGES.reviewOf('')}::text || ${users.userName} else ${users.userName} end`;

/** Items and posts are public together with their owner, a review with the user whom it is about. */
const IS_PUBLIC = sql<boolean>`(${isPublic(users)} and case ${KIND} when 'item' then ${isPublic(items)}
	when 'wanted' then ${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} > now()
	when 'review' then ${dealReviews.hiddenAt} is null else true end)`;

/** A user's reports of every kind, newest first. */
export async function listReportsByReporter(
	db: Db,
	reporterId: number,
	limit: number,
	after: ReportPosition | undefined,
): Promise<OwnReportRow[]> {
	return db
		.select({
			kind: KIND,
			id: reports.id,
			aboutId: sql<number>`coalesce(${items.id}, ${wantedPosts.id}, ${users.id})`,
			about: ABOUT,
			isPublic: IS_PUBLIC,
			type: reports.type,
			complaint: reports.complaint,
			status: reports.status,
			createdAt: reports.createdAt,
			resolvedAt: reports.resolvedAt,
			sentAtUs: toMicroseconds(reports.createdAt),
		})
		.from(reports)
		.leftJoin(items, eq(items.id, reports.itemId))
		.leftJoin(wantedPosts, eq(wantedPosts.id, reports.wantedId))
		.leftJoin(dealReviews, eq(dealReviews.id, reports.reviewId))
		.innerJoin(
			users,
			sql`${users.id} = coalesce(
				${reports.reportedId}, ${items.sellerId}, ${wantedPosts.userId}, ${dealReviews.aboutId})`,
		)
		.where(and(eq(reports.reporterId, reporterId), after && isAfter(after)))
		.orderBy(desc(reports.createdAt), desc(KIND), desc(reports.id))
		.limit(limit);
}

/** Condition for reports after a position. The index on the time serves its first part. */
const isAfter = ({ sentAtUs, kind, id }: ReportPosition) =>
	sql`(${reports.createdAt}, ${KIND}, ${reports.id}) < (${fromMicroseconds(sentAtUs)}, ${kind}::text, ${id}::integer)`;

/** The last report of a page; the next page continues after it (keyset cursor). */
interface ReportPosition {
	/** When the report was sent, in microseconds since 1970: the precision of PostgreSQL. */
	sentAtUs: number;
	kind: ReportSubject;
	id: number;
}

const cursor = createCursor(z.tuple([positionTimestamp, z.enum(REPORT_KINDS), positionId]));

export function encodePosition({ sentAtUs, kind, id }: ReportPosition): string {
	return cursor.encode([sentAtUs, kind, id]);
}

/** @throws AppError invalid for a cursor that the server did not issue */
export function decodePosition(encoded: string): ReportPosition {
	const [sentAtUs, kind, id] = cursor.decode(encoded);
	return { sentAtUs, kind, id };
}
