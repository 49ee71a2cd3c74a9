import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { CHAT_EXCERPT_MAX } from '#contract/admin/reports.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { type ExcerptRow, listLastMessages, lockReportedChat } from './chat-queries.ts';

/**
 * The last messages of the chat that a report refers to, oldest first. The view is logged in the same transaction.
 * @throws AppError not_found without such a report, or without a chat; conflict once the report is decided
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
		if (report.status !== 'pending') {
			throw new AppError('conflict', REPORT_DECISION_ERRORS.chatClosed);
		}
		const { reporterId, room } = report;
		const messages = await listLastMessages(tx, room, reporterId, CHAT_EXCERPT_MAX);
		await logAudit(tx, actor, { action: 'VIEW_CHAT', target: `user report ${reportId}` });
		return messages;
	});
}
