import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { REPORT_KINDS, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { fromMicroseconds, toMicroseconds } from '#server/db/expressions.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { isOpen, wantedPosts } from '#server/db/schema/wanted.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';
import { ITEM_IS_PUBLIC, PERSON_IS_PUBLIC, type ReportTable } from './queries.ts';

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

/** A user's reports of every kind, newest first. Each part of the union reads at most one page along its index. */
export async function listReportsByReporter(
	db: Db,
	reporterId: number,
	limit: number,
	after: ReportPosition | undefined,
): Promise<OwnReportRow[]> {
	const ofItems = db
		.select({
			...sharedColumns('item', itemReports),
			aboutId: sql<number>`${items.id}`.as('about_id'),
			about: sql<string>`${items.title}`.as('about'),
			isPublic: ITEM_IS_PUBLIC.as('is_public'),
		})
		.from(itemReports)
		.innerJoin(items, eq(items.id, itemReports.itemId))
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(eq(itemReports.reporterId, reporterId), isAfter(after, 'item', itemReports)))
		.orderBy(desc(itemReports.createdAt), desc(itemReports.id))
		.limit(limit);
	const ofPeople = db
		.select({
			...sharedColumns('user', userReports),
			aboutId: sql<number>`${users.id}`.as('about_id'),
			about: sql<string>`${users.userName}`.as('about'),
			isPublic: PERSON_IS_PUBLIC.as('is_public'),
		})
		.from(userReports)
		.innerJoin(users, eq(users.id, userReports.reportedId))
		.where(and(eq(userReports.reporterId, reporterId), isAfter(after, 'user', userReports)))
		.orderBy(desc(userReports.createdAt), desc(userReports.id))
		.limit(limit);
	const ofWanted = db
		.select({
			...sharedColumns('wanted', wantedReports),
			aboutId: sql<number>`${wantedPosts.id}`.as('about_id'),
			about: sql<string>`${wantedPosts.title}`.as('about'),
			isPublic: sql<boolean>`(${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} > now()
				and ${PERSON_IS_PUBLIC})`.as('is_public'),
		})
		.from(wantedReports)
		.innerJoin(wantedPosts, eq(wantedPosts.id, wantedReports.wantedId))
		.innerJoin(users, eq(users.id, wantedPosts.userId))
		.where(and(eq(wantedReports.reporterId, reporterId), isAfter(after, 'wanted', wantedReports)))
		.orderBy(desc(wantedReports.createdAt), desc(wantedReports.id))
		.limit(limit);
	const ofReviews = db
		.select({
			...sharedColumns('review', reviewReports),
			aboutId: sql<number>`${users.id}`.as('about_id'),
			about: sql<string>`${REPORT_MESSAGES.reviewOf('')}::text || ${users.userName}`.as('about'),
			isPublic: sql<boolean>`(${dealReviews.hiddenAt} is null and ${PERSON_IS_PUBLIC})`.as(
				'is_public',
			),
		})
		.from(reviewReports)
		.innerJoin(dealReviews, eq(dealReviews.id, reviewReports.reviewId))
		.innerJoin(users, eq(users.id, dealReviews.aboutId))
		.where(and(eq(reviewReports.reporterId, reporterId), isAfter(after, 'review', reviewReports)))
		.orderBy(desc(reviewReports.createdAt), desc(reviewReports.id))
		.limit(limit);
	return unionAll(ofItems, ofPeople, ofWanted, ofReviews)
		.orderBy(sql`created_at desc, kind desc, id desc`)
		.limit(limit);
}

function sharedColumns(kind: ReportPosition['kind'], table: ReportTable) {
	return {
		kind: sql<ReportPosition['kind']>`${sql.raw(`'${kind}'::text`)}`.as('kind'),
		id: table.id,
		type: table.type,
		complaint: table.complaint,
		status: table.status,
		createdAt: table.createdAt,
		resolvedAt: table.resolvedAt,
		sentAtUs: toMicroseconds(table.createdAt).as('sent_at_us'),
	};
}

/**
 * Condition for reports after a position, in the order of time, kind and id. The first comparison alone can use the
 * index.
 */
function isAfter(
	after: ReportPosition | undefined,
	kind: ReportPosition['kind'],
	table: ReportTable,
): SQL | undefined {
	if (!after) return undefined;
	const sentAt = fromMicroseconds(after.sentAtUs);
	return sql`${table.createdAt} <= ${sentAt} and (${table.createdAt} < ${sentAt}
		or (${kind}::text, ${table.id}) < (${after.kind}::text, ${after.id}::integer))`;
}

type ReportKind = (typeof REPORT_KINDS)[number];

/** The last report of a page; the next page continues after it (keyset cursor). */
interface ReportPosition {
	/** When the report was sent, in microseconds since 1970: the precision of PostgreSQL. */
	sentAtUs: number;
	kind: ReportKind;
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
