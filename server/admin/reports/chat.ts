import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { CHAT_EXCERPT_MAX } from '#contract/admin/reports.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { isShownTo, messages } from '#server/db/schema/chats.ts';
import { isChatKept, reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from '#server/features/chat/photos/queries.ts';
import { isReport, USER_REPORTS } from '#server/features/reports/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

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
export async function readReportedChat(
	db: Db,
	actor: Actor,
	reportId: number,
): Promise<ExcerptRow[]> {
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
