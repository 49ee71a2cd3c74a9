import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
	type reportDismissal,
	type reviewReportResolution,
	type wantedReportResolution,
} from '#contract/admin/report-decisions.ts';
import {
	CHAT_EXCERPT_MAX,
	countOpenReports as countOpenReportsEndpoint,
	dismissReport,
	dismissUserReport,
	exportReports,
	exportUserReports,
	getReport,
	getReportedChat,
	getUserReport,
	listReports,
	listUserReports,
	reopenReport as reopenReportEndpoint,
	reopenUserReport,
	resolveOpenReports as resolveOpenReportsEndpoint,
	resolveReport,
	resolveUserReport,
} from '#contract/admin/reports.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	dismissReviewReport,
	exportReviewReports,
	getReviewReport,
	listReviewReports,
	reopenReviewReport,
	resolveReviewReport,
	unhideReview as unhideReviewEndpoint,
} from '#contract/admin/review-reports.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { itemSection } from '#server/admin/items.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { adminList, type Column } from '#server/admin/kit/list.ts';
import { listPersonRecords, listReportHistory } from '#server/admin/kit/queries.ts';
import { type Actor, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { isShownTo, messages } from '#server/db/schema/chats.ts';
import { isChatKept, reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from '#server/features/chat/photos/queries.ts';
import { presentPhotos } from '#server/features/chat/present.ts';
import { unhideReview } from '#server/features/deals/reviews/moderation.ts';
import {
	countOpenReports,
	decideReport,
	reopenReport,
	resolveOpenReports,
} from '#server/features/reports/decide.ts';
import { isReport, type ReportKind, USER_REPORTS } from '#server/features/reports/queries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import {
	ITEM_REPORT_COLUMNS,
	presentItemReport,
	presentPendingReport,
	presentPersonRecord,
	presentReviewReport,
	presentUserReport,
	REVIEW_REPORT_COLUMNS,
	USER_REPORT_COLUMNS,
} from './present.ts';
import {
	ITEM_REPORT_LIST,
	listPendingReports,
	REVIEW_REPORT_LIST,
	type ReportList,
	type ReportRow,
	reportListing,
	USER_REPORT_LIST,
} from './queries.ts';

/** Routes for reports about items, users and reviews, and their decisions. */
export function adminReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const items = itemSection(deps);
	const ofItems = reportHandlers(deps, ITEM_REPORT_LIST, presentItemReport, ITEM_REPORT_COLUMNS);
	route(app, listReports, async (call) => {
		const { rows, pagination } = await ofItems.list(call);
		return { reports: rows, pagination };
	});
	route(app, exportReports, ofItems.export);
	route(app, getReport, async (call) => {
		const found = await ofItems.oneCase(call);
		const item = await items.find(deps.db, found.report.Item.id);
		return { ...found, item: item ? items.present(item) : null };
	});
	route(app, resolveReport, ofItems.resolve);
	route(app, dismissReport, ofItems.dismiss);
	route(app, reopenReportEndpoint, ofItems.reopen);

	const ofUsers = reportHandlers(deps, USER_REPORT_LIST, presentUserReport, USER_REPORT_COLUMNS);
	route(app, listUserReports, async (call) => {
		const { rows, pagination } = await ofUsers.list(call);
		return { userReports: rows, pagination };
	});
	route(app, exportUserReports, ofUsers.export);
	route(app, getUserReport, async (call) => {
		const { report, ...more } = await ofUsers.oneCase(call);
		return { userReport: report, ...more };
	});
	route(app, resolveUserReport, ofUsers.resolve);
	route(app, dismissUserReport, ofUsers.dismiss);
	route(app, reopenUserReport, ofUsers.reopen);

	reviewReportRoutes(app, deps);
	openReportRoutes(app, deps);

	route(app, getReportedChat, async ({ params, request }) => {
		const messages = await readReportedChat(deps.db, actorOf(request), params.id);
		return {
			messages: messages.map(({ photos, createdAt, ...row }) => ({
				...row,
				photos: presentPhotos(photos ?? [], { reportId: params.id }, deps.photoUrls),
				createdAt: createdAt.toISOString(),
			})),
		};
	});
}

/** The pending reports that a ban answers. */
function openReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(app, countOpenReportsEndpoint, async ({ query }) => ({
		count: await countOpenReports(deps.db, query),
	}));

	route(app, resolveOpenReportsEndpoint, async ({ body, caller, request }) => {
		const administrator = { ...actorOf(request), adminId: caller.id };
		const count = await resolveOpenReports(deps, administrator, body);
		return { message: REPORT_DECISION_MESSAGES.openResolved(count) };
	});
}

function reviewReportRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const ofReviews = reportHandlers(
		deps,
		REVIEW_REPORT_LIST,
		presentReviewReport,
		REVIEW_REPORT_COLUMNS,
	);
	route(app, listReviewReports, async (call) => {
		const { rows, pagination } = await ofReviews.list(call);
		return { reviewReports: rows, pagination };
	});
	route(app, exportReviewReports, ofReviews.export);
	route(app, getReviewReport, async (call) => {
		const { report, ...more } = await ofReviews.oneCase(call);
		return { reviewReport: report, ...more };
	});
	route(app, resolveReviewReport, ofReviews.resolve);
	route(app, dismissReviewReport, ofReviews.dismiss);
	route(app, reopenReviewReport, ofReviews.reopen);

	route(app, unhideReviewEndpoint, async ({ params, request }) => {
		await unhideReview(deps, actorOf(request), params.id);
		return { message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}

interface Call {
	request: FastifyRequest;
}

interface DecisionCall<Body> extends Call {
	params: { id: number };
	body: Body;
	caller: { id: number };
}

/** The handlers of the endpoints that every kind of report has. */
function reportHandlers<Row extends ReportRow, Report extends { type: string }>(
	deps: AdminDeps,
	reportList: ReportList<Row>,
	presentReport: (row: Row, photoUrls: PhotoUrls) => Report,
	columns: readonly Column<Row>[],
) {
	const { db, photoUrls } = deps;
	const { name, targetIdOf, personIdOf } = reportList;
	const listing = reportListing(reportList);
	const present = (row: Row) => presentReport(row, photoUrls);
	const handlers = adminList(deps, {
		...listing,
		find: async (db, id) => (await listing.read(db, [id]))[0],
		notFound: REPORT_DECISION_ERRORS.notFound,
		present,
		columns,
		audit: { viewed: 'VIEW_REPORTS', exported: 'REPORTS_EXPORTED', all: `${name}s`, one: name },
	});
	return {
		...handlers,
		...decisionHandlers(deps, reportList),

		/** A report with what helps to decide it. */
		async oneCase(call: Call & { params: { id: number } }) {
			const row = await handlers.one(call);
			const records = await listPersonRecords(db, [personIdOf(row), row.reporterId]);
			const others = await listPendingReports(db, reportList, targetIdOf(row), row.id);
			return {
				report: present(row),
				otherPending: others.map(presentPendingReport<Report['type']>),
				records: records.map(presentPersonRecord),
				history: await listReportHistory(db, `${name} ${row.id}`),
			};
		},
	};
}

/** The handlers of the decisions on reports of one kind. */
export function decisionHandlers(deps: AdminDeps, kind: ReportKind) {
	const decide = (
		{ params, caller, request }: DecisionCall<unknown>,
		input: Parameters<typeof decideReport>[4],
	) => decideReport(deps, { ...actorOf(request), adminId: caller.id }, kind, params.id, input);

	return {
		async resolve(
			call: DecisionCall<
				z.output<
					| typeof itemReportResolution
					| typeof wantedReportResolution
					| typeof reviewReportResolution
				>
			>,
		) {
			const { wholeTarget, otherReports, warning, ...outcome } = call.body;
			const decision = { status: 'resolved', ...outcome } as const;
			await decide(call, { decision, warning, wholeTarget, otherReports });
			return { message: REPORT_DECISION_MESSAGES.resolved } as const;
		},

		async dismiss(call: DecisionCall<z.output<typeof reportDismissal>>) {
			const { wholeTarget, otherReports, notes } = call.body;
			const decision = { status: 'dismissed', notes } as const;
			await decide(call, { decision, wholeTarget, otherReports });
			return { message: REPORT_DECISION_MESSAGES.dismissed } as const;
		},

		async reopen({ params, request }: Call & { params: { id: number } }) {
			await reopenReport(deps, actorOf(request), kind, params.id);
			return { message: REPORT_DECISION_MESSAGES.reopened } as const;
		},
	};
}

interface ExcerptRow {
	id: number;
	senderId: number;
	senderName: string;
	/** Null for photos only, and once the sender's account is erased. */
	text: string | null;
	/** Null for a message without photos. */
	photos: MessagePhoto[] | null;
	createdAt: Date;
}

/**
 * The last messages of the chat that a report refers to, oldest first; once the report is decided, for some time those
 * that were read before. The view is logged in the same transaction.
 * @throws AppError not_found without such a report, or without a chat; conflict when the report is decided and nothing
 * is kept
 */
async function readReportedChat(db: Db, actor: Actor, reportId: number): Promise<ExcerptRow[]> {
	return db.transaction(async (tx) => {
		const report = await lockReport(tx, reportId);
		if (!report) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		const { reporterId, itemId, buyerId } = report;
		if (itemId === null || buyerId === null)
			throw new AppError('not_found', REPORT_DECISION_ERRORS.noChat);
		const isPending = report.status === 'pending';
		const keptIds = isPending ? undefined : report.keptIds;
		if (keptIds === null) throw new AppError('conflict', REPORT_DECISION_ERRORS.chatClosed);
		const messages = await listLastMessages(tx, { itemId, buyerId }, reporterId, keptIds);
		if (isPending) {
			const ids = messages.map(({ id }) => id);
			await addReadMessages(tx, reportId, ids);
		}
		await logAudit(tx, actor, { action: 'VIEW_CHAT', target: `user report ${reportId}` });
		return messages;
	});
}

/** A report and its chat. Locks the report, so that its status stays while the chat is read. */
async function lockReport(db: Db, reportId: number) {
	const [report] = await db
		.select({
			status: reports.status,
			reporterId: reports.reporterId,
			/** The messages that were read before and can be read again; null if there are none. */
			keptIds: sql<
				number[] | null
			>`case when ${isChatKept(reports)} then ${reports.readMessageIds} end`.mapWith(
				reports.readMessageIds,
			),
			itemId: reports.chatItemId,
			buyerId: reports.chatBuyerId,
		})
		.from(reports)
		.where(isReport(USER_REPORTS, reportId))
		.for('no key update');
	return report;
}

/** Remembers which messages an administrator has read, beside those that were read before. */
async function addReadMessages(db: Db, reportId: number, ids: readonly number[]): Promise<void> {
	await db
		.update(reports)
		.set({
			readMessageIds: sql`(select array_agg(distinct id) from unnest(
				coalesce(${reports.readMessageIds}, '{}') || ${sql.param([...ids], reports.readMessageIds)}) as id)`,
		})
		.where(isReport(USER_REPORTS, reportId));
}

const SPOT = sql`${messages.event} -> 'spot'`;
/** A place for a hand-over in the words of one of the two is for them alone; one of the college's spots has an id. */
const TEXT = sql<string | null>`case
	when ${SPOT} ->> 'id' is null and ${SPOT} ->> 'name' <> '' then replace(${messages.body}, ${SPOT} ->> 'name', '…')
	else ${messages.body} end`;

/** The last messages of a chat that the reporter can see; instead of the last ones, those with the given ids. Oldest first. */
async function listLastMessages(
	db: Db,
	{ itemId, buyerId }: Room,
	reporterId: number,
	ids: readonly number[] | undefined,
): Promise<ExcerptRow[]> {
	const newestFirst = await db
		.select({
			id: messages.id,
			senderId: messages.senderId,
			senderName: users.userName,
			text: TEXT,
			photos: MESSAGE_PHOTOS,
			createdAt: messages.createdAt,
		})
		.from(messages)
		.innerJoin(users, eq(users.id, messages.senderId))
		.where(
			and(
				eq(messages.itemId, itemId),
				eq(messages.buyerId, buyerId),
				ids && inArray(messages.id, [...ids]),
				isShownTo(sql`${reporterId}::int`),
			),
		)
		.orderBy(desc(messages.id))
		.limit(ids?.length ?? CHAT_EXCERPT_MAX);
	return newestFirst.reverse();
}
