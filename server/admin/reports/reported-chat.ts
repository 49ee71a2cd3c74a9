import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { CHAT_EXCERPT_MAX } from '#contract/admin/reports.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	addReadMessages,
	type ExcerptRow,
	listLastMessages,
	lockReportedChat,
} from './chat-queries.ts';

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
		const report = await lockReportedChat(tx, reportId);
		if (!report) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		if (!report.room) throw new AppError('not_found', REPORT_DECISION_ERRORS.noChat);
		const { status, reporterId, room, keptIds } = report;
		const isPending = status === 'pending';
		if (!isPending && !keptIds) throw new AppError('conflict', REPORT_DECISION_ERRORS.chatClosed);
		const shown = !isPending && keptIds ? { ids: keptIds } : { limit: CHAT_EXCERPT_MAX };
		const messages = await listLastMessages(tx, room, reporterId, shown);
		if (isPending) {
			const ids = messages.map(({ id }) => id);
			await addReadMessages(tx, reportId, ids);
		}
		await logAudit(tx, actor, { action: 'VIEW_CHAT', target: `user report ${reportId}` });
		return messages;
	});
}
